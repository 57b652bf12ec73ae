import type { Kysely } from 'kysely';
import {
  type PinTries,
  type PinTry,
  rightPin,
  tryOnDevice,
  tryPin,
  untriedPin,
} from '../../domain/team/pin.ts';
import { appendEntries } from './security-log-tables.ts';
import type { SecurityLogEntry, StoredPin } from './store.ts';
import type { Tables } from './tables.ts';
import { roleIn } from './team-tables.ts';

/** Whose PIN is tried where. */
export interface TriedPin {
  readonly team: string;
  readonly device: string;
  readonly person: string;
}

/** A try, and whether it was the last that the device takes for now, whoever's PIN it is. */
type CountedTry = PinTry & { readonly isLastOnDevice?: boolean };

/** The tries of all people on a device have a row of nobody. */
const anybody = '';

interface NewPin {
  /** All by which the person is known, also the one it is set for. */
  readonly ids: readonly string[];
  readonly by: string;
  /** How many people of a team can have one. */
  readonly limit: number;
  readonly entry?: SecurityLogEntry;
}

/** Every `entry` is added to the security log in the same transaction, if the call changed something. */
export function kyselyPins(kysely: Kysely<Tables>) {
  const all = kysely
    .selectFrom('pins')
    .select(['team_id as team', 'person_id as person', 'hash', 'role', 'stamp', 'set_at as setAt']);
  const rowOf = ({ team, device, person }: TriedPin) => ({
    team_id: team,
    device_id: device,
    person_id: person,
  });

  async function triesOf(transaction: Kysely<Tables>, of: TriedPin): Promise<PinTries | null> {
    const row = await transaction
      .selectFrom('pin_tries')
      .select(['in_row as inRow', 'tried_at as triedAt', 'day_start as since', 'in_day as wrong'])
      .where((each) => each.and(rowOf(of)))
      .executeTakeFirst();
    return row ?? null;
  }

  const forgetTries = (transaction: Kysely<Tables>, team: string, ids: readonly string[]) =>
    transaction.deleteFrom('pin_tries').where('team_id', '=', team).where('person_id', 'in', ids);
  const removeRows = (transaction: Kysely<Tables>, team: string, ids: readonly string[]) =>
    transaction.deleteFrom('pins').where('team_id', '=', team).where('person_id', 'in', ids);

  const onDevice = (of: TriedPin): TriedPin => ({ ...of, person: anybody });

  async function count(
    transaction: Kysely<Tables>,
    of: TriedPin,
    { inRow, triedAt, since, wrong }: PinTries,
  ): Promise<void> {
    const columns = { in_row: inRow, tried_at: triedAt, day_start: since, in_day: wrong };
    await transaction
      .insertInto('pin_tries')
      .values({ ...rowOf(of), ...columns })
      .onConflict((conflict) => conflict.columns(['team_id', 'device_id', 'person_id']).doUpdateSet(columns))
      .execute();
  }

  const correct = (of: TriedPin, next: (before: PinTries) => PinTries): Promise<void> =>
    kysely.transaction().execute(async (transaction) => {
      for (const each of [onDevice(of), of]) {
        const before = await triesOf(transaction, each);
        if (before) await count(transaction, each, next(before));
      }
    });

  return {
    /** Of one person, by any of their ids. */
    async find(team: string, ids: readonly string[]): Promise<StoredPin | null> {
      const own = all.where('team_id', '=', team).where('person_id', 'in', ids);
      return (await own.orderBy('set_at', 'desc').executeTakeFirst()) ?? null;
    },

    ofTeam: (team: string): Promise<readonly StoredPin[]> =>
      all.where('team_id', '=', team).orderBy('person_id').execute(),

    /** The people whose PIN was tried too often, on one device or on any, until a manager resets it. */
    async lockedOf(team: string, now: number, device?: string): Promise<ReadonlySet<string>> {
      const rows = await kysely
        .selectFrom('pin_tries')
        .select(['person_id', 'in_row as inRow', 'tried_at as triedAt'])
        .select(['day_start as since', 'in_day as wrong'])
        .where('team_id', '=', team)
        .where('person_id', '!=', anybody)
        .$if(device !== undefined, (query) => query.where('device_id', '=', device ?? ''))
        .execute();
      const isLocked = (tries: PinTries) => {
        const next = tryPin(tries, now);
        return !next.isAllowed && next.wait === null;
      };
      return new Set(rows.filter(isLocked).map(({ person_id }) => person_id));
    },

    /**
     * Sets it for a person who had none, or another one: then it may be tried again everywhere, and what they had by any of
     * their ids is over. Nothing if the author is no manager.
     */
    set: (
      { team, person, hash, role, stamp, setAt }: StoredPin,
      { ids, by, limit, entry }: NewPin,
    ): Promise<'set' | 'too-many' | 'not-allowed'> =>
      kysely.transaction().execute(async (transaction) => {
        if ((await roleIn(transaction, { team_id: team, user_id: by })) !== 'manager') return 'not-allowed';
        const others = await transaction
          .selectFrom('pins')
          .select('person_id')
          .where('team_id', '=', team)
          .where('person_id', 'not in', ids)
          .execute();
        if (others.length >= limit) return 'too-many';
        await removeRows(transaction, team, ids).where('person_id', '!=', person).execute();
        const columns = { hash, role, stamp, set_at: setAt };
        await transaction
          .insertInto('pins')
          .values({ team_id: team, person_id: person, ...columns })
          .onConflict((conflict) => conflict.columns(['team_id', 'person_id']).doUpdateSet(columns))
          .execute();
        await forgetTries(transaction, team, ids).execute();
        await appendEntries(transaction, [entry]);
        return 'set';
      }),

    /** The person's own new PIN, or the same with a newer key. False if it was changed meanwhile. */
    async replace(
      { team, person, stamp, hash }: StoredPin,
      next: Pick<StoredPin, 'hash' | 'setAt'>,
      entry?: SecurityLogEntry,
    ): Promise<boolean> {
      return kysely.transaction().execute(async (transaction) => {
        const replaced = await transaction
          .updateTable('pins')
          .set({ hash: next.hash, set_at: next.setAt })
          .where((row) => row.and({ team_id: team, person_id: person, stamp, hash }))
          .executeTakeFirst();
        if (replaced.numUpdatedRows === 0n) return false;
        await appendEntries(transaction, [entry]);
        return true;
      });
    },

    /** What was done with it and not sent yet is not taken anymore. */
    remove: (team: string, ids: readonly string[], entry?: SecurityLogEntry): Promise<void> =>
      kysely.transaction().execute(async (transaction) => {
        const removed = await removeRows(transaction, team, ids).executeTakeFirst();
        await forgetTries(transaction, team, ids).execute();
        if (removed.numDeletedRows > 0n) await appendEntries(transaction, [entry]);
      }),

    /** Lets the person try again everywhere. */
    allowTries: (team: string, ids: readonly string[], entry?: SecurityLogEntry): Promise<void> =>
      kysely.transaction().execute(async (transaction) => {
        const forgotten = await forgetTries(transaction, team, ids).executeTakeFirst();
        if (forgotten.numDeletedRows > 0n) await appendEntries(transaction, [entry]);
      }),

    /** Counts a try before the PIN is looked at, so that not more than are allowed are under way at once. */
    startTry: (of: TriedPin, now: number): Promise<CountedTry> =>
      kysely.transaction().execute(async (transaction) => {
        const there = onDevice(of);
        const any = tryOnDevice(await triesOf(transaction, there), now);
        const own = tryPin(await triesOf(transaction, of), now);
        if (!own.isAllowed) return own;
        if (!any.isAllowed) return any;
        await count(transaction, there, any.tries);
        await count(transaction, of, own.tries);
        return { ...own, isLastOnDevice: any.isLast };
      }),

    /** The try turned out right. */
    wasRight: (of: TriedPin): Promise<void> => correct(of, rightPin),

    /** The PIN was not looked at. */
    takeBack: (of: TriedPin): Promise<void> => correct(of, untriedPin),
  };
}

export type PinStore = ReturnType<typeof kyselyPins>;
