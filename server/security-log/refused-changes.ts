import type { Documents } from '../documents/documents.ts';
import type { Store } from '../store/store.ts';
import type { SecurityLog } from './security-log.ts';

type FindRoles = Pick<Store['members'], 'role' | 'recentRole'>;

/** Records that somebody sent a change that their role doesn't allow. Pages don't offer such changes. */
export function recordRefusedChanges(
  documents: Documents,
  securityLog: Pick<SecurityLog, 'recordLater'>,
): Documents {
  return {
    ...documents,
    async change(author, ref, envelope, order) {
      const outcome = await documents.change(author, ref, envelope, order);
      if (!outcome.ok && outcome.problem.code === 'not-allowed') {
        securityLog.recordLater({ type: 'access-refused', user: author.user, team: ref.team });
      }
      return outcome;
    },
  };
}

/**
 * Records that a page asked for a team that its person isn't in. The entry doesn't name the team: people outside it leave no
 * trace in its log.
 */
export function recordStrangers(
  { members }: { readonly members: FindRoles },
  securityLog: Pick<SecurityLog, 'recordLater'>,
): { readonly members: FindRoles } {
  const recorded =
    (find: FindRoles['role']): FindRoles['role'] =>
    async (team, user) => {
      const role = await find(team, user);
      if (role === null) securityLog.recordLater({ type: 'access-refused', user });
      return role;
    };
  const { role, recentRole } = members;
  return { members: { role: recorded(role), ...(recentRole && { recentRole: recorded(recentRole) }) } };
}
