import { useState } from 'react';
import { startTeam } from '../../../client/calls/teams.ts';
import { positionsOf } from '../../../domain/plan/rotation.ts';
import { done, refuse } from '../../../domain/problem/problem.ts';
import { starterSets, starterTemplate } from '../../../domain/team/starter-sets.ts';
import { defaultDayStart, parseMinutes } from '../../../domain/team/team.ts';
import { type StarterKind, starterKinds } from '../../../domain/team/template.ts';
import { writtenOut } from '../../../domain/time/typed-times.ts';
import { DayFields } from '../../parts/forms/day-fields.tsx';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { browserTimeZone } from '../../parts/forms/time-zones.ts';
import { SignInPage } from '../../parts/frame/frame.tsx';
import { useClient, useMe } from '../../parts/page/client-context.tsx';
import { pressSignOut } from '../../parts/page/sign-out-press.ts';
import { ButtonLink, QuietLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Checkbox, TextField } from '../../ui/form/form.tsx';
import { Actions, Card, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './start.css';

type KindFieldProps = {
  kind: StarterKind | 'empty' | null;
  area: string;
  onChange: (kind: StarterKind | 'empty') => void;
};

const options = [
  ...starterKinds.map((kind) => ({ kind, name: starterSets[kind].name })),
  { kind: 'empty', name: 'Other' },
] as const;

function KindField({ kind, area, onChange }: KindFieldProps) {
  return (
    <fieldset className="kinds" aria-describedby="kind-about">
      <legend className="field__label">Kind of restaurant</legend>
      <div className="kinds__options">
        {options.map((option) => (
          <label key={option.kind} className="kinds__option">
            <input
              type="radio"
              name="kind"
              value={option.kind}
              checked={kind === option.kind}
              onChange={() => onChange(option.kind)}
            />
            {option.name}
          </label>
        ))}
      </div>
      <p className="field__description" id="kind-about">
        {kind === null && 'You start with positions that fit, and change what is different at yours.'}
        {kind === 'empty' && 'You start without positions, and add your own.'}
        {kind !== null && kind !== 'empty' && aboutSet(kind, area)}
      </p>
    </fieldset>
  );
}

/** 'For Restaurant: Front Counter, Drive-Thru, and Kitchen, 18 positions, in 5 rotations from Breakfast to Close.' */
function aboutSet(kind: StarterKind, area: string): string {
  const { rotations } = starterTemplate(() => '', kind, area);
  const subareas = Object.keys(starterSets[kind].usual);
  const most = Math.max(...rotations.map((rotation) => positionsOf(rotation).length));
  const list = `${subareas.slice(0, -1).join(', ')}, and ${subareas[subareas.length - 1]}`;
  return `For ${area}: ${list}, ${most} positions, in ${rotations.length} rotations from ${rotations[0]?.name} to ${rotations[rotations.length - 1]?.name}. You can change all of it.`;
}

/** Initial form values; areas are separated by commas. */
const initialValues = () => ({
  name: '',
  areas: 'Restaurant',
  breakMinMinutes: '300',
  breakTimerMinutes: '30',
  dayStart: defaultDayStart,
  timeZone: browserTimeZone(),
});

/** In the part that is folded at first. */
const hidden = ['areas', 'breakMinMinutes', 'breakTimerMinutes', 'dayStart', 'timeZone'];

function NewTeamForm() {
  const client = useClient();
  const go = useNavigateTo();
  const form = useForm(initialValues());
  const typed = form.values;
  const [start, setStart] = useState<StarterKind | 'sample' | 'empty' | null>(null);
  const [showsMore, setShowsMore] = useState(false);
  const sample = start === 'sample';
  const starter = sample || start === 'empty' ? null : start;
  const areas = typed.areas
    .split(',')
    .map((area) => area.trim())
    .filter((area) => area !== '');

  const create = () =>
    startTeam(client, {
      name: typed.name,
      areas,
      breakMinMinutes: parseMinutes(typed.breakMinMinutes),
      breakTimerMinutes: parseMinutes(typed.breakTimerMinutes),
      dayStart: writtenOut(typed.dayStart),
      timeZone: typed.timeZone,
      sample,
      ...(starter && { starter }),
      ...(!sample && { guide: true }),
    });

  return (
    <SubmitForm
      form={form}
      label="Create a team"
      action="Create Team"
      work={create}
      // a day without people begins with its schedule
      onDone={({ layout }) => go(layout === null ? urls.layouts : sample ? urls.day : urls.importShifts)}
    >
      <TextField label="Team Name" autoFocus {...form.field('name')} />
      <KindField kind={sample ? null : start} area={areas[0] ?? 'the first area'} onChange={setStart} />
      <details
        className="more-settings"
        open={showsMore || hidden.some((name) => form.at(name) !== undefined)}
        onToggle={(event) => setShowsMore(event.currentTarget.open)}
      >
        <summary>Areas, breaks, and time zone</summary>
        <div className="form more-settings__fields">
          <TextField
            label="Areas"
            description="Parts of the restaurant that are planned separately, with commas between them. You can change them later."
            {...form.field('areas')}
          />
          <DayFields form={form} />
        </div>
      </details>
      <Checkbox
        label="Start with a sample restaurant"
        description="Adds a template with 5 rotations and a layout for today with 40 shifts, so you can try things out."
        isSelected={sample}
        onChange={(isSample) => setStart(isSample ? 'sample' : null)}
      />
    </SubmitForm>
  );
}

export function StartScreen() {
  const me = useMe();
  const hasTeam = (me?.teams.length ?? 0) > 0;
  return (
    <SignInPage title="Create or Join a Team">
      <Stack>
        <p>
          {hasTeam ? '' : <>No teams available for {me?.user?.email ?? 'you'}. </>}
          Create your own team, or join one with the invite link from a manager.
        </p>
        <Card title="Create a Team" isPadded>
          <NewTeamForm />
        </Card>
        <Card title="Join a Team" isPadded>
          <InviteLinkForm />
        </Card>
        <Actions>
          {hasTeam && <ButtonLink href={urls.layouts}>Back to My Team</ButtonLink>}
          <QuietLink href={urls.account}>My Account</QuietLink>
          <QuietLink href={urls.logout} onClick={pressSignOut}>
            Sign Out
          </QuietLink>
        </Actions>
      </Stack>
    </SignInPage>
  );
}

function InviteLinkForm() {
  const go = useNavigateTo();
  const form = useForm({ link: '' });
  const token = inviteToken(form.values.link);
  return (
    <SubmitForm
      form={form}
      label="Join a team"
      action="Open Invite Link"
      variant="secondary"
      work={() => (token ? done(token) : refuse('invitation-invalid', { field: 'link' }))}
      onDone={(found) => go(urls.join(found))}
    >
      <TextField
        label="Invite link"
        placeholder={`${window.location.origin}/join/...`}
        {...form.field('link')}
      />
    </SubmitForm>
  );
}

/** The token of a pasted invite link, or a pasted token; null if there is none. */
export function inviteToken(pasted: string): string | null {
  const text = pasted.trim();
  return /\/join\/([\w-]+)/.exec(text)?.[1] ?? (/^[\w-]{8,}$/.test(text) ? text : null);
}
