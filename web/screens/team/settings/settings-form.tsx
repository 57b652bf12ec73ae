import { done } from '../../../../domain/problem/problem.ts';
import type { Team } from '../../../../domain/team/team.ts';
import { breakHint } from '../../../parts/forms/break-hint.ts';
import { type SaidChange, showChangeToast } from '../../../parts/forms/change-toast.ts';
import { useFormOutcome } from '../../../parts/forms/form-outcome.ts';
import { timeZones } from '../../../parts/forms/time-zones.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Form, FormError, FormRow } from '../../../ui/form/form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { DraftsFooter } from './drafts-footer.tsx';
import { type SettingsTexts, settingsChanges, settingsTexts } from './settings-changes.ts';
import { ConflictNotice, useDrafts } from './use-drafts.tsx';

type Field = keyof SettingsTexts;

const labels: Readonly<Record<Field, string>> = {
  name: 'Team Name',
  breakMinMinutes: 'Work time per break (minutes)',
  breakTimerMinutes: 'Break length (minutes)',
  dayStart: 'Business day starts',
  timeZone: 'Time zone',
};

/** Name, breaks and business day of a team. */
export function SettingsForm({ id, team }: { id: string; team: Team }) {
  const client = useClient();
  const shown = settingsTexts(team);
  const drafts = useDrafts<Field>({ ...shown });
  const { attempt, at, whole, clear } = useFormOutcome(...(Object.keys(labels) as Field[]));
  const bind = (field: Field) => ({
    label: labels[field],
    name: field,
    autoComplete: 'off',
    value: drafts.texts[field],
    onChange: (typed: string) => drafts.type(field, typed),
    error: at(field),
  });

  function startOver() {
    drafts.clear();
    clear();
  }

  async function save() {
    const document = client.open('team', id, id);
    const changes = settingsChanges(team, drafts.texts);
    const saved = await attempt(() =>
      changes.length > 0
        ? document.change({ type: 'batch', changes })
        : done<SaidChange>({ id: null, undo: null, description: 'Settings saved' }),
    );
    if (!saved) return;
    startOver();
    showChangeToast(saved);
  }

  return (
    <Card title="Settings" isPadded>
      <Form label="Settings" onSubmit={save}>
        <FormError>{whole}</FormError>
        <TextField {...bind('name')} />
        <FormRow>
          <TextField
            {...bind('breakMinMinutes')}
            inputMode="numeric"
            description={breakHint(drafts.texts.breakMinMinutes)}
          />
          <TextField {...bind('breakTimerMinutes')} inputMode="numeric" />
        </FormRow>
        <FormRow>
          <TextField {...bind('dayStart')} description="Earlier shifts count toward the day before." />
          <SelectField {...bind('timeZone')} options={timeZones(drafts.texts.timeZone)} />
        </FormRow>
        <ConflictNotice
          changed={drafts.conflicts.map((field) => ({ label: labels[field], text: shown[field] }))}
          onTake={drafts.takeTheirs}
        />
        <DraftsFooter onCancel={startOver} />
      </Form>
    </Card>
  );
}
