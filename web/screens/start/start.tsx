import { useState } from 'react';
import { startTeam } from '../../../client/calls/teams.ts';
import { formats, showTime } from '../../../client/words/formats.ts';
import { language, words } from '../../../client/words/words.ts';
import { positionsOf } from '../../../domain/plan/rotation.ts';
import { done, refuse } from '../../../domain/problem/problem.ts';
import { starterSubareas, starterTemplate } from '../../../domain/team/starter-sets.ts';
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

const t = words('sign-in');
const kinds = words('starter');

type KindFieldProps = {
  kind: StarterKind | 'empty' | null;
  area: string;
  onChange: (kind: StarterKind | 'empty') => void;
};

const options = () =>
  [
    ...starterKinds.map((kind) => ({ kind, name: kinds(`kind-${kind}`) })),
    { kind: 'empty', name: t('restaurant-other') },
  ] as const;

function KindField({ kind, area, onChange }: KindFieldProps) {
  return (
    <fieldset className="kinds" aria-describedby="kind-about">
      <legend className="field__label">{t('restaurant-kind')}</legend>
      <div className="kinds__options">
        {options().map((option) => (
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
        {kind === null && t('kind-not-chosen')}
        {kind === 'empty' && t('kind-empty')}
        {kind !== null && kind !== 'empty' && aboutSet(kind, area)}
      </p>
    </fieldset>
  );
}

/** 'For Restaurant: Front Counter, Drive-Thru, and Kitchen, 18 positions, in 5 rotations from Breakfast to Close.' */
function aboutSet(kind: StarterKind, area: string): string {
  const { rotations } = starterTemplate(() => '', kind, area, kinds);
  const most = Math.max(...rotations.map((rotation) => positionsOf(rotation).length));
  return t('kind-about', {
    area,
    subareas: new Intl.ListFormat(language.get()).format(starterSubareas(kind, kinds)),
    positions: most,
    rotations: rotations.length,
    first: rotations[0]?.name ?? '',
    last: rotations[rotations.length - 1]?.name ?? '',
  });
}

/** Initial form values; areas are separated by commas. */
const initialValues = () => ({
  name: '',
  areas: kinds('restaurant'),
  breakMinMinutes: '300',
  breakTimerMinutes: '30',
  dayStart: showTime(defaultDayStart),
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
      dayStart: writtenOut(typed.dayStart, formats.get().clock === 'H:mm'),
      timeZone: typed.timeZone,
      sample,
      ...(starter && { starter, language: language.get() }),
      ...(!sample && { guide: true }),
    });

  return (
    <SubmitForm
      form={form}
      label={t('create-a-team-form')}
      action={t('create-team')}
      work={create}
      // a day without people begins with its schedule
      onDone={({ layout }) => go(layout === null ? urls.layouts : sample ? urls.day : urls.importShifts)}
    >
      <TextField label={t('team-name')} autoFocus {...form.field('name')} />
      <KindField kind={sample ? null : start} area={areas[0] ?? t('first-area')} onChange={setStart} />
      <details
        className="more-settings"
        open={showsMore || hidden.some((name) => form.at(name) !== undefined)}
        onToggle={(event) => setShowsMore(event.currentTarget.open)}
      >
        <summary>{t('more-settings')}</summary>
        <div className="form more-settings__fields">
          <TextField label={t('areas')} description={t('areas-about')} {...form.field('areas')} />
          <DayFields form={form} />
        </div>
      </details>
      <Checkbox
        label={t('sample')}
        description={t('sample-about')}
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
    <SignInPage title={t('create-or-join')}>
      <Stack>
        <p>
          {hasTeam
            ? t('start-with-team')
            : t('start-without-team', { email: me?.user?.email ?? t('start-you') })}
        </p>
        <Card title={t('create-a-team')} isPadded>
          <NewTeamForm />
        </Card>
        <Card title={t('join-team')} isPadded>
          <InviteLinkForm />
        </Card>
        <Actions>
          {hasTeam && <ButtonLink href={urls.layouts}>{t('back-to-my-team')}</ButtonLink>}
          <QuietLink href={urls.account}>{t('my-account')}</QuietLink>
          <QuietLink href={urls.logout} onClick={pressSignOut}>
            {t('sign-out')}
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
      label={t('join-a-team-form')}
      action={t('open-invite-link')}
      variant="secondary"
      work={() => (token ? done(token) : refuse('invitation-invalid', { field: 'link' }))}
      onDone={(found) => go(urls.join(found))}
    >
      <TextField
        label={t('invite-link')}
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
