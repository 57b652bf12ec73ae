import { parseArgs } from 'node:util';
import { describeSecurityEvent } from '../../../domain/team/security-event.ts';
import { isIsoDate } from '../../../domain/time/date.ts';
import { findUserByEmail, findUsers } from '../../accounts/account-tables.ts';
import type { DatabaseStore, SecurityLogEntry } from '../../database/store.ts';
import { StartProblem } from '../../start-problem.ts';
import type { Command } from './command.ts';

const pageLength = 500;

export const securityLog: Command = {
  usage: '[--email EMAIL] [--since DATE|TIME] [--json]',
  summary: 'prints the security log of the whole server, the newest first; --json prints one object a line',
  async run(args, { openStore, print }) {
    const options = parseOptions(args);
    if (!options) return false;
    const since = options.since === undefined ? undefined : instantOf(options.since);
    if (since === null) {
      throw new StartProblem(
        `“${options.since}” is not a date or time. Write one such as 2026-11-21 or 2026-11-21T09:30Z.`,
      );
    }
    const store = await openStore();
    try {
      const user = options.email === undefined ? undefined : await userOf(store, options.email);
      let before: string | null = null;
      for (;;) {
        const query = { user, since, before, limit: pageLength };
        const entries: readonly SecurityLogEntry[] = await store.securityLog.all(query);
        const lineOf = options.json
          ? (entry: SecurityLogEntry) => JSON.stringify(entry)
          : await textOf(store, entries);
        for (const entry of entries) print(lineOf(entry));
        before = entries.at(-1)?.id ?? null;
        if (entries.length < pageLength) return true;
      }
    } finally {
      await store.close();
    }
  },
};

/** Null if the arguments don't match the usage. */
function parseOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        email: { type: 'string' },
        since: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch {
    return null;
  }
}

/** Null for what isn't a date or a time, or for one that doesn't exist, such as 2026-02-30. */
function instantOf(typed: string): number | null {
  const instant = Date.parse(typed);
  return Number.isNaN(instant) || !isIsoDate(typed.slice(0, 10)) ? null : instant;
}

async function userOf(store: DatabaseStore, email: string): Promise<string> {
  const user = await findUserByEmail(store.kysely, email);
  if (user === null) throw new StartProblem(`Nobody has an account with the address ${email}.`);
  return user;
}

/** Returns a function that makes a line of an entry, with the addresses of the people in these entries. */
async function textOf(store: DatabaseStore, entries: readonly SecurityLogEntry[]) {
  const ids = entries.flatMap(({ user, by }) => [user, by]).filter((id) => id !== null);
  const emails = new Map(
    (await findUsers(store.kysely, [...new Set(ids)])).map(({ id, email }) => [id, email]),
  );
  const nameOf = (id: string) => emails.get(id) ?? id;
  return ({ at, type, user, by, team, device, place, details }: SecurityLogEntry): string =>
    [
      new Date(at).toISOString(),
      user === null ? '-' : nameOf(user),
      describeSecurityEvent(type, details),
      by && `by ${nameOf(by)}`,
      team && `team ${team}`,
      device,
      place,
    ]
      .filter((part) => part)
      // Names can contain anything; a line stays one line.
      .map((part) => String(part).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
      .join('  ');
}
