import { useRef, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import {
  type AccountSecurity,
  changeLanguage,
  endSession,
  getSecurity,
  signOutOthers,
  verifyEmail,
} from '../../../contract/account.ts';
import { getSecureAddresses } from '../../../contract/secure.ts';
import { roleName, type User } from '../../../domain/team/user.ts';
import type { Language } from '../../../words/words.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { showProblem } from '../../parts/forms/change-toast.ts';
import { Facts } from '../../parts/forms/facts.tsx';
import { showDayHere, showMomentHere } from '../../parts/forms/time-zones.ts';
import { chooseSingleKeys, singleKeys } from '../../parts/keys/use-keys.ts';
import { ListState, useQuery } from '../../parts/lists/use-list.tsx';
import { hasNotesDraft } from '../../parts/notes/notes-drafts.ts';
import { AwakeNote } from '../../parts/page/awake-note.tsx';
import { useClient, useMe, useObservable, useTeamId } from '../../parts/page/client-context.tsx';
import { type ColorMode, chooseColorMode, colorMode, colorModes } from '../../parts/page/color-mode.ts';
import { followPerson } from '../../parts/page/language.ts';
import { PersonLanguage } from '../../parts/page/language-choice.tsx';
import { lazyPart, lazyScreen } from '../../parts/page/lazy-screen.tsx';
import { pressSignOut } from '../../parts/page/sign-out-press.ts';
import { StayAwake } from '../../parts/page/stay-awake.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Checkbox, SelectField } from '../../ui/form/form.tsx';
import { Loading } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Card, Page, Row, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './account.css';

const t = words('account');
const pageWords = words('page');

const DeleteAccountDialog = lazyPart(() => import('./profile-dialogs.tsx'), 'DeleteAccountDialog');

function DeleteAccount({ hasPassword }: { hasPassword: boolean | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('delete-account')} isPadded>
      <Stack>
        <p>{t('delete-account-about')}</p>
        <Actions>
          <Button isDisabled={hasPassword === undefined} onPress={() => setOpen(true)}>
            {t('delete-account')}
          </Button>
        </Actions>
      </Stack>
      {isOpen && <DeleteAccountDialog hasPassword={hasPassword === true} onClose={() => setOpen(false)} />}
    </Card>
  );
}

const NamesDialog = lazyPart(() => import('./profile-dialogs.tsx'), 'NamesDialog');
const EmailDialog = lazyPart(() => import('./profile-dialogs.tsx'), 'EmailDialog');

type ProfileProps = {
  user: User;
  hasPassword: boolean | undefined;
  canConfirmEmail: boolean;
};

function Profile({ user, hasPassword, canConfirmEmail }: ProfileProps) {
  const client = useClient();
  const [open, setOpen] = useState<'names' | 'email' | null>(null);
  const close = () => setOpen(null);

  async function choose(language: Language | null) {
    const chosen = await client.call(changeLanguage, { body: { language } });
    if (!chosen.ok) return void showProblem(chosen.problem);
    await followPerson(chosen.value).catch(() => showProblem({ code: 'network-request-failed' }));
  }

  async function verify() {
    const sent = await client.call(verifyEmail, {});
    if (sent.ok) showToast({ text: t('confirmation-sent', { email: user.email }) });
    else showProblem(sent.problem);
  }

  return (
    <Card
      title={t('profile')}
      foot={
        <Actions>
          <Button onPress={() => setOpen('names')}>{t('edit-names')}</Button>
          <Button isDisabled={hasPassword === undefined} onPress={() => setOpen('email')}>
            {t('change-email')}
          </Button>
          {canConfirmEmail && <Button onPress={verify}>{t('confirm-email')}</Button>}
        </Actions>
      }
    >
      <Facts
        facts={[
          { label: t('uid'), value: user.id },
          { label: t('email'), value: user.email },
          { label: t('first-name'), value: user.firstName },
          { label: t('last-name'), value: user.lastName },
        ]}
      />
      <div className="account__language">
        <PersonLanguage chosen={user.language} onChange={choose} />
      </div>
      {open === 'names' && <NamesDialog user={user} onClose={close} />}
      {open === 'email' && <EmailDialog user={user} hasPassword={hasPassword === true} onClose={close} />}
    </Card>
  );
}

function Appearance() {
  const [mode, setMode] = useState(colorMode);
  const hasSingleKeys = useObservable(singleKeys);
  const addresses = useQuery((client) => client.call(getSecureAddresses, {})).value;
  // The page must load again, since its security policy may be from before https was on. Notes would be lost by it.
  const target = hasNotesDraft() ? undefined : '_self';
  const isOffered =
    window.location.protocol === 'http:' && addresses !== undefined && addresses.origins.length > 0;

  function choose(chosen: ColorMode) {
    setMode(chosen);
    chooseColorMode(chosen);
  }

  return (
    <Card title={t('this-device')} isPadded>
      <Stack>
        <SelectField
          label={t('appearance')}
          value={mode}
          onChange={choose}
          options={colorModes.map((value) => ({ value, label: t(`mode-${value}`) }))}
        />
        <Checkbox
          label={t('single-keys')}
          description={t('single-keys-about')}
          isSelected={hasSingleKeys}
          onChange={chooseSingleKeys}
        />
        <StayAwake />
        <AwakeNote />
        {isOffered && (
          <p>
            <ButtonLink href={urls.secure} target={target}>
              {t('set-up-secure')}
            </ButtonLink>
          </p>
        )}
      </Stack>
    </Card>
  );
}

