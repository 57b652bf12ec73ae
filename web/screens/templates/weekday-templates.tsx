import { useState } from 'react';
import type { TemplateRow } from '../../../contract/documents.ts';
import { type Team, type Weekday, weekdays } from '../../../domain/team/team.ts';
import { changeWithToast } from '../../parts/forms/change-toast.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Card } from '../../ui/page/card.tsx';
import './weekday-templates.css';

const none = '';

type WeekdayTemplatesProps = { id: string; team: Team; templates: readonly TemplateRow[] };

/** Which template each area has on each weekday, and whether tomorrow's layouts are made from them. */
export function WeekdayTemplates({ id, team, templates }: WeekdayTemplatesProps) {
  const document = useClient().open('team', id, id);
  const [chosen, setArea] = useState('');
  const area = team.areas.includes(chosen) ? chosen : (team.areas[0] ?? '');

  const choose = (day: Weekday, template: string) =>
    changeWithToast(document, {
      type: 'team.weekday',
      ...{ day, area, template: template === none ? null : template },
    });

  return (
    <Card title="Templates by Weekday" isPadded>
      <div className="weekday-templates">
        {team.areas.length > 1 && (
          <SelectField
            label="Area"
            name="weekday-area"
            value={area}
            onChange={setArea}
            options={team.areas.map((each) => ({ value: each, label: each }))}
          />
        )}
        <div className="weekday-templates__days">
          {weekdays.map((day) => {
            const template = team.weekdays?.find((each) => each.day === day && each.area === area)?.template;
            const fitting = templates.filter((row) => row.area === area);
            const isGone = template !== undefined && !fitting.some((row) => row.id === template);
            return (
              <SelectField
                key={day}
                label={day}
                name={day}
                value={template ?? none}
                onChange={(next) => choose(day, next)}
                options={[
                  { value: none, label: 'None' },
                  ...(isGone ? [{ value: template, label: 'Deleted template' }] : []),
                  ...fitting.map((row) => ({ value: row.id, label: row.name })),
                ]}
                error={isGone ? 'This template was deleted or moved. Choose another.' : undefined}
              />
            );
          })}
        </div>
        <Checkbox
          label="Make tomorrow’s layouts automatically"
          name="lays-tomorrow"
          description="At noon, for each area with a template for tomorrow and no layout yet. People in the schedule are placed as on the last same weekday."
          isSelected={team.laysTomorrow ?? false}
          onChange={(tomorrow) => changeWithToast(document, { type: 'team.lays', tomorrow })}
        />
      </div>
    </Card>
  );
}
