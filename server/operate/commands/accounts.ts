import { describeSecurityEvent } from '../../../domain/team/security-event.ts';
import { isIsoDate } from '../../../domain/time/date.ts';
import { readWords } from '../../../words/read-words.ts';
import { findUserByEmail, findUsers, revokePendingProofs } from '../../accounts/account-tables.ts';
import { resetLinkMinutes } from '../../accounts/email.ts';
import { issueResetLink, resetLinkPath } from '../../accounts/passwords.ts';
import { operatorEntry, recordByOperator } from '../../accounts/security-log.ts';
import { deleteSecondFactor, endSessions } from '../../accounts/sessions.ts';
import { addressOf } from '../../address.ts';
import type { Config } from '../../config.ts';
import { revokeTokens } from '../../database/access-token-tables.ts';
import { appendEntries } from '../../database/security-log-tables.ts';
import type { DatabaseStore, SecurityLogEntry } from '../../database/store.ts';
import { createSecretBox, reencryptSecrets } from '../../schedules/secret-box.ts';
import { openSharedSecret, renewSecret } from '../../secret.ts';
import { StartProblem } from '../../start-problem.ts';
import { command, withStore } from './command.ts';

export const resetLink = command({
  usage: 'EMAIL',
  summary: `prints a link to choose a new password; it works once, for ${resetLinkMinutes} minutes`,
  takes: [1, 1],
  async run({ config, openStore, now, print }, _, email = '') {
    const origin = originOf(config);
    await withStore(openStore, async (store) => {
      const user = await userOf(store, email);
      const token = await store.kysely.transaction().execute(async (transaction) => {
        await appendEntries(transaction, [operatorEntry({ type: 'reset-link-created', user }, now())]);
        return issueResetLink(transaction, { email, sentBy: 'operator', now: now() });
      });
      if (!token) throw new StartProblem(`Nobody has an account with the address ${email}.`);
      print(origin + resetLinkPath(token));
    });
  },
});

function originOf({ publicUrl, host, port }: Config): string {
  if (publicUrl) return publicUrl.origin;
  if (port !== 0) return addressOf(host, port);
  throw new StartProblem('PORT is “0”, so the address is not known; set PUBLIC_URL to it.');
}

export const dropSecondFactor = command({
  usage: 'EMAIL',
  summary: 'lets someone who lost their authenticator app and backup codes sign in with the password alone',
  takes: [1, 1],
  async run({ openStore, now, print }, _, email = '') {
    await withStore(openStore, async (store) => {
      const user = await userOf(store, email);
      await store.kysely.transaction().execute(async (transaction) => {
        await deleteSecondFactor(transaction, user);
        await appendEntries(transaction, [operatorEntry({ type: 'second-factor-removed', user }, now())]);
      });
    });
    print(`${email} can now sign in with the password alone.`);
  },
});

export const signOut = command({
  usage: 'EMAIL [--tokens]',
  summary: 'signs someone out on every device within two seconds; --tokens also revokes their API tokens',
  options: { tokens: { type: 'boolean', default: false } },
  takes: [1, 1],
  async run({ openStore, now, print }, { tokens }, email = '') {
    const ended = await withStore(openStore, async (store) => {
      const user = await userOf(store, email);
      return store.kysely.transaction().execute(async (transaction) => {
        await revokePendingProofs(transaction, user);
        if (tokens) await revokeTokens(transaction, user);
        await appendEntries(transaction, [operatorEntry({ type: 'signed-out-by-operator', user }, now())]);
        return endSessions(transaction, user);
      });
    });
    print(`${email} is signed out. Sessions that ended: ${ended}.`);
    print(
      tokens
        ? 'Their API tokens no longer work.'
        : 'Their password and API tokens still work. To revoke the tokens as well, add --tokens.',
    );
  },
});

const pageLength = 500;

export const securityLog = command({
  usage: '[--email EMAIL] [--since DATE|TIME] [--json]',
  summary: 'prints the security log of the whole server, the newest first; --json prints one object a line',
  options: {
    email: { type: 'string' },
    since: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  async run({ openStore, print }, options) {
    const since = options.since === undefined ? undefined : instantOf(options.since);
    if (since === null) {
      throw new StartProblem(
        `“${options.since}” is not a date or time. Write one such as 2026-11-21 or 2026-11-21T09:30Z.`,
      );
    }
    await withStore(openStore, async (store) => {
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
        if (entries.length < pageLength) return;
      }
    });
  },
});

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
      describeSecurityEvent(readWords('en', 'security'), type, details),
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

export const rotateSecret = command({
  usage: '',
  summary: 'creates a new secret (stop the server first); everyone has to sign in again, no data is lost',
  async run({ config, openLockedStore, now, print }) {
    // A running server has only the old secret and couldn't decrypt with the new one.
    await withStore(openLockedStore, async (store) => {
      // Other servers of the database have the same secret, and need the new one.
      const isShared = store.engine === 'postgres';
      if (isShared) await openSharedSecret(config.secretFile, store);
      // The file keeps older secrets, which still decrypt, so this may be interrupted at any point.
      const secret = await renewSecret(config.secretFile);
      if (isShared) await openSharedSecret(config.secretFile, store);
      const count = await reencryptSecrets(createSecretBox(secret.keysFor('schedule')), store.schedule);
      await recordByOperator(store, { type: 'secret-rotated' }, now());
      print(`${config.secretFile} has a new secret. Everyone has to sign in again.`);
      if (isShared) print('Copy the file to the other servers of this database before they start.');
      print(`Schedule provider passwords and tokens encrypted with it: ${count}.`);
    });
  },
});
