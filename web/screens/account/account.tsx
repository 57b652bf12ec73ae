import { lazy, Suspense } from 'react';
import { securityOf } from '../../../client/calls/account.ts';
import { roleNames } from '../../../domain/team/user.ts';
import { Facts } from '../../parts/forms/facts.tsx';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useQuery } from '../../parts/lists/use-query.ts';
import { useMe, useTeamId } from '../../parts/page/client-context.tsx';
import { pressSignOut } from '../../parts/page/sign-out-press.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { Appearance } from './appearance.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { Profile } from './profile.tsx';
import './account.css';

const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }));
const Activity = lazy(async () => ({ default: (await import('./activity.tsx')).Activity }));
const Reminders = lazy(async () => ({
  default: (await import('../../parts/alerts/reminders.tsx')).Reminders,
}));
const Tokens = lazy(async () => ({ default: (await import('./tokens/tokens.tsx')).Tokens }));

/** Profile, teams, appearance, activity, sign-in, devices, and API tokens. */
export function AccountScreen() {
  const me = useMe();
  const team = useTeamId();
  const security = useQuery(securityOf);
  if (!me?.user) return null;
  const { user, teams } = me;
  const known = security.value;

  return (
    <Page
      title="Account"
      actions={
        <ButtonLink href={urls.logout} onClick={pressSignOut}>
          Sign Out
        </ButtonLink>
      }
    >
      <div className="account">
        <Stack>
          <Profile
            user={user}
            hasPassword={known?.hasPassword}
            canConfirmEmail={known?.canConfirmEmail === true}
          />
          <Card title="Teams" isPadded={teams.length === 0}>
            {teams.length === 0 ? (
              <p>No teams available</p>
            ) : (
              <Facts
                facts={teams.map(({ name, role, needsSecondFactor }) => ({
                  label: name,
                  value: needsSecondFactor
                    ? 'Manager. Set up an authenticator app to manage this team.'
                    : roleNames[role],
                }))}
              />
            )}
          </Card>
          <Appearance />
          {team !== null && (
            <Suspense>
              <Reminders key={team} team={team} />
            </Suspense>
          )}
          <Suspense fallback={<Loading />}>
            <Activity />
          </Suspense>
        </Stack>
        <Stack>
          <Suspense fallback={<Loading />}>
            <ListProblem list={security} />
            {known && (
              <>
                <SignIn security={known} onChanged={security.retry} />
                <Devices sessions={known.sessions} onChanged={security.retry} />
              </>
            )}
            {!known && !security.error && <Loading />}
            <Tokens teams={teams} hasPassword={known?.hasPassword} />
          </Suspense>
          <DeleteAccount hasPassword={known?.hasPassword} />
        </Stack>
      </div>
    </Page>
  );
}
