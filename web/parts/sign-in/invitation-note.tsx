import { useCallback } from 'react';
import { invitationOf } from '../../../client/calls/teams.ts';
import type { Client } from '../../../client/client.ts';
import { Alert } from '../../ui/message/message.tsx';
import { useQuery } from '../lists/use-list.ts';

export const invitationIn = (from: string | undefined): string | undefined =>
  /^\/join\/([^/?#]+)/.exec(from ?? '')?.[1];

export function InvitationNote({ from }: { from: string | undefined }) {
  const token = invitationIn(from);
  return token === undefined ? null : <Note token={token} />;
}

function Note({ token }: { token: string }) {
  const read = useCallback((client: Client) => invitationOf(client, token), [token]);
  const { value } = useQuery(read);
  return <Alert>{`Sign in or register to join ${value?.name ?? 'the team'}.`}</Alert>;
}
