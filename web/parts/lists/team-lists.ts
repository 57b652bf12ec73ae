import { listInvitations, listMembers } from '../../../contract/teams.ts';
import { useClient } from '../page/client-context.tsx';
import { rowsOf, useList } from './use-list.ts';

export function useMembers(team: string) {
  const client = useClient();
  return useList({
    ...{ team, list: 'members' },
    read: () => rowsOf(client.call(listMembers, { params: { team } }), ({ members }) => members),
  });
}

export function useInvitations(team: string) {
  const client = useClient();
  return useList({
    ...{ team, list: 'invitations' },
    read: () => rowsOf(client.call(listInvitations, { params: { team } }), ({ invitations }) => invitations),
  });
}
