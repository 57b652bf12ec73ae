import { useEffect, useState } from 'react';
import { invitationOf, joinTeam } from '../../../client/calls/teams.ts';
import { findMe, type OfferedPerson } from '../../../contract/mine.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { type Role, roleNames } from '../../../domain/team/user.ts';
import { useFormOutcome } from '../../parts/forms/submit.tsx';
import { SignInFrame } from '../../parts/frame/frame.tsx';
import { sayItIsMe } from '../../parts/mine/link-me.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { FormError } from '../../ui/form/form.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

type Invitation = { team: string; name: string; role: Role };

const roleDescriptions: Readonly<Record<Role, string>> = {
  manager: 'You have full access to this team.',
  lead: 'You can run the day: shifts, positions, breaks, and notes.',
  viewer: 'You can view the day.',
};

export function JoinScreen({ token }: { token: string }) {
  const client = useClient();
  const [answer, setAnswer] = useState<Outcome<Invitation> | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void invitationOf(client, token).then((outcome) => isCurrent && setAnswer(outcome));
    return () => {
      isCurrent = false;
    };
  }, [client, token]);

  return (
    <SignInFrame>
      <Page title="Join a Team" width="narrow">
        {answer === null && <Loading />}
        {answer?.ok && <AcceptInvitation token={token} invitation={answer.value} />}
        {answer && !answer.ok && (
          <Stack>
            <Alert tone="problem">{sentence(answer.problem)}</Alert>
            <Actions>
              <ButtonLink href={urls.start}>Create or Join a Team</ButtonLink>
            </Actions>
          </Stack>
        )}
      </Page>
    </SignInFrame>
  );
}

function AcceptInvitation({ token, invitation }: { token: string; invitation: Invitation }) {
  const client = useClient();
  const go = useNavigateTo();
  const { attempt, whole } = useFormOutcome();
  const [person, setPerson] = useState<OfferedPerson | null>(null);
  // crew find themselves among today's names there
  const next = invitation.role === 'viewer' ? urls.mine : urls.layouts;

  async function join() {
    const joined = await attempt(() => joinTeam(client, token));
    if (!joined) return;
    const found = await client.call(findMe, { params: { team: joined.team }, query: { name: undefined } });
    const [only, another] = found.ok ? found.value.exact : [];
    if (only && !another) setPerson(only);
    else go(next, { replace: true });
  }

  if (person) return <IsThisYou team={invitation.team} person={person} next={next} />;

  return (
    <Stack>
      <FormError>{whole}</FormError>
      <p>
        You’re invited to join <strong>{invitation.name}</strong> as a{' '}
        <strong>{roleNames[invitation.role]}</strong>. {roleDescriptions[invitation.role]}
      </p>
      <Actions>
        <Button variant="primary" onPress={join}>
          Join
        </Button>
        <ButtonLink variant="quiet" href={urls.day}>
          Not Now
        </ButtonLink>
      </Actions>
    </Stack>
  );
}

function IsThisYou({ team, person, next }: { team: string; person: OfferedPerson; next: string }) {
  const client = useClient();
  const go = useNavigateTo();
  const [isBusy, setBusy] = useState(false);

  async function link() {
    setBusy(true);
    await sayItIsMe(client, team, person);
    go(next, { replace: true });
  }

  return (
    <Stack>
      <p>
        You’re in. Are you <strong>{person.name}</strong> on the schedule?
      </p>
      <Actions>
        <Button size="big" variant="primary" isDisabled={isBusy} onPress={link}>
          Yes, that’s me
        </Button>
        <ButtonLink size="big" variant="quiet" href={next}>
          No
        </ButtonLink>
      </Actions>
    </Stack>
  );
}
