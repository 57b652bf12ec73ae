import type { Documents } from '../documents/documents.ts';
import type { SecurityLog } from './security-log.ts';

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
        const event = { type: 'access-refused', user: author.user, team: ref.team } as const;
        securityLog.recordLater(() => event);
      }
      return outcome;
    },
  };
}
