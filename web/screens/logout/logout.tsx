import { useEffect, useState } from 'react';
import { signOut } from '../../../client/calls/sign-in.ts';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import { fullName, type User } from '../../../domain/team/user.ts';
import { SignInPage } from '../../parts/frame/frame.tsx';
import { useBackOnline, useClient, useMe, useObservable } from '../../parts/page/client-context.tsx';
import { takeSignOutPress } from '../../parts/page/sign-out-press.ts';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const t = words('sign-in');

/** Needs a press: an address that was opened or followed from another site signs nobody out. */
export function LogoutScreen() {
  const client = useClient();
  const go = useNavigateTo();
  const me = useMe();
  const [tries, setTries] = useState(1);
  const [problem, setProblem] = useState<Problem | null>(null);
  const unsent = useObservable(client.unsaved);
  const [isPressed] = useState(takeSignOutPress);
  const [isConfirmed, setConfirmed] = useState(false);
  const isSignedOut = me !== null && me.user === null;
  const waits = !isConfirmed && !isSignedOut && (unsent > 0 || !isPressed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: signs out once per try, when nothing waits
  useEffect(() => {
    if (waits) return;
    setProblem(null);
    void signOut(client).then((outcome) =>
      outcome.ok ? go(urls.login, { replace: true }) : setProblem(outcome.problem),
    );
  }, [client, tries, waits]);

  useBackOnline(() => problem && setTries((count) => count + 1));

  return (
    <SignInPage title={t('sign-out')}>
      {waits && me?.user ? (
        <Choices user={me.user} unsent={unsent} isPressed={isPressed} onSignOut={() => setConfirmed(true)} />
      ) : problem ? (
        <Alert
          tone="problem"
          action={<Button onPress={() => setTries(tries + 1)}>{t('sign-out-retry')}</Button>}
        >
          {sentence(problem)}
        </Alert>
      ) : (
        <Loading />
      )}
    </SignInPage>
  );
}

interface ChoicesProps {
  readonly user: User;
  readonly unsent: number;
  /** Sign Out was pressed, which happens once all is sent. */
  readonly isPressed: boolean;
  readonly onSignOut: () => void;
}

function Choices({ user, unsent, isPressed, onSignOut }: ChoicesProps) {
  const code = isPressed ? 'changes-not-sent' : 'changes-unsent';
  return (
    <Stack>
      {unsent > 0 ? (
        <Alert tone="warning">{sentence({ code, details: { count: unsent } })}</Alert>
      ) : (
        <p>{t('signed-in-as', { name: fullName(user) })}</p>
      )}
      <Actions>
        <Button onPress={onSignOut}>{t(unsent > 0 ? 'sign-out-now' : 'sign-out')}</Button>
        <ButtonLink href={urls.day} variant="quiet">
          {t('cancel')}
        </ButtonLink>
      </Actions>
    </Stack>
  );
}
