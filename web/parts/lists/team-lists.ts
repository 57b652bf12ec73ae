import { listInvitations, listMembers } from '../../../contract/teams.ts';
import { useListOf } from './use-list.ts';

export const useMembers = (team: string) =>
  useListOf(listMembers, { params: { team } }, ({ members }) => members);

export const useInvitations = (team: string) =>
  useListOf(listInvitations, { params: { team } }, ({ invitations }) => invitations);
