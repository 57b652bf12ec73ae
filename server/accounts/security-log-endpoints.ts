import { getOwnSecurityLog, getTeamSecurityLog, type SecurityLogPage } from '../../contract/security-log.ts';
import { done } from '../../domain/problem/problem.ts';
import { fullName, type User } from '../../domain/team/user.ts';
import type { SecurityLogEntry, SecurityLogStore } from '../database/security-log-store.ts';
import type { Serve } from '../door/endpoint.ts';
import type { SecurityLog } from './security-log.ts';

interface Dependencies {
  readonly store: SecurityLogStore;
  readonly log: Pick<SecurityLog, 'settled'>;
  readonly people: (ids: readonly string[]) => Promise<readonly User[]>;
}

const pageLength = 50;

export function serveSecurityLog(serve: Serve, { store, log, people }: Dependencies): void {
  async function page(
    fetch: (page: { before: string | null; limit: number }) => Promise<readonly SecurityLogEntry[]>,
    before: string | undefined,
  ): Promise<SecurityLogPage> {
    // so that people find what they just did
    await log.settled();
    // One more shows whether there are older ones.
    const found = await fetch({ before: before ?? null, limit: pageLength + 1 });
    const shown = found.slice(0, pageLength);
    const ids = shown.flatMap(({ user, by }) => [user, by]).filter((each) => each !== null);
    const names = new Map((await people([...new Set(ids)])).map((user) => [user.id, fullName(user)]));
    const personOf = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
    return {
      entries: shown.map(({ user, by, team: _, details, ...entry }) => ({
        ...entry,
        person: personOf(user),
        by: personOf(by),
        details: { ...details },
      })),
      next: found.length > pageLength ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  serve(getOwnSecurityLog, async ({ caller, query }) =>
    done(await page((each) => store.ofUser(caller.user.id, each), query.before)),
  );

  serve(getTeamSecurityLog, async ({ params, query }) => {
    const { entries, next } = await page((each) => store.ofTeam(params.team, each), query.before);
    // Where members are is not their managers' business.
    return done({ entries: entries.map((entry) => ({ ...entry, place: '' })), next });
  });
}
