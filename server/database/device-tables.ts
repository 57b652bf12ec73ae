import type { Kysely } from 'kysely';
import type { DeviceTerms } from '../../domain/team/device.ts';
import { appendEntries } from './security-log-tables.ts';
import type { PairedDevice, SecurityLogEntry, StoredPairing } from './store.ts';
import type { Tables } from './tables.ts';
import { roleIn } from './team-tables.ts';

const columns = [
  ...(['team_id as team', 'id', 'kind', 'name', 'area', 'role', 'created_by as createdBy'] as const),
  ...(['created_at as createdAt', 'last_seen_at as lastSeenAt'] as const),
] as const;

/** Codes that strangers can have shown at once, in all and from one network address: they would fill the disk. */
const mostCodes = { inAll: 2_000, fromPlace: 20 };

export interface NewDevice {
  readonly device: PairedDevice;
  readonly secretHash: string;
  /** How many devices the team may have. */
  readonly limit: number;
  readonly entry?: SecurityLogEntry;
}

type Added = 'added' | 'too-many' | 'name-taken' | 'not-allowed';

/** In milliseconds: how long a device that was approved has at least to ask for its secret. */
const collectTime = 60_000;

/** What became of a device's code. */
type Collected = PairedDevice | 'pending' | 'denied' | 'expired';

