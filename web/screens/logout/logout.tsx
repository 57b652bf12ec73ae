import { useEffect, useState } from 'react';
import { signOut } from '../../../client/calls/sign-in.ts';
import { type Problem, sentence } from '../../../domain/problem/problem.ts';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

/** Signs out on mount, then goes to /login. */
export function LogoutScreen() {
  const client = useClient();
  const go = useNavigateTo();
  const [tries, setTries] = useState(1);
  const [problem, setProblem] = useState<Problem | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: signs out once per try
  useEffect(() => {
    setProblem(null);
    void signOut(client).then((outcome) =>
      outcome.ok ? go(urls.login, { replace: true }) : setProblem(outcome.problem),
    );
  }, [client, tries]);

  return (
    <SignInFrame>
      <Page title="Sign Out" width="narrow">
        {problem ? (
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
