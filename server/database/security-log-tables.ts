import type { Kysely } from 'kysely';
import { type Details, eventsForManagers, eventsOfCrew, kindOf } from '../../domain/team/security-event.ts';
import type { SecurityLogEntry } from './store.ts';
import type { Tables } from './tables.ts';

/** Of what someone else can cause, the newest of each type are kept, for each person or team: guesses would fill the disk. */
export const mostFailures = 200;
/** Of what people and operators do in a day, as many of each type are kept one by one, for each team or account. */
export const mostInFull = 100;

const DAY = 86_400_000;

/** Guesses, and other attempts of people who may not be signed in. */
export const isByStrangers = ({ type }: SecurityLogEntry): boolean =>
  kindOf(type) === 'failure' || kindOf(type) === 'attempt';

/** What counts toward the same limit: never what one person did with what another did, nor two types. */
export function bucketOf(entry: SecurityLogEntry): string {
  const { team, user, by, type } = entry;
  const about = team ?? user ?? 'server';
  return isByStrangers(entry) ? `${about} ${type}` : `${by ?? user ?? 'server'} ${about} ${type}`;
}

/** The beginning of ids of entries at this time. */
export const idAt = (at: number): string => at.toString(36).padStart(9, '0');

/** Before the id of every entry of the same day. */
export const firstIdOfDay = ({ at }: SecurityLogEntry): string => idAt(at - (at % DAY));

/**
 * What to store when the day already has these entries of the same bucket, which it may replace one of. After so many, equal
 * ones become one entry with their number and the time of the first. It leaves out what can be made different each time:
 * device, network and name. So nobody can push out or hide what they did by doing it often.
 */
export function afterSoMany(
  today: readonly SecurityLogEntry[],
  entry: SecurityLogEntry,
): { readonly stored: SecurityLogEntry; readonly replaces: string | null } {
  if (today.length < mostInFull) return { stored: entry, replaces: null };
  const { name: _, ...details } = entry.details;
  const repeated = today.find((each) => isRepeat(each, entry, details));
  const { times, since } = repeated?.details ?? { times: 0, since: entry.at };
  const counted: Details = { ...details, times: Number(times) + 1, since: since ?? entry.at };
  return {
    stored: { ...entry, device: '', place: '', details: counted },
    replaces: repeated?.id ?? null,
  };
}

function isRepeat(kept: SecurityLogEntry, { user, by, team }: SecurityLogEntry, details: Details): boolean {
  const { times, since: _, ...others } = kept.details;
  const isSame = kept.user === user && kept.by === by && kept.team === team;
  return times !== undefined && isSame && keyOf(others) === keyOf(details);
}

const keyOf = (details: Details): string => JSON.stringify(Object.entries(details).sort());

/** Adds entries in the transaction of what they are about, so that neither is stored without the other. */
export async function appendEntries(
  transaction: Kysely<Tables>,
  entries: readonly (SecurityLogEntry | undefined)[],
): Promise<void> {
  const full = new Set<string>();
  for (const entry of entries) {
    if (!entry) continue;
    if (isByStrangers(entry)) {
      await insert(transaction, entry);
      full.add(bucketOf(entry));
    } else {
      await insertOrCount(transaction, entry);
    }
  }
  for (const bucket of full) await removeOldest(transaction, bucket);
}

