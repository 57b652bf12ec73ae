import { useState } from 'react';
import { startTeam } from '../../../client/calls/teams.ts';
import { defaultDayStart, parseMinutes } from '../../../domain/team/team.ts';
import { writtenOut } from '../../../domain/time/typed-times.ts';
import { breakHint } from '../../parts/forms/break-hint.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { Submit } from '../../parts/forms/submit.tsx';
import { browserTimeZone, timeZones } from '../../parts/forms/time-zones.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Form, FormError, FormFooter, FormRow } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { urls } from '../../urls.ts';

const fields = ['name', 'areas', 'breakMinMinutes', 'breakTimerMinutes', 'dayStart', 'timeZone'] as const;

/** Initial form values; areas are separated by commas. */
const initialValues = (): Record<(typeof fields)[number], string> => ({
  name: '',
  areas: 'Front of House, Kitchen',
  breakMinMinutes: '300',
  breakTimerMinutes: '30',
  dayStart: defaultDayStart,
  timeZone: browserTimeZone(),
});

export function NewTeamForm() {
  const client = useClient();
  const go = useNavigateTo();
  const [typed, setTyped] = useState(initialValues);
  const [sample, setSample] = useState(false);
  const { attempt, isBusy, at, whole } = useFormOutcome(...fields);
  const bind = (name: (typeof fields)[number]) => ({
    name,
    autoComplete: 'off',
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    error: at(name),
  });

  async function create() {
    const made = await attempt(() =>
      startTeam(client, {
        name: typed.name,
        areas: typed.areas
          .split(',')
          .map((area) => area.trim())
          .filter((area) => area !== ''),
        breakMinMinutes: parseMinutes(typed.breakMinMinutes),
        breakTimerMinutes: parseMinutes(typed.breakTimerMinutes),
        dayStart: writtenOut(typed.dayStart),
        timeZone: typed.timeZone,
        sample,
        ...(!sample && { guide: true }),
      }),
    );
    if (made) go(made.layout === null ? urls.layouts : urls.day);
  }

  return (
    <Form label="Create a team" onSubmit={create}>
      <FormError>{whole}</FormError>
      <TextField label="Team Name" {...bind('name')} />
      <TextField
        label="Areas"
        description="Separate areas with commas. You can change them later."
        {...bind('areas')}
      />
      <FormRow>
        <TextField
          label="Shift length for a break"
          inputMode="numeric"
          description={breakHint(typed.breakMinMinutes)}
          {...bind('breakMinMinutes')}
        />
        <TextField label="Break length (minutes)" inputMode="numeric" {...bind('breakTimerMinutes')} />
      </FormRow>
      <FormRow>
        <TextField
          label="Business day starts"
          description="Earlier shifts count toward the day before."
          {...bind('dayStart')}
        />
        <SelectField label="Time zone" options={timeZones(typed.timeZone)} {...bind('timeZone')} />
      </FormRow>
      <Checkbox
        label="Start with a sample restaurant"
        description="Adds a template with 5 rotations and a layout for today with 40 shifts, so you can try things out."
        isSelected={sample}
        onChange={setSample}
      />
      <FormFooter>
        <Submit isBusy={isBusy}>Create Team</Submit>
      </FormFooter>
    </Form>
  );
}
