import { invitationOf } from '../../../client/calls/teams.ts';
import { Alert } from '../../ui/message/message.tsx';
import { useQuery } from '../lists/use-list.ts';

export const invitationIn = (from: string | undefined): string | undefined =>
  /^\/join\/([^/?#]+)/.exec(from ?? '')?.[1];

export function InvitationNote({ from }: { from: string | undefined }) {
  const token = invitationIn(from);
  return token === undefined ? null : <Note key={token} token={token} />;
}

function Note({ token }: { token: string }) {
  const { value } = useQuery((client) => invitationOf(client, token));
  return <Alert>{`Sign in or register to join ${value?.name ?? 'the team'}.`}</Alert>;
}
