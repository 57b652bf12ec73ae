import { useEffect, useState } from 'react';
import { signOut } from '../../../client/calls/sign-in.ts';
import { type Problem, sentence } from '../../../domain/problem/problem.ts';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { useClient, useObservable } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './logout.css';

/** Signs out once everything is sent, or at a press, then goes to /login. */
export function LogoutScreen() {
  const client = useClient();
  const go = useNavigateTo();
  const [tries, setTries] = useState(1);
  const [problem, setProblem] = useState<Problem | null>(null);
  const unsent = useObservable(client.unsaved);
  const [isPressed, setPressed] = useState(false);
  const waits = unsent > 0 && !isPressed;

  // biome-ignore lint/correctness/useExhaustiveDependencies: signs out once per try, when nothing waits
  useEffect(() => {
    if (waits) return;
    setProblem(null);
    void signOut(client).then((outcome) =>
      outcome.ok ? go(urls.login, { replace: true }) : setProblem(outcome.problem),
    );
  }, [client, tries, waits]);

  return (
    <SignInFrame>
      <Page title="Sign Out" width="narrow">
        {waits ? (
          <UnsentChanges count={unsent} onSignOut={() => setPressed(true)} />
        ) : problem ? (
          <Alert tone="problem" action={<Button onPress={() => setTries(tries + 1)}>Retry</Button>}>
            {sentence(problem)}
          </Alert>
        ) : (
          <Loading />
        )}
      </Page>
    </SignInFrame>
  );
}

function UnsentChanges({ count, onSignOut }: { count: number; onSignOut: () => void }) {
  const changes = count === 1 ? '1 change is' : `${count} changes are`;
  return (
    <>
      <Alert tone="warning">{sentence({ code: 'changes-not-sent', details: { changes } })}</Alert>
      <div className="logout__choices">
        <Button onPress={onSignOut}>Sign Out Now</Button>
        <ButtonLink href={urls.day} variant="quiet">
          Cancel
        </ButtonLink>
      </div>
    </>
  );
}