type DevicesProps = { sessions: AccountSecurity['sessions']; onChanged: () => Promise<void> };

/** Shown at first, beside this device. */
const fewest = 5;

function Devices({ sessions, onChanged }: DevicesProps) {
  const client = useClient();
  const count = useRef<HTMLParagraphElement>(null);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const here = sessions.filter(({ isCurrent }) => isCurrent);
  const [isShort, setShort] = useState(true);
  const shown = isShort ? others.slice(0, fewest) : others;

  async function finish() {
    await onChanged();
    count.current?.focus();
  }

  const end = ({ id, device }: AccountSecurity['sessions'][number]) =>
    askFinally({
      title: t('sign-out-device', { device }),
      action: t('sign-out'),
      text: t('sign-out-device-about'),
      work: () => client.call(endSession, { params: { session: id } }),
      said: t('device-signed-out', { device }),
      onDone: finish,
    });
  const endOthers = () =>
    askFinally({
      title: t('sign-out-others'),
      action: t('sign-out'),
      text: t('sign-out-others-about'),
      work: () => client.call(signOutOthers, {}),
      said: t('others-signed-out'),
      onDone: finish,
    });

  return (
    <Card
      title={t('devices')}
      foot={
        <Stack>
          <p ref={count} tabIndex={-1} className="hint">
            {otherDevices(others.length)}
          </p>
          {others.length > 0 && (
            <Actions>
              {shown.length < others.length && (
                <Button onPress={() => setShort(false)}>{t('show-all-devices')}</Button>
              )}
              <Button onPress={endOthers}>{t('sign-out-others')}</Button>
            </Actions>
          )}
        </Stack>
      }
    >
      {[...here, ...shown].map((session) => (
        <Row
          key={session.id}
          label={session.isCurrent ? t('device-here', { device: session.device }) : session.device}
          state={t('device-times', {
            from: showDayHere(session.signedInAt),
            last: showMomentHere(session.lastUsedAt),
          })}
        >
          {!session.isCurrent && (
            <Button
              variant="danger"
              aria-label={t('sign-out-device-last-used', {
                device: session.device,
                last: showMomentHere(session.lastUsedAt),
              })}
              onPress={() => end(session)}
            >
              {t('sign-out')}
            </Button>
          )}
        </Row>
      ))}
    </Card>
  );
}

const otherDevices = (others: number): string =>
  others === 0 ? t('no-other-devices') : t('other-devices', { count: others });

const SignIn = lazyScreen(() => import('./sign-in.tsx'), 'SignIn', Loading);
const Activity = lazyScreen(() => import('./activity.tsx'), 'Activity', Loading);
const Reminders = lazyPart(() => import('../../parts/alerts/reminders.tsx'), 'Reminders');
const Tokens = lazyPart(() => import('./tokens.tsx'), 'Tokens');

export function AccountScreen() {
  const me = useMe();
  const team = useTeamId();
  const security = useQuery((client) => client.call(getSecurity, {}));
  if (!me?.user) return null;
  const { user, teams } = me;
  const known = security.value;

  return (
    <Page
      title={t('account')}
      actions={
        <ButtonLink href={urls.logout} onClick={pressSignOut}>
          {t('sign-out')}
        </ButtonLink>
      }
    >
      <div className="account">
        <Stack>
          <Profile
            user={user}
            hasPassword={known?.hasPassword}
            canConfirmEmail={known?.canConfirmEmail === true}
          />
          <Card title={t('teams')} isPadded={teams.length === 0}>
            {teams.length === 0 ? (
              <p>{t('no-teams')}</p>
            ) : (
              <Facts
                facts={teams.map(({ name, role, needsSecondFactor }) => ({
                  label: name,
                  value: needsSecondFactor ? t('manager-without-app') : roleName(pageWords, role),
                }))}
              />
            )}
          </Card>
          <Appearance />
          {team !== null && <Reminders key={team} team={team} />}
          <Activity />
        </Stack>
        <Stack>
          <ListState list={security} />
          {known && (
            <>
              <SignIn security={known} onChanged={security.retry} />
              <Devices sessions={known.sessions} onChanged={security.retry} />
            </>
          )}
          <Tokens teams={teams} hasPassword={known?.hasPassword} />
          <DeleteAccount hasPassword={known?.hasPassword} />
        </Stack>
      </div>
    </Page>
  );
}
