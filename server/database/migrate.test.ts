import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, signInBySecondFactor } from '../../contract/account.ts';
import { getDocument } from '../../contract/documents.ts';
import { getDocumentHistory } from '../../contract/history.ts';
import { getMe } from '../../contract/me.ts';
import { execute } from '../../test/postgres/postgres-server.ts';
import { createEmptyDatabase, type TestDatabase } from '../../test/postgres/shared-postgres.ts';
import { person, problemOf, runServer, visit } from '../../test/servers/running-server.ts';
import { layoutCommit } from '../../test/stores/layout-fixture.ts';
import { packAll } from '../../test/stores/read-everything.ts';
import { createTeam } from '../../test/stores/team-fixture.ts';
import { createSignInKeys } from '../accounts/sign-in-keys.ts';
import { openSecret } from '../secret.ts';
import { StartProblem } from '../start-problem.ts';
import { DuplicateChange } from './document-store.ts';
import { openPostgresStore } from './postgres/postgres.ts';
import { openSqliteStore } from './sqlite/sqlite.ts';
import type { DatabaseStore } from './store.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A database of one of the engines. */
interface Place {
  open(): Promise<DatabaseStore>;
  run(statements: string): Promise<Rows>;
  /** Its tables, columns, keys and indexes, as the engine tells them. */
  schema(): Promise<unknown>;
}

const onSqlite = (file: string): Place => {
  const run = async (statements: string) => {
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    try {
      if (/^select/.test(statements)) return database.prepare(statements).all();
      database.exec(statements);
      return [];
    } finally {
      database.close();
    }
  };
  const listed = `select m.name as "table", t.wr, i.name as "index", i."unique", c.name, c.type, c."notnull", c.pk
    from sqlite_master m join pragma_table_list(m.name) t left join pragma_index_list(m.name) i
    left join pragma_table_info(m.name) c`;
  return {
    open: () => openSqliteStore(file),
    run,
    schema: async () => [
      await run(`${listed} where m.type = 'table' order by 1, 3, 5`),
      await run(
        `select m.name, f."from", f."table" from sqlite_master m, pragma_foreign_key_list(m.name) f order by 1, 2`,
      ),
      await run(
        `select m.name, i.seqno, i.name from sqlite_master m, pragma_index_info(m.name) i order by 1, 2`,
      ),
    ],
  };
};

const onPostgres = ({ url }: TestDatabase): Place => {
  const run = async (statements: string) => (await execute(url, statements)).rows as Rows;
  return {
    open: () => openPostgresStore(url),
    run,
    // Servers of an earlier version count in `limits`, which isn't logged, until the last of them has stopped.
    schema: async () => [
      await run(`select c.relname, c.reloptions, a.attname, a.atttypid, a.attnotnull, a.attcollation, a.attstorage
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace order by 1, 3`),
      await run(
        `select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'limits' order by 1`,
      ),
    ],
  };
};

let folder: string;
const databases: TestDatabase[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-older-'));
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  rmSync(folder, { recursive: true });
});

async function emptyPlace(
  engine: string,
  dataDir: string,
): Promise<Place & { readonly env: Record<string, string> }> {
  if (engine === 'sqlite') return { ...onSqlite(join(dataDir, 'lineup.db')), env: {} };
  const database = await createEmptyDatabase();
  databases.push(database);
  return { ...onPostgres(database), env: { DATABASE_URL: database.url } };
}

describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  const data = readFileSync(join(import.meta.dirname, `../../test/data/0.1.0-${engine}.sql`), 'utf8');
  const noted = (name: string) => new RegExp(`^-- ${name}: (.*)$`, 'm').exec(data)?.[1] ?? '';

  test('[DU34] data of the version before opens with nothing lost', async () => {
    const place = await emptyPlace(engine, folder);
    await place.run(data);
    const tables = new Set([...data.matchAll(/^insert into "(\w+)"/gm)].map(([, name = '']) => name));
    const rows = async () => {
      const read = async (name: string) => {
        const all = await place.run(`select * from "${name}"`);
        const kept = all
          .filter(({ key }) => name !== 'meta' || key !== 'schema')
          // nobody had chosen one
          .map(({ language: _, ...row }) => row);
        return [name, kept.map((row) => JSON.stringify(row)).sort()];
      };
      return Object.fromEntries(await Promise.all([...tables].map(read)));
    };
    const before = await rows();
    await (await place.open()).close();
    const after = await rows();
    // The body of a packed document was in its pack.
    expect(after.snapshots).toHaveLength((before.snapshots?.length ?? 0) + 1);
    expect({ ...after, snapshots: expect.arrayContaining(before.snapshots ?? []) }).toEqual({
      ...before,
      snapshots: after.snapshots,
    });
    expect(tables.size).toBeGreaterThan(25);

    writeFileSync(join(folder, 'secret'), `${Buffer.alloc(32, 1).toString('base64url')}\n`);
    const now = () => Number(noted('now'));
    const server = await runServer({ dataDir: folder, env: place.env, now });
    const ana = visit(server.address, new Map(), { cookie: noted('cookie') });
    const { user, teams } = (await ana.call(getMe, {})).value;
    expect([user?.firstName, teams.map(({ role }) => role)]).toEqual(['Ana', ['manager']]);
    const params = { team: noted('team'), document: 'day' };
    const authorization = `Bearer ${noted('token')}`;
    const { body } = (await visit(server.address, new Map(), { authorization }).call(getDocument, { params }))
      .value;
    expect(body).toMatchObject({ shifts: [{ note: 'Zoë ☕ it’s' }, { breaks: [{ endedAt: null }] }] });
    const packed = { params: { ...params, document: 'packed' }, query: {} };
    const { entries } = (await ana.call(getDocumentHistory, packed)).value;
    expect(entries.map(({ version }) => version)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 2]);
    const { email, password } = person('Bo');
    const bo = visit(server.address);
    const asked = await bo.call(signIn, { body: { email, password } });
    expect(problemOf(asked)).toEqual([401, { code: 'multi-factor-auth-required' }]);
    const [bos] = await place.run(
      `select f."backupCodes" from "twoFactor" f join "user" u on u.id = f."userId" where u.email = '${email}'`,
    );
    const secret = await openSecret(join(folder, 'secret'));
    const [code] = JSON.parse(createSignInKeys(secret.keysFor('sign-in')).decrypt(String(bos?.backupCodes)));
    const proved = await bo.call(signInBySecondFactor, { body: { code, trust: false } });
    expect(proved.value.user?.firstName).toBe('Bo');
    await server.stop();

    const another = join(folder, 'new');
    const fresh = await emptyPlace(engine, another);
    await (await runServer({ dataDir: another, env: fresh.env })).stop();
    expect(await place.schema()).toEqual(await fresh.schema());
  });

  test('a change packed by the version before is not made twice, whatever its id', async () => {
    const place = await emptyPlace(engine, folder);
    const ref = { team: 'harbor', document: 'day' };
    const made = layoutCommit(ref, 0, 9);
    const changes = made.changes.map((change) => ({ ...change, id: `change-${change.version}` }));
    const store = await place.open();
    await store.documents.commit([createTeam, { ...made, changes }]);
    await packAll(store.documents, ref);
    await store.close();
    const asText = Buffer.concat([
      Buffer.of(1),
      zstdCompressSync(JSON.stringify(changes.map(({ id }) => id))),
    ]).toString('hex');
    const ids = engine === 'sqlite' ? `x'${asText}'` : `'\\x${asText}'`;
    await place.run(`update packs set ids = ${ids}`);
    await place.run(`update meta set value = '17' where key = 'schema'`);

    const updated = await place.open();
    const again = layoutCommit(ref, 9, 1);
    const twice = again.changes.map((change) => ({ ...change, id: 'change-4' }));
    await expect(updated.documents.commit([{ ...again, changes: twice }])).rejects.toBeInstanceOf(
      DuplicateChange,
    );
    expect(await updated.documents.findChange(ref, 'change-4')).toMatchObject({ version: 4 });
    await updated.close();
  });

  test('a database of a newer version, or of one that is too old, is refused in a sentence', async () => {
    const place = await emptyPlace(engine, folder);
    await place.run(data);
    for (const [schema, sentence] of [
      ['999', 'The database was made by a newer version of Lineup. Start that version instead.'],
      [
        '16',
        'The database was made by a version of Lineup that is too old for this one. Start the last version before 1.0.0 once, which updates it.',
      ],
    ]) {
      await place.run(`update meta set value = '${schema}' where key = 'schema'`);
      await expect(place.open()).rejects.toEqual(new StartProblem(sentence ?? ''));
    }
  });
});
