import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { createClient, databaseAt } from '../../server/database/postgres/connection.ts';
import { databaseUrlOf, whenFree } from './test-store.ts';

type Row = Record<string, unknown>;

/** Runs a statement in a server's database, for what no page shows or can bring about. Each `?` stands for a value. */
export async function query(dataDir: string, text: string, ...values: string[]): Promise<Row[]> {
  const url = await databaseUrlOf(dataDir);
  if (url !== null) {
    let number = 0;
    return runOnPostgres(url, (client) =>
      run(
        client,
        text.replaceAll('?', () => `$${++number}`),
        values,
      ),
    );
  }
  return whenFree(() => {
    const database = new DatabaseSync(join(dataDir, 'lineup.db'));
    try {
      return database.prepare(text).all(...values);
    } finally {
      database.close();
    }
  });
}

/** Everything in a server's database as text. Bytes are in it as they are, except on PostgreSQL, where they are hex. */
export async function storedText(dataDir: string): Promise<string> {
  const url = await databaseUrlOf(dataDir);
  if (url === null) {
    return ['lineup.db', 'lineup.db-wal'].map((file) => readFileSync(join(dataDir, file), 'latin1')).join();
  }
  return runOnPostgres(url, async (client) => {
    const tables = await run(client, "select tablename from pg_tables where schemaname = 'public'");
    const rows: Row[] = [];
    for (const { tablename } of tables) {
      rows.push(...(await run(client, `select each::text from "${tablename}" as each`)));
    }
    return rows.map(({ each }) => each).join('\n');
  });
}

const run = async (client: pg.Client, text: string, values: string[] = []): Promise<Row[]> =>
  (await client.query(text, values)).rows;

async function runOnPostgres<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient(databaseAt(url));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