/** Every `entry` is added to the security log in the same transaction, if the call changed something. */
export function kyselyDevices(kysely: Kysely<Tables>) {
  const all = kysely.selectFrom('paired_devices').select(columns);

  /** Tablets are told apart by their names in history. */
  async function isTaken(transaction: Kysely<Tables>, { team, id, name }: PairedDevice): Promise<boolean> {
    const others = await transaction
      .selectFrom('paired_devices')
      .select('name')
      .where('team_id', '=', team)
      .where('id', '!=', id)
      .execute();
    return others.some((other) => folded(other.name) === folded(name));
  }

  async function add(
    transaction: Kysely<Tables>,
    { device, secretHash, limit, entry }: NewDevice,
  ): Promise<Added> {
    const { team, id, kind, name, area, role, createdBy, createdAt, lastSeenAt } = device;
    if ((await roleIn(transaction, { team_id: team, user_id: createdBy })) !== 'manager')
      return 'not-allowed';
    const there = await transaction
      .selectFrom('paired_devices')
      .select('id')
      .where('team_id', '=', team)
      .execute();
    if (there.length >= limit) return 'too-many';
    if (await isTaken(transaction, device)) return 'name-taken';
    const times = { created_at: createdAt, last_seen_at: lastSeenAt };
    await transaction
      .insertInto('paired_devices')
      .values({
        team_id: team,
        id,
        kind,
        name,
        area,
        role,
        secret_hash: secretHash,
        created_by: createdBy,
        ...times,
      })
      .execute();
    await appendEntries(transaction, [entry]);
    return 'added';
  }

  /** A code that is shown and that nobody has decided about. */
  const open = (db: Kysely<Tables>, code: string, now: number) =>
    db
      .selectFrom('device_pairings')
      .select(['device_hash as deviceHash', 'user_code as userCode', 'kind', 'browser', 'place'])
      .select(['started_at as startedAt', 'expires_at as expiresAt'])
      .where('user_code', '=', code)
      .where('expires_at', '>', now)
      .where('team_id', 'is', null);

  return {
    /** Adds nothing if its author is not a manager of the team. */
    add: (given: NewDevice): Promise<Added> =>
      kysely.transaction().execute((transaction) => add(transaction, given)),

    ofSecret: async (secretHash: string): Promise<PairedDevice | null> =>
      (await all.where('secret_hash', '=', secretHash).executeTakeFirst()) ?? null,
    find: async (team: string, id: string): Promise<PairedDevice | null> =>
      (await all.where((row) => row.and({ team_id: team, id })).executeTakeFirst()) ?? null,
    /** In the order they were paired. */
    ofTeam: (team: string): Promise<readonly PairedDevice[]> =>
      all.where('team_id', '=', team).orderBy('created_at').orderBy('id').execute(),

    async seen(team: string, id: string, at: number): Promise<void> {
      await kysely
        .updateTable('paired_devices')
        .set({ last_seen_at: at })
        .where((row) => row.and({ team_id: team, id }))
        .execute();
    },

    change: (
      team: string,
      id: string,
      { name, area, role }: DeviceTerms,
      entry?: SecurityLogEntry,
    ): Promise<'changed' | 'name-taken' | 'missing'> =>
      kysely.transaction().execute(async (transaction) => {
        const found = await transaction
          .selectFrom('paired_devices')
          .select(columns)
          .where((row) => row.and({ team_id: team, id }))
          .executeTakeFirst();
        if (!found) return 'missing';
        if (await isTaken(transaction, { ...found, name })) return 'name-taken';
        await transaction
          .updateTable('paired_devices')
          .set({ name, area, role })
          .where((row) => row.and({ team_id: team, id }))
          .execute();
        await appendEntries(transaction, [entry]);
        return 'changed';
      }),

    remove: (
      team: string,
      id: string,
      entryOf?: (removed: PairedDevice) => SecurityLogEntry,
    ): Promise<PairedDevice | null> =>
      kysely.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('paired_devices')
          .where((row) => row.and({ team_id: team, id }))
          .returning(columns)
          .executeTakeFirst();
        if (!removed) return null;
        await transaction
          .deleteFrom('pin_tries')
          .where((row) => row.and({ team_id: team, device_id: id }))
          .execute();
        await appendEntries(transaction, [entryOf?.(removed)]);
        return removed;
      }),

    /**
     * Stores a code that a device shows; `code-taken` if another one shows it. Of too many codes of one address, or in all, the
     * oldest that is not approved ends, of the address that has the most: nobody keeps the televisions of others from a code.
     */
    startPairing: (pairing: StoredPairing): Promise<'started' | 'code-taken'> =>
      kysely.transaction().execute(async (transaction) => {
        const { deviceHash, userCode, kind, browser, place, startedAt, expiresAt } = pairing;
        await transaction.deleteFrom('device_pairings').where('expires_at', '<=', startedAt).execute();
        const there = await transaction
          .selectFrom('device_pairings')
          .select(['device_hash', 'user_code', 'place', 'device_id'])
          .orderBy('started_at')
          .execute();
        if (there.some((other) => other.user_code === userCode)) return 'code-taken';
        const own = there.filter((other) => other.place === place);
        // An approved one is about to be asked for.
        const oldestOf = (some: typeof there) => some.find(({ device_id }) => device_id === null) ?? some[0];
        const over =
          own.length >= mostCodes.fromPlace
            ? oldestOf(own)
            : there.length >= mostCodes.inAll
              ? oldestOf(mostCrowded(there))
              : undefined;
        if (over) {
          await transaction
            .deleteFrom('device_pairings')
            .where('device_hash', '=', over.device_hash)
            .execute();
        }
        const times = { started_at: startedAt, expires_at: expiresAt };
        await transaction
          .insertInto('device_pairings')
          .values({ device_hash: deviceHash, user_code: userCode, kind, browser, place, ...times })
          .execute();
        return 'started';
      }),

    findPairing: async (code: string, now: number): Promise<StoredPairing | null> =>
      (await open(kysely, code, now).executeTakeFirst()) ?? null,

    /** Pairs the device that shows a code, with a secret that nobody has yet. */
    approve: (code: string, now: number, given: NewDevice): Promise<Added | 'missing'> =>
      kysely.transaction().execute(async (transaction) => {
        const found = await open(transaction, code, now).executeTakeFirst();
        if (found?.kind !== given.device.kind) return 'missing';
        const added = await add(transaction, given);
        if (added !== 'added') return added;
        await transaction
          .updateTable('device_pairings')

          .set({
            team_id: given.device.team,
            device_id: given.device.id,
            expires_at: Math.max(found.expiresAt, now + collectTime),
          })
          .where('device_hash', '=', found.deviceHash)
          .execute();
        return 'added';
      }),

    /** False if no device shows the code. */
    deny: (code: string, now: number, team: string): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        const found = await open(transaction, code, now).executeTakeFirst();
        if (!found) return false;
        await transaction
          .updateTable('device_pairings')
          .set({ team_id: team })
          .where('device_hash', '=', found.deviceHash)
          .execute();
        return true;
      }),

    /**
     * What became of a device's code. An approved device has this secret from now on, each time it asks: the answer that
     * brought the one before may not have arrived.
     */
    async collect(deviceHash: string, now: number, secretHash: string): Promise<Collected> {
      const found = await kysely
        .selectFrom('device_pairings')
        .select(['team_id', 'device_id'])
        .where('device_hash', '=', deviceHash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (!found) return 'expired';
      const { team_id, device_id } = found;
      if (team_id === null) return 'pending';
      if (device_id === null) return 'denied';
      const paired = await kysely
        .updateTable('paired_devices')
        .set({ secret_hash: secretHash })
        .where((row) => row.and({ team_id, id: device_id }))
        .returning(columns)
        .executeTakeFirst();
      // It was revoked again.
      return paired ?? 'denied';
    },
  };
}

const mostCrowded = <Row extends { readonly place: string }>(rows: readonly Row[]): Row[] => {
  const places = [...Map.groupBy(rows, ({ place }) => place).values()];
  return places.reduce((most, each) => (each.length > most.length ? each : most), []);
};

const folded = (name: string): string => name.toLocaleLowerCase('en-US');

export type DeviceStore = ReturnType<typeof kyselyDevices>;
