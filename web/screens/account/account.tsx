import { useRef, useState } from 'react';
import {
  type AccountSecurity,
  changeLanguage,
  endSession,
  getSecurity,
  signOutOthers,
  verifyEmail,
} from '../../../contract/account.ts';
import { getSecureAddresses } from '../../../contract/secure.ts';
import { roleNames, type User } from '../../../domain/team/user.ts';
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
import { LanguageChoice } from '../../parts/page/language-choice.tsx';
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

const DeleteAccountDialog = lazyPart(() => import('./profile-dialogs.tsx'), 'DeleteAccountDialog');

function DeleteAccount({ hasPassword }: { hasPassword: boolean | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete Account" isPadded>
      <Stack>
        <p>You’ll leave all your teams and won’t be able to sign in anymore.</p>
        <Actions>
          <Button isDisabled={hasPassword === undefined} onPress={() => setOpen(true)}>
            Delete Account
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

  async function choose(language: Language) {
    const chosen = await client.call(changeLanguage, { body: { language } });
    if (!chosen.ok) return void showProblem(chosen.problem);
    await followPerson(chosen.value).catch(() => showProblem({ code: 'network-request-failed' }));
  }

  async function verify() {
    const sent = await client.call(verifyEmail, {});
    if (sent.ok) showToast({ text: `We sent a confirmation link to ${user.email}` });
    else showProblem(sent.problem);
  }

  return (
    <Card
      title="Profile"
      foot={
        <Actions>
          <Button onPress={() => setOpen('names')}>Edit Names</Button>
          <Button isDisabled={hasPassword === undefined} onPress={() => setOpen('email')}>
            Change Email
          </Button>
          {canConfirmEmail && <Button onPress={verify}>Confirm Email</Button>}
        </Actions>
      }
    >
      <Facts
        facts={[
          { label: 'UID', value: user.id },
          { label: 'Email', value: user.email },
          { label: 'First Name', value: user.firstName },
          { label: 'Last Name', value: user.lastName },
        ]}
      />
      <div className="account__language">
        <LanguageChoice onChange={choose} />
      </div>
      {open === 'names' && <NamesDialog user={user} onClose={close} />}
      {open === 'email' && <EmailDialog user={user} hasPassword={hasPassword === true} onClose={close} />}
    </Card>
  );
}

const modeNames: Readonly<Record<ColorMode, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

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
    <Card title="This Device" isPadded>
      <Stack>
        <SelectField
          label="Appearance"
          value={mode}
          onChange={choose}
          options={colorModes.map((value) => ({ value, label: modeNames[value] }))}
        />
        <Checkbox
          label="Single-key shortcuts"
          description="1 to 9 for rotations, / for a person, ? for all keys"
          isSelected={hasSingleKeys}
          onChange={chooseSingleKeys}
        />
        <StayAwake />
        <AwakeNote />
        {isOffered && (
          <p>
            <ButtonLink href={urls.secure} target={target}>
              Set Up a Secure Connection
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
      title: `Sign Out ${device}?`,
      action: 'Sign Out',
      text: 'You’ll need to sign in again on that device.',
      work: () => client.call(endSession, { params: { session: id } }),
      said: `${device} signed out`,
      onDone: finish,
    });
  const endOthers = () =>
    askFinally({
      title: 'Sign Out Other Devices',
      action: 'Sign Out',
      text: 'You’ll need to sign in again on every device except this one, including wall displays.',
      work: () => client.call(signOutOthers, {}),
      said: 'Other devices signed out',
      onDone: finish,
    });

  return (
    <Card
      title="Devices"
      foot={
        <Stack>
          <p ref={count} tabIndex={-1} className="hint">
            {otherDevices(others.length)}
          </p>
          {others.length > 0 && (
            <Actions>
              {shown.length < others.length && (
                <Button onPress={() => setShort(false)}>Show All Devices</Button>
              )}
              <Button onPress={endOthers}>Sign Out Other Devices</Button>
            </Actions>
          )}
        </Stack>
      }
    >
      {[...here, ...shown].map((session) => (
        <Row
          key={session.id}
          label={session.isCurrent ? `${session.device} (this device)` : session.device}
          state={`Signed in ${showDayHere(session.signedInAt)}. Last used ${showMomentHere(session.lastUsedAt)}.`}
        >
          {!session.isCurrent && (
            <Button
              variant="danger"
              aria-label={`Sign Out ${session.device}, last used ${showMomentHere(session.lastUsedAt)}`}
              onPress={() => end(session)}
            >
              Sign Out
            </Button>
          )}
        </Row>
      ))}
    </Card>
  );
}

const otherDevices = (others: number): string =>
  others === 0
    ? 'No other devices.'
    : `You’re signed in on ${others} other ${others === 1 ? 'device' : 'devices'}.`;

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
      title="Account"
      actions={
        <ButtonLink href={urls.logout} onClick={pressSignOut}>
          Sign Out
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
          <Card title="Teams" isPadded={teams.length === 0}>
            {teams.length === 0 ? (
              <p>No teams available</p>
            ) : (
              <Facts
                facts={teams.map(({ name, role, needsSecondFactor }) => ({
                  label: name,
                  value: needsSecondFactor
                    ? 'Manager. Set up an authenticator app to manage this team.'
                    : roleNames[role],
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
