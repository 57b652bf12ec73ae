import { useEffect, useState } from 'react';
import type { ProblemCode } from '../../../domain/problem/problem.ts';
import { FrontDoor } from '../../parts/frame/front-door.tsx';
import { endSignInWindow, takeWayBack } from '../../parts/sign-in/provider-sign-in.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

type SignedInProps = {
  problem?: ProblemCode;
  /** Goes to where the person wanted to go, or says there what went wrong. */
  goOn: (from: string) => void;
};

/** Where the provider sends people back, in the window that opened for it or in the page itself. */
export function SignedInScreen({ problem, goOn }: SignedInProps) {
  const [isLeft, setLeft] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the way back can be taken once
  useEffect(() => {
    const from = takeWayBack();
    if (from !== null) return goOn(from);
    endSignInWindow(problem);
    // Not every browser lets a window close itself.
    setLeft(true);
  }, []);

  return (
    <FrontDoor>
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
    </FrontDoor>
  );
}
