import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { urls } from '../urls.ts';
import { FrontDoor } from './front-door.tsx';

export function NotFoundPage() {
  return (
    <FrontDoor>
      <Page title="Page not found" width="narrow">
        <EmptyState
          title="We can’t find that page."
          actions={
            <>
              <ButtonLink variant="primary" href={urls.day}>
                Day view
              </ButtonLink>
              <ButtonLink href={urls.layouts}>View layouts</ButtonLink>
            </>
          }
        >
          It may have been typed wrongly, or what was here is gone.
        </EmptyState>
      </Page>
    </FrontDoor>
  );
}

/** Shown in place of a page that threw, or whose script could not be fetched. */
export function BrokenPage({ error }: { error: unknown }) {
  const isOutOfReach = error instanceof TypeError && /import|module|fetch/i.test(error.message);
  return (
    <FrontDoor>
      <Page title="Something went wrong" width="narrow">
        <EmptyState
          title={isOutOfReach ? 'This page could not be loaded' : 'This page could not be shown'}
          actions={
            <>
              <Button variant="primary" onPress={() => window.location.reload()}>
                Reload
              </Button>
              <ButtonLink href={urls.day}>Day view</ButtonLink>
            </>
          }
        >
          {isOutOfReach
            ? 'Lineup cannot be reached. Check the connection, then reload.'
            : 'What was saved is kept. If a reload does not help, tell whoever looks after Lineup here.'}
        </EmptyState>
      </Page>
    </FrontDoor>
  );
}
