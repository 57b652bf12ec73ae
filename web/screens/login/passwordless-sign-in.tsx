import { useEffect, useRef, useState } from 'react';
import { signInByPasskey } from '../../../client/calls/sign-in.ts';
import type { SignInOptions } from '../../../contract/auth.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { signInByPage, signInByWindow } from '../../parts/sign-in/provider-sign-in.ts';
import { hasPasskeys } from '../../parts/sign-in/sign-in-options.ts';
import { Button } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

type PasswordlessSignInProps = { ways: SignInOptions | undefined; from?: string };

/** Sign-in with a passkey or the configured provider, if available. */
export function PasswordlessSignIn({ ways, from = urls.day }: PasswordlessSignInProps) {
  const client = useClient();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isBusy = useRef(false);
  const endWindow = useRef<(() => void) | null>(null);
  useEffect(() => () => endWindow.current?.(), []);
  const provider = ways?.provider ?? null;
  const offersPasskeys = hasPasskeys(ways);
  if (provider === null && !offersPasskeys) return null;

  function showProblem(found: Problem) {
    endWindow.current = found.code === 'popup-closed-by-user' ? endWindow.current : null;
    setProblem({ ...found, details: { provider: provider ?? '', ...found.details } });
  }

  async function byPasskey() {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    const outcome = await signInByPasskey(client, async (options) => {
      const { askForPasskey } = await import('../../parts/sign-in/passkey-prompt.ts');
      return askForPasskey(options);
    });
    isBusy.current = false;
    if (!outcome.ok) showProblem(outcome.problem);
  }

  function byWindow() {
    const wasOpen = endWindow.current !== null && problem === null;
    endWindow.current?.();
    setProblem(wasOpen ? { code: 'cancelled-popup-request' } : null);
    endWindow.current = signInByWindow(client, showProblem);
  }

  async function byPage() {
    setProblem(null);
    const outcome = await signInByPage(client, from);
    if (!outcome.ok) showProblem(outcome.problem);
  }

  return (
    <Stack>
      {problem && (
        <Alert
          tone="problem"
          action={problem.code === 'popup-blocked' && <Button onPress={byPage}>Continue in This Tab</Button>}
        >
          {sentence(problem)}
        </Alert>
      )}
      {offersPasskeys && (
        <Button isWide onPress={byPasskey}>
          Sign In with a Passkey
        </Button>
      )}
      {provider !== null && (
        <Button isWide onPress={byWindow}>
          {`Sign In with ${provider}`}
        </Button>
      )}
    </Stack>
  );
}
