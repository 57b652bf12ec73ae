import { useState } from 'react';
import { useParams } from 'wouter';
import { invitationOf, joinTeam } from '../../../client/calls/teams.ts';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import { findMe, type OfferedPerson } from '../../../contract/mine.ts';
import { type Role, roleName } from '../../../domain/team/user.ts';
import { useFormOutcome } from '../../parts/forms/submit.tsx';
import { SignInPage } from '../../parts/frame/frame.tsx';
import { useQuery } from '../../parts/lists/use-list.tsx';
import { ThisIsMe } from '../../parts/mine/this-is-me.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { richWords } from '../../parts/page/rich-words.tsx';
import { Button, ButtonLink, QuietLink, useNavigateTo } from '../../ui/button/button.tsx';
import { FormError } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const t = words('sign-in');
const pageWords = words('page');

export function JoinScreen() {
  const { token } = useParams<{ token: string }>();
  const { value: invitation, error } = useQuery((client) => invitationOf(client, token));
  return (
    <SignInPage title={t('join-team')} isLoading={!invitation && !error}>
      {invitation && <AcceptInvitation token={token} invitation={invitation} />}
      {error && (
        <Stack>
          <Alert tone="problem">{sentence(error)}</Alert>
          <Actions>
            <ButtonLink href={urls.start}>{t('create-or-join')}</ButtonLink>
          </Actions>
        </Stack>
      )}
    </SignInPage>
  );
}

type Invitation = { team: string; name: string; role: Role };

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

  if (person) {
    return (
      <Stack>
        <p>{richWords((gaps) => t('join-is-this-you', gaps), { name: <strong>{person.name}</strong> })}</p>
        <Actions>
          <ThisIsMe team={invitation.team} person={person} onDone={() => go(next, { replace: true })} />
          <ButtonLink size="big" variant="quiet" href={next}>
            {t('no')}
          </ButtonLink>
        </Actions>
      </Stack>
    );
  }
  return (
    <Stack>
      <FormError>{whole}</FormError>
      <p>
        {richWords((gaps) => t('join-invited', gaps), {
          team: <strong>{invitation.name}</strong>,
          role: <strong>{roleName(pageWords, invitation.role)}</strong>,
        })}{' '}
        {t(`join-as-${invitation.role}`)}
      </p>
      <Actions>
        <Button variant="primary" onPress={join}>
          {t('join')}
        </Button>
        <QuietLink href={urls.day}>{t('not-now')}</QuietLink>
      </Actions>
    </Stack>
  );
}
