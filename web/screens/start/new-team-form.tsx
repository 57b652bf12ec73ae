import { useState } from 'react';
import { startTeam } from '../../../client/calls/teams.ts';
import { defaultDayStart, parseMinutes } from '../../../domain/team/team.ts';
import type { StarterKind } from '../../../domain/team/template.ts';
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
import { KindField } from './kind-field.tsx';

const fields = ['name', 'areas', 'breakMinMinutes', 'breakTimerMinutes', 'dayStart', 'timeZone'] as const;

/** In the part that is folded at first. */
const hidden = fields.filter((name) => name !== 'name');

/** Initial form values; areas are separated by commas. */
const initialValues = (): Record<(typeof fields)[number], string> => ({
  name: '',
  areas: 'Restaurant',
  breakMinMinutes: '300',
  breakTimerMinutes: '30',
  dayStart: defaultDayStart,
  timeZone: browserTimeZone(),
});

export function NewTeamForm() {
  const client = useClient();
  const go = useNavigateTo();
  const [typed, setTyped] = useState(initialValues);
  const [start, setStart] = useState<StarterKind | 'sample' | 'empty' | null>(null);
  const [showsMore, setShowsMore] = useState(false);
  const sample = start === 'sample';
  const starter = sample || start === 'empty' ? null : start;
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
        ...(starter && { starter }),
        ...(!sample && { guide: true }),
      }),
    );
    // a day without people begins with its schedule
    if (made) go(made.layout === null ? urls.layouts : sample ? urls.day : urls.importShifts);
  }

  return (
    <Form label="Create a team" onSubmit={create}>
      <FormError>{whole}</FormError>
      <TextField label="Team Name" autoFocus {...bind('name')} />
      <KindField
        kind={sample ? null : start}
        area={typed.areas.split(',')[0]?.trim() || 'the first area'}
        onChange={setStart}
      />
      <details
        className="more-settings"
        open={showsMore || hidden.some((name) => at(name) !== undefined)}
        onToggle={(event) => setShowsMore(event.currentTarget.open)}
      >
        <summary>Areas, breaks, and time zone</summary>
        <div className="more-settings__fields">
          <TextField
            label="Areas"
            description="Parts of the restaurant that are planned separately, with commas between them. You can change them later."
            {...bind('areas')}
          />
          <FormRow>
            <TextField
              label="Work time per break (minutes)"
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
        </div>
      </details>
      <Checkbox
        label="Start with a sample restaurant"
        description="Adds a template with 5 rotations and a layout for today with 40 shifts, so you can try things out."
        isSelected={sample}
        onChange={(isSample) => setStart(isSample ? 'sample' : null)}
      />
      <FormFooter>
        <Submit isBusy={isBusy}>Create Team</Submit>
      </FormFooter>
    </Form>
  );
}
