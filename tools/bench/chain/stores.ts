import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Layout } from '../../../domain/day/layout.ts';
import { sortShifts } from '../../../domain/day/shift.ts';
import type { DocumentCommit } from '../../../server/database/document-store.ts';
import { openServerStore } from '../../../server/database/open-store.ts';
import type { DatabaseStore } from '../../../server/database/store.ts';
import { loadSecret } from '../../../server/secret.ts';
import { aTeam } from '../../../test/stores/team-fixture.ts';
import { at, layoutOfTheBench, roomName } from '../changes.ts';
import type { Place } from '../places.ts';
import { register, startServer } from '../servers.ts';

export interface ChainStore {
  readonly team: string;
  readonly cookie: string;
  /** Where its screens connect from: each store has a network of its own. */
  readonly from: string;
}

interface Stock {
  readonly stores: number;
  /** Layouts of each store, with the names of `roomName`. */
  readonly layouts: number;
  readonly shifts: number;
  /** Changes of each layout, its creation among them. */
  readonly history: number;
}

const together = 100;

/** Without the product's doors: 3,000 passwords would take minutes to hash. One person registers, the others are copies. */
export async function stock(place: Place, { stores, ...each }: Stock): Promise<readonly ChainStore[]> {
  const server = await startServer(place);
  await register(server.port, 'Ben');
  await server.stop();
  const store = await openServerStore(
    { dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL ?? null },
    console,
  );
  try {
    const people = await addPeople(store, place, stores);
    await addDocuments(store, people, each);
    return people.map(({ team, cookie, from }) => ({ team, cookie, from }));
  } finally {
    await store.close();
  }
}

type Row = Readonly<Record<string, unknown>>;
type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

interface Person extends ChainStore {
  readonly user: string;
}

async function addPeople({ kysely }: DatabaseStore, place: Place, count: number): Promise<readonly Person[]> {
  // Every column is copied, whatever its name.
  const db = kysely as unknown as AnyTables;
  const firstOf = (table: string): Promise<Row> => db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
  const [ben, session, member] = [await firstOf('user'), await firstOf('session'), await firstOf('members')];
  const secret = await loadSecret(place.SECRET_FILE);
  if (!secret) throw new Error('The server has no secret.');
  const [key] = secret.keysFor('sign-in');
  const people = Array.from({ length: count }, (_, index) => {
    const name = `store-${String(index).padStart(5, '0')}`;
    const token = randomBytes(24).toString('base64url');
    const signature = createHmac('sha256', key.toString('base64url')).update(token).digest('base64');
    return {
      ...{ team: name, user: `lead-of-${name}`, token, from: loopback(index) },
      cookie: `lineup.session_token=${encodeURIComponent(`${token}.${signature}`)}`,
    };
  });
  for (let first = 0; first < count; first += together) {
    const some = people.slice(first, first + together);
    const insert = (table: string, rows: readonly Row[]) => db.insertInto(table).values(rows).execute();
    await insert(
      'user',
      some.map(({ user }) => ({ ...ben, id: user, email: `${user}@example.com` })),
    );
    await insert(
      'session',
      some.map(({ user, token }) => ({
        ...{ ...session, id: `of-${user}`, userId: user, token },
        expiresAt: usedBefore(session, Math.random() * longestUnused),
      })),
    );
    await insert(
      'members',
      some.map(({ user, team }) => ({ ...member, user_id: user, team_id: team })),
    );
  }
  return people;
}

/** Pages use their session by HTTP at least this often, in milliseconds. */
const longestUnused = 12 * 3_600_000;

/** When the session ends if it was last used so many milliseconds ago. SQLite stores text, PostgreSQL returns dates. */
function usedBefore({ expiresAt }: Row, milliseconds: number): string {
  return new Date(new Date(expiresAt as string | Date).getTime() - milliseconds).toISOString();
}

/** An address of this machine that nothing listens on. */
const loopback = (index: number): string =>
  `127.${1 + Math.floor(index / 65_536)}.${Math.floor(index / 256) % 256}.${index % 256}`;

async function addDocuments(
  { documents }: DatabaseStore,
  people: readonly Person[],
  { layouts, shifts, history }: Omit<Stock, 'stores'>,
): Promise<void> {
  const layout = layoutWith(shifts);
  const made = { change: { type: 'layout.create', layout }, json: '' } as const;
  const creation = { ...made, json: JSON.stringify(made.change) };
  let batch: DocumentCommit[] = [];
  const write = async () => {
    await documents.commit(batch);
    batch = [];
  };
  for (const { team, user } of people) {
    const makeTeam = { type: 'team.create', team: { ...aTeam, name: team } } as const;
    batch.push({
      ...{ team, document: team, kind: 'team', from: 0, snapshot: null },
      changes: [{ version: 1, id: 'make', by: user, at: Date.now(), change: makeTeam }],
      columns: { name: team, area: null, date: null },
    });
    for (let index = 0; index < layouts; index++) {
      const { area, date } = layout;
      batch.push({
        ...{ team, document: roomName(index), kind: 'layout', from: 0 },
        snapshot: history > 1 ? layout : null,
        changes: [
          { version: 1, id: 'make', by: user, at: Date.now(), ...creation },
          ...Array.from({ length: history - 1 }, (_, made) => editAfter(made + 1, user)),
        ],
        columns: { name: null, area, date },
      });
      if (batch.length >= together) await write();
    }
  }
  if (batch.length > 0) await write();
}

/** An edit of a shift's note, which leaves no trace but itself. */
function editAfter(version: number, by: string) {
  const change = { type: 'shift.edit', shift: 's0', note: `Leaves early, said so ${version} times` } as const;
  return { version: version + 1, id: `edit-${version}`, by, at: Date.now(), change };
}

/** The layout of all benchmarks, with more people in the same positions. */
function layoutWith(count: number): Layout {
  const layout = layoutOfTheBench('2026-11-21');
  const shifts = Array.from({ length: count }, (_, index) =>
    index < layout.shifts.length
      ? at(layout.shifts, index)
      : { ...at(layout.shifts, index), id: `s${index}` },
  );
  return { ...layout, shifts: sortShifts(shifts, layout.dayStart) };
}
