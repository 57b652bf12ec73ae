import { words } from '../../../client/words/words.ts';
import { SignInPage } from '../../parts/frame/frame.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';

const t = words('sign-in');

export function NotFoundScreen() {
  return (
    <SignInPage title={t('not-found')}>
      <EmptyState
        title={t('not-found-page')}
        actions={
          <>
            <ButtonLink variant="primary" href={urls.day}>
              {t('not-found-day-view')}
            </ButtonLink>
            <ButtonLink href={urls.layouts}>{t('not-found-layouts')}</ButtonLink>
          </>
        }
      >
        {t('not-found-why')}
      </EmptyState>
    </SignInPage>
  );
}
