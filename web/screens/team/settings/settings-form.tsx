import type { TeamChange } from '../../../../domain/change/change.ts';
import { done } from '../../../../domain/problem/problem.ts';
import { parseMinutes, type Team } from '../../../../domain/team/team.ts';
import { writtenOut } from '../../../../domain/time/typed-times.ts';
import { breakHint } from '../../../parts/forms/break-hint.ts';
import { type SaidChange, showChangeToast } from '../../../parts/forms/change-toast.ts';
import { useFormOutcome } from '../../../parts/forms/submit.tsx';
import { timeZones } from '../../../parts/forms/time-zones.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { SelectField, TextField } from '../../../ui/form/field.tsx';
import { Form, FormError, FormRow } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { ConflictNotice, DraftsFooter, useDrafts } from './drafts.tsx';

interface SettingsTexts {
  readonly name: string;
  readonly breakMinMinutes: string;
  readonly breakTimerMinutes: string;
  readonly dayStart: string;
  readonly timeZone: string;
}

export const settingsTexts = (team: Team): SettingsTexts => ({
  name: team.name,
  breakMinMinutes: String(team.breakMinMinutes),
  breakTimerMinutes: String(team.breakTimerMinutes),
  dayStart: team.dayStart,
  timeZone: team.timeZone,
});

export function settingsChanges(team: Team, typed: SettingsTexts): TeamChange[] {
  const breakMinMinutes = parseMinutes(typed.breakMinMinutes);
  const breakTimerMinutes = parseMinutes(typed.breakTimerMinutes);
  const dayStart = writtenOut(typed.dayStart);
  const { timeZone } = typed;
  const changes: TeamChange[] = [];
  if (typed.name !== team.name) changes.push({ type: 'team.rename', name: typed.name });
  if (breakMinMinutes !== team.breakMinMinutes || breakTimerMinutes !== team.breakTimerMinutes) {
    changes.push({ type: 'team.breaks', breakMinMinutes, breakTimerMinutes });
  }
  if (dayStart !== team.dayStart || timeZone !== team.timeZone) {
    changes.push({ type: 'team.day', dayStart, timeZone });
  }
  return changes;
}

type Field = keyof SettingsTexts;

const labels: Readonly<Record<Field, string>> = {
  name: 'Team Name',
  breakMinMinutes: 'Work time per break (minutes)',
  breakTimerMinutes: 'Break length (minutes)',
  dayStart: 'Business day starts',
  timeZone: 'Time zone',
};

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
