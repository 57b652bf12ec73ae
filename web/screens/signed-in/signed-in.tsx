import { useEffect, useState } from 'react';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { endSignInWindow, takeWayBack } from '../../parts/sign-in/provider-sign-in.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

type SignedInProps = {
  /** Why signing in failed. */
  problem?: string;
  /** Goes back to where the user was going, or shows the problem there. */
  goOn: (from: string) => void;
};

/** The provider redirects here after sign-in, in a pop-up window or in the page itself. */
export function SignedInScreen({ problem, goOn }: SignedInProps) {
  const [isLeft, setLeft] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the return address can be used only once
  useEffect(() => {
    const from = takeWayBack();
    if (from !== null) return goOn(from);
    endSignInWindow(problem);
    // not every browser lets a window close itself
    setLeft(true);
  }, []);

  return (
    <SignInFrame>
      <Page title="Sign In" width="narrow">
        {isLeft ? (
          <Stack>
            <p>
              {problem
                ? 'That didn’t work. Close this window and go back to Lineup.'
                : 'You’re signed in. Close this window and go back to Lineup.'}
            </p>
            <ButtonLink href={urls.day}>Continue Here</ButtonLink>
          </Stack>
        ) : (
          <Loading />
        )}
      </Page>
    </SignInFrame>
  );
}