async function insert(transaction: Kysely<Tables>, entry: SecurityLogEntry): Promise<void> {
  await transaction
    .insertInto('security_log')
    .values(rowOf(entry))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertOrCount(transaction: Kysely<Tables>, entry: SecurityLogEntry): Promise<void> {
  const today = await transaction
    .selectFrom('security_log')
    .select(columns)
    .where('bucket', '=', bucketOf(entry))
    .where('id', '>=', firstIdOfDay(entry))
    .execute();
  const { stored, replaces } = afterSoMany(today.map(parseEntry), entry);
  if (replaces !== null) await transaction.deleteFrom('security_log').where('id', '=', replaces).execute();
  await insert(transaction, stored);
}

async function removeOldest(transaction: Kysely<Tables>, bucket: string): Promise<void> {
  const oldest = transaction
    .selectFrom('security_log')
    .select('id')
    .where('bucket', '=', bucket)
    .orderBy('id', 'desc')
    .offset(mostFailures)
    .limit(1);
  await transaction
    .deleteFrom('security_log')
    .where('bucket', '=', bucket)
    .where('id', '<=', oldest)
    .execute();
}

const rowOf = ({ user, by, team, details, ...entry }: SecurityLogEntry): Tables['security_log'] => ({
  ...entry,
  user_id: user,
  by_user: by,
  team_id: team,
  details: JSON.stringify(details),
  bucket: bucketOf({ user, by, team, details, ...entry }),
});

const columns = [
  ...(['security_log.id', 'at', 'type', 'security_log.user_id as user', 'by_user as by'] as const),
  ...(['security_log.team_id as team', 'device', 'place', 'details'] as const),
] as const;

const parseEntry = <Row extends { details: string }>(row: Row) => ({
  ...row,
  details: JSON.parse(row.details) as Details,
});

interface Page {
  readonly before: string | null;
  readonly limit: number;
}

/** Every list is the newest first. */
export function kyselySecurityLog(kysely: Kysely<Tables>) {
  const newest = ({ before, limit }: Page) =>
    kysely
      .selectFrom('security_log')
      .select(columns)
      .orderBy('security_log.id', 'desc')
      .$if(before !== null, (query) => query.where('security_log.id', '<', before ?? ''))
      .limit(limit);

  return {
    append: (entries: readonly SecurityLogEntry[]): Promise<void> =>
      kysely.transaction().execute((transaction) => appendEntries(transaction, entries)),

    ofUser: async (user: string, page: Page): Promise<readonly SecurityLogEntry[]> =>
      (await newest(page).where('user_id', '=', user).execute()).map(parseEntry),

    /** Events of a team, and what happened to its members' accounts since they joined. */
    async ofTeam(team: string, page: Page): Promise<readonly SecurityLogEntry[]> {
      // Two queries, so that each has an index of its own.
      const [ofTeam, ofMembers] = await Promise.all([
        newest(page).where('security_log.team_id', '=', team).execute(),
        newest(page)
          .innerJoin('members', 'members.user_id', 'security_log.user_id')
          .where('members.team_id', '=', team)
          .where('security_log.team_id', 'is', null)
          .where('security_log.type', 'in', eventsForManagers)
          .whereRef('security_log.at', '>=', 'members.joined_at')
          .execute(),
      ]);
      return [...ofTeam, ...ofMembers]
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, page.limit)
        .map(parseEntry);
    },

    async all({
      user,
      since = 0,
      ...page
    }: Page & { readonly user?: string; readonly since?: number }): Promise<readonly SecurityLogEntry[]> {
      const rows = await newest(page)
        .$if(user !== undefined, (query) => query.where('user_id', '=', user ?? ''))
        .where('at', '>=', since)
        .execute();
      return rows.map(parseEntry);
    },

    /** What is about people of the crew stays, without their name. */
    forgetPerson: (team: string, ids: readonly string[], nameNow: string): Promise<void> =>
      kysely.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('security_log')
          .select(['id', 'details'])
          .where('team_id', '=', team)
          .where('type', 'in', eventsOfCrew)
          .execute();
        for (const row of rows) {
          const details = JSON.parse(row.details) as Details;
          if (!ids.includes(String(details.whose))) continue;
          await transaction
            .updateTable('security_log')
            .set({ details: JSON.stringify({ ...details, person: nameNow }) })
            .where('id', '=', row.id)
            .execute();
        }
      }),

    async removeBefore(at: number): Promise<void> {
      await kysely.deleteFrom('security_log').where('at', '<', at).execute();
    },
  };
}

export type SecurityLogStore = ReturnType<typeof kyselySecurityLog>;
