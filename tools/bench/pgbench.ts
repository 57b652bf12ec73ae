import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import { commitStatement } from '../../server/database/postgres/postgres-commits.ts';
import { execute, type PostgresServer } from '../../test/postgres/postgres-server.ts';

export interface Pgbench {
  run(clients: number, seconds: number): Promise<number>;
}

const database = 'pgbench';
const team = 'bench';
const author = 'ben-march-of-the-bench';

/** Debian's package postgresql-contrib has it; the one from npm has not. Null without it. */
function findPgbench(): string | null {
  const { POSTGRES_BIN } = process.env;
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench');
  const all = [...(POSTGRES_BIN ? [join(POSTGRES_BIN, 'pgbench')] : []), ...installed, 'pgbench'];
  return all.find((program) => spawnSync(program, ['--version']).status === 0) ?? null;
}

/** Every client has a document of its own. `sample`: a row as the product writes it. Null without pgbench. */
export async function openPgbench(
  postgres: PostgresServer,
  sample: { readonly change: string; readonly record: string },
  mostClients: number,
): Promise<Pgbench | null> {
  const program = findPgbench();
  if (!program) return null;
  await execute(postgres.url('postgres'), `create database ${database}`);
  await (await openPostgresStore(postgres.url(database))).close();
  await execute(
    postgres.url(database),
    `insert into documents (team_id, id, kind, version)
      select '${team}', 'layout-' || number, 'layout', 1 from generate_series(0, ${mostClients - 1}) number`,
  );
  let runs = 0;
  return {
    async run(clients, seconds) {
      const folder = mkdtempSync(join(tmpdir(), 'lineup-pgbench-'));
      const file = join(folder, 'commit.sql');
      const { script, values } = scriptOf(sample, `run${runs++}`);
      writeFileSync(file, script);
      await execute(postgres.url(database), 'update documents set version = 1; delete from changes');
      const { stdout } = await promisify(execFile)(program, [
        ...['--no-vacuum', '--protocol', 'prepared', '--file', file, '--time', String(seconds)],
        ...['--client', String(clients), '--jobs', '2', '--host', postgres.folder, '--username', 'postgres'],
        ...Object.entries(values).flatMap(([name, value]) => ['--define', `${name}=${value}`]),
        database,
      ]);
      rmSync(folder, { recursive: true });
      const tps = /^tps = ([\d.]+) \(without/m.exec(stdout)?.[1];
      const failed = /failed transactions: ([1-9]\d*)/.exec(stdout)?.[1];
      if (!tps || failed) throw new Error(`pgbench: ${stdout}`);
      return Number(tps);
    },
  };
}

/**
 * The very text of the statement, whose parameters are pgbench's variables: what differs from change to change is put
 * together from the client's number and how many changes it has made.
 */
function scriptOf(sample: { readonly change: string; readonly record: string }, run: string) {
  const commit = {
    team,
    document: 'layout-0',
    kind: 'layout',
    from: 1,
    columns: null,
    snapshot: null,
  } as const;
  const change = { version: 2, id: '', by: author, at: Date.now(), change: JSON.parse(sample.change) };
  const made = { ...change, json: sample.change, record: JSON.parse(sample.record) };
  const { text, values } = commitStatement([[{ ...commit, changes: [made] }]]);
  if (text === undefined || !values) throw new Error('The statement has no text.');
  // By the order of the statement's parameters: the document, its old and new version, the change's version and id.
  const varied: Readonly<Record<number, string>> = {
    2: `array['layout-' || :client_id::text]`,
    4: 'array[:old]',
    5: 'array[:new]',
    13: 'array[:new]',
    14: `array['${run}-' || :new::text]`,
  };
  const statement = text.replace(/\$(\d+)/g, (_, number) =>
    values[Number(number) - 1] === null ? 'null' : (varied[Number(number)] ?? `:p${number}`),
  );
  const constants = values.flatMap((value, index) =>
    value === null ? [] : [[`p${index + 1}`, asArray(value as unknown[])] as const],
  );
  return {
    script: `\\set old :version\n\\set new :version + 1\n\\set version :new\n${statement};\n`,
    values: Object.fromEntries([['version', '1'], ...constants]) as Record<string, string>,
  };
}

/** As PostgreSQL reads arrays. */
const asArray = (items: readonly unknown[]): string =>
  `{${items.map((item) => (item === null ? 'null' : JSON.stringify(asText(item)))).join(',')}}`;

const asText = (item: unknown): string =>
  Buffer.isBuffer(item) ? `\\x${item.toString('hex')}` : String(item);
