import { SignInPage } from '../../parts/frame/frame.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';

export function NotFoundScreen() {
  return (
    <SignInPage title="Page not found">
      <EmptyState
        title="We can’t find that page."
        actions={
          <>
            <ButtonLink variant="primary" href={urls.day}>
              Day View
            </ButtonLink>
            <ButtonLink href={urls.layouts}>View Layouts</ButtonLink>
          </>
        }
      >
        The address may be wrong, or the page may have been removed.
      </EmptyState>
    </SignInPage>
  );
}
