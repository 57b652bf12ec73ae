import { createHmac, randomBytes } from 'node:crypto';
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../contract/account.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { appendEntries } from '../database/security-log-tables.ts';
import type { MemberStore } from '../database/store.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { hashOf, newId } from '../id.ts';
import {
  type AccountDatabase,
  findProofs,
  findUnprotected,
  fromBoolean,
  fromInstant,
  toInstant,
} from './account-tables.ts';
import type { ProvedUser } from './accounts.ts';
import { reauthenticate } from './passwords.ts';
import { secondStep } from './pending-proofs.ts';
import { deleteSecondFactor } from './sessions.ts';

/** How long an authenticator app shows a code, in milliseconds. */
const STEP = 30_000;
/** How long a used code is remembered, in milliseconds: longer than it is accepted, since a person who saw it typed could use it. */
const CODE_LIFE = 120_000;

/** RFC 6238 with what all authenticator apps know: SHA-1 and six digits. */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The code of this half minute, or of the one before or after. */
function isCodeOf(secret: string, code: string, now: number): boolean {
  const step = Math.floor(now / STEP);
  return [step - 1, step, step + 1]
    .map((each) => hashOf(codeAt(secret, each)) === hashOf(code))
    .includes(true);
}

/** In base 32, as apps want it. */
function base32(secret: string): string {
  const bits = [...Buffer.from(secret)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = bits.match(/.{1,5}/g) ?? [];
  return digits
    .map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(each.padEnd(5, '0'), 2)])
    .join('');
}

const BACKUP_CODES = 10;

