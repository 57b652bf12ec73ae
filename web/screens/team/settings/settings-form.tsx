import type { TeamChange } from '../../../../domain/change/change.ts';
import { done } from '../../../../domain/problem/problem.ts';
import { parseMinutes, type Team } from '../../../../domain/team/team.ts';
import { writtenOut } from '../../../../domain/time/typed-times.ts';
import { breakHint } from '../../../parts/forms/break-hint.ts';
import { type SaidChange, showChangeToast } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../../parts/forms/submit.tsx';
import { timeZones } from '../../../parts/forms/time-zones.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField, TextField } from '../../../ui/form/field.tsx';
import { FormRow } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { ConflictNotice } from './conflict-notice.tsx';

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
  const form = useForm({ ...settingsTexts(team) });
  const field = (name: Field) => ({ label: labels[name], ...form.field(name) });

  function save() {
    const changes = settingsChanges(team, form.values);
    return changes.length > 0
      ? client.open('team', id, id).change({ type: 'batch', changes })
      : done<SaidChange>({ id: null, undo: null });
  }

  function finish(saved: SaidChange) {
    form.reset();
    showChangeToast(saved, 'Settings saved');
  }

  return (
    <Card title="Settings" isPadded>
      <SubmitForm
        form={form}
        label="Settings"
        action="Save"
        work={save}
        onDone={finish}
        footer={
          <Button variant="quiet" onPress={() => form.reset()}>
            Cancel
          </Button>
        }
      >
        <TextField {...field('name')} />
        <FormRow>
          <TextField
            {...field('breakMinMinutes')}
            inputMode="numeric"
            description={breakHint(form.values.breakMinMinutes)}
          />
          <TextField {...field('breakTimerMinutes')} inputMode="numeric" />
        </FormRow>
        <FormRow>
          <TextField {...field('dayStart')} description="Earlier shifts count toward the day before." />
          <SelectField {...field('timeZone')} options={timeZones(form.values.timeZone)} />
        </FormRow>
        <ConflictNotice form={form} labels={labels} />
      </SubmitForm>
    </Card>
  );
}
