import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { useMe } from '../../parts/page/client-context.tsx';
import { pressSignOut } from '../../parts/page/sign-out-press.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { InviteLinkForm } from './invite-link-form.tsx';
import { NewTeamForm } from './new-team-form.tsx';

/** Create a team, or join one by invite link. */
export function StartScreen() {
  const me = useMe();
  const hasTeam = (me?.teams.length ?? 0) > 0;
  return (
    <SignInFrame>
      <Page title="Create or Join a Team" width="narrow">
        <Stack>
          <p>
            {hasTeam ? '' : <>No teams available for {me?.user?.email ?? 'you'}. </>}
            Create your own team, or join one with the invite link from a manager.
          </p>
          <Card title="Create a Team" isPadded>
            <NewTeamForm />
          </Card>
          <Card title="Join a Team" isPadded>
            <InviteLinkForm />
          </Card>
          <Actions>
            {hasTeam && <ButtonLink href={urls.layouts}>Back to My Team</ButtonLink>}
            <ButtonLink variant="quiet" href={urls.account}>
              My Account
            </ButtonLink>
            <ButtonLink variant="quiet" href={urls.logout} onClick={pressSignOut}>
              Sign Out
            </ButtonLink>
          </Actions>
        </Stack>
      </Page>
    </SignInFrame>
  );
}