function newBackupCode(): string {
  const letters = randomBytes(30).toString('base64').replace(/\W/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
}

const findSecondFactor = (db: AccountDatabase, user: string) =>
  db.selectFrom('twoFactor').selectAll().where('userId', '=', user).executeTakeFirst();

const parseBackupCodes = ({ signInKeys }: Parts, stored: string): readonly string[] =>
  JSON.parse(signInKeys.decrypt(stored));

export async function countBackupCodes(parts: Parts, user: string): Promise<number> {
  const row = await findSecondFactor(parts.db, user);
  return row ? parseBackupCodes(parts, row.backupCodes).length : 0;
}

/** True once for each code of the app. */
async function claimCode({ db, now }: Parts, user: string, code: string): Promise<boolean> {
  // A row from the future was made while the clock was wrong.
  await db
    .deleteFrom('used_codes')
    .where((row) => row.or([row('at', '<', now() - CODE_LIFE), row('at', '>', now() + CODE_LIFE)]))
    .execute();
  const added = await db
    .insertInto('used_codes')
    .values({ key: hashOf(JSON.stringify([user, code])), at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return added !== undefined;
}

/** False if the app doesn't show this code, or it was used. */
async function spendAppCode(parts: Parts, user: string, code: string): Promise<boolean> {
  const row = await findSecondFactor(parts.db, user);
  const isRight = row && isCodeOf(parts.signInKeys.decrypt(row.secret), code, parts.now());
  return isRight === true && claimCode(parts, user, code);
}

async function spendBackupCode(parts: Parts, user: string, code: string): Promise<boolean> {
  const row = await findSecondFactor(parts.db, user);
  const codes = row ? parseBackupCodes(parts, row.backupCodes) : [];
  if (!row || !codes.includes(code)) return false;
  const left = JSON.stringify(codes.filter((each) => each !== code));
  // Of two requests with the same code, one finds what it read.
  const { numUpdatedRows } = await parts.db
    .updateTable('twoFactor')
    .set({ backupCodes: parts.signInKeys.encrypt(left) })
    .where('id', '=', row.id)
    .where('backupCodes', '=', row.backupCodes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const withoutSpaces = (typed: string): string => typed.replace(/\s/g, '');

/** A code of the app, or a backup code, which may be typed without its dash. */
function spendCode(parts: Parts, user: string, typed: string): Promise<boolean> {
  const code = withoutSpaces(typed);
  if (/^\d{6}$/.test(code)) return spendAppCode(parts, user, code);
  return spendBackupCode(parts, user, code.replace(/^([a-z0-9]{5})([a-z0-9]{5})$/i, '$1-$2'));
}

/** Wrong codes in a row after which sign-in starts over at the password. */
const MOST_OF_A_SIGN_IN = 5;
/** Wrong codes in a row that lock the account's second step: six digits are tried out in a day. */
const MOST_OF_AN_ACCOUNT = 10;
/** In milliseconds. */
const LOCK = 900_000;

const saveAttempts = (
  db: AccountDatabase,
  user: string,
  failedVerificationCount: number,
  lockedUntil: string | null = null,
) =>
  db
    .updateTable('twoFactor')
    .set({ failedVerificationCount, lockedUntil })
    .where('userId', '=', user)
    .execute();

/** Counts an attempt before its code is checked, so that many at once don't get more. Null while the account is locked. */
const countAttempt = ({ db, now }: Parts, user: string): Promise<number | null> =>
  db.transaction().execute(async (transaction) => {
    const row = await findSecondFactor(transaction, user);
    const { lockedUntil = null, failedVerificationCount } = row ?? {};
    if (lockedUntil !== null && toInstant(lockedUntil) > now()) return null;
    const attempts = (lockedUntil === null ? (failedVerificationCount ?? 0) : 0) + 1;
    const isLast = attempts >= MOST_OF_AN_ACCOUNT;
    await saveAttempts(transaction, user, attempts, isLast ? fromInstant(now() + LOCK) : null);
    return attempts;
  });

async function tryCode(
  parts: Parts,
  user: string,
  typed: string,
  startOver: () => Promise<unknown> = async () => {},
): Promise<Outcome<null>> {
  const attempts = await countAttempt(parts, user);
  if (attempts === null) return refuse('too-many-requests', { field: 'code' });
  if (await spendCode(parts, user, typed)) {
    await saveAttempts(parts.db, user, 0);
    return done(null);
  }
  if (attempts % MOST_OF_A_SIGN_IN === 0) await startOver();
  return refuse('code-wrong', { field: 'code' });
}

export async function finishSecondStep(
  parts: Parts,
  { cookie, code, trust: trusts }: { cookie: string | undefined; code: string; trust: boolean },
): Promise<Outcome<ProvedUser>> {
  const { accounts, proofs } = parts;
  const since = await accounts.lastSignOut();
  const user = await proofs.find(secondStep, cookie);
  if (user === null) return refuse('sign-in-again');
  const take = () => proofs.take(secondStep, cookie);
  const tried = await tryCode(parts, user, code, take);
  if (!tried.ok) return tried;
  return (await take()) === user ? done({ user, since, trusts }) : refuse('sign-in-again');
}

export function serveSecondFactor(serve: Serve, parts: Parts): void {
  const { db, accounts, signInKeys, throttle, securityLog, connections } = parts;

  serve(startSecondFactor, async ({ caller, body: { password } }) => {
    const { user } = caller;
    const proved = await reauthenticate(parts, caller, { password });
    if (!proved.ok) return proved;
    const secret = randomBytes(24).toString('base64url');
    const backupCodes = Array.from({ length: BACKUP_CODES }, newBackupCode);
    const encrypted = {
      secret: signInKeys.encrypt(secret),
      backupCodes: signInKeys.encrypt(JSON.stringify(backupCodes)),
    };
    const isStarted = await db.transaction().execute(async (transaction) => {
      if ((await findProofs(transaction, user.id)).hasSecondFactor) return false;
      await transaction.deleteFrom('twoFactor').where('userId', '=', user.id).execute();
      await transaction
        .insertInto('twoFactor')
        .values({ id: newId(), userId: user.id, verified: fromBoolean(false), ...encrypted })
        .execute();
      return true;
    });
    if (!isStarted) return refuse('second-factor-exists');
    const shown = base32(secret);
    const address = `otpauth://totp/Lineup:${encodeURIComponent(user.email)}?secret=${shown}&issuer=Lineup&digits=6&period=30`;
    return done({ address, secret: shown, backupCodes });
  });

  serve(confirmSecondFactor, async (request) => {
    const { caller, body, setCookies } = request;
    const user = caller.user.id;
    if (!(await findProofs(db, user)).hasSecondFactor) {
      const attempt = await throttle.reauthenticate(caller.session, 'code');
      if (!attempt.ok) return attempt;
      const confirmed = await db.transaction().execute(async (transaction): Promise<Outcome<string>> => {
        // Another page may start over meanwhile, with another secret.
        const isRight = await spendAppCode({ ...parts, db: transaction }, user, withoutSpaces(body.code));
        if (!isRight) return refuse('code-wrong', { field: 'code' });
        const renewed = await accounts.renewSecret(transaction, caller.session);
        // The session was ended by its owner: an app set up from it would lock the owner out.
        if (renewed === null) return refuse('sign-in-again');
        await transaction
          .updateTable('twoFactor')
          .set({ verified: fromBoolean(true) })
          .where('userId', '=', user)
          .execute();
        await transaction
          .updateTable('user')
          .set({ twoFactorEnabled: fromBoolean(true) })
          .where('id', '=', user)
          .execute();
        return done(renewed);
      });
      if (!confirmed.ok) return confirmed;
      await attempt.value.succeeded();
      setCookies([confirmed.value]);
    }
    // Some teams let them manage only from now on.
    connections.membershipsChanged(user);
    await securityLog.record({ type: 'second-factor-added', user }, request);
    return done({});
  });

  serve(removeSecondFactor, async (request) => {
    const { caller, body } = request;
    const user = caller.user.id;
    const proved = await reauthenticate(parts, caller, { password: body.password });
    if (!proved.ok) return proved;
    // Whoever finds an open page and knows the password doesn't have the phone.
    if ((await findProofs(db, user)).hasSecondFactor) {
      const tried = await tryCode(parts, user, body.code);
      if (!tried.ok) return tried;
    }
    await db.transaction().execute(async (transaction) => {
      await deleteSecondFactor(transaction, user);
      await appendEntries(transaction, [securityLog.entry({ type: 'second-factor-removed', user }, request)]);
    });
    connections.membershipsChanged(user);
    return done({});
  });
}

/** Does the team require a second factor that this manager doesn't have? A manager without it has a lead's rights there. */
export const createIsSecondFactorMissing =
  (db: AccountDatabase, members: Pick<MemberStore, 'requiresSecondFactor'>) =>
  async (team: string, manager: string): Promise<boolean> =>
    (await members.requiresSecondFactor(team)) && (await findUnprotected(db, [manager])).length > 0;
