import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stands between a store and PostgreSQL, and can lose an answer. */
export interface AnswerCutter {
  readonly url: string;
  /**
   * The next request with this text, on a connection that has said `after`, is carried out, but its connection breaks before
   * the answer.
   */
  cutAnswerTo(text: string, after?: string): void;
  /** From now on nothing passes on those connections that have said this, and they stay open. */
  freeze(text: string): void;
  /** From now on this text in answers is another one, which is as long. */
  replace(text: string, other: string): void;
  /** How many answers were lost. */
  readonly cuts: number;
  close(): Promise<void>;
}

export async function startAnswerCutter(databaseUrl: string): Promise<AnswerCutter> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-cutter-'));
  const url = new URL(databaseUrl);
  const real = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  url.searchParams.set('host', folder);
  let wanted: { readonly text: string; readonly after: string } | null = null;
  let replaced: readonly [string, string] | null = null;
  let cuts = 0;
  const changed = (data: string | Buffer) =>
    replaced ? Buffer.from(data.toString('latin1').replaceAll(...replaced), 'latin1') : data;
  const lines = new Set<{ said: string; readonly ends: readonly [Socket, Socket] }>();
  const server = createServer((client) => {
    const database = connect(real);
    let isCut = false;
    const line = { said: '', ends: [client, database] as const };
    lines.add(line);
    client.on('close', () => lines.delete(line));
    client.on('data', (data) => {
      line.said = (line.said + data.toString('latin1')).slice(-10_000);
      if (wanted !== null && data.includes(wanted.text) && line.said.includes(wanted.after)) {
        wanted = null;
        isCut = true;
      }
      database.write(data);
    });
    database.on('data', (data) => {
      if (!isCut) return client.write(changed(data));
      cuts++;
      client.destroy();
      return database.destroy();
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve));
  return {
    url: url.href,
    freeze(text) {
      for (const { said, ends } of lines) {
        if (said.includes(text)) for (const end of ends) end.pause();
      }
    },
    get cuts() {
      return cuts;
    },
    replace(...both) {
      replaced = both;
    },
    cutAnswerTo(text, after = '') {
      wanted = { text, after };
    },
    async close() {
      for (const { ends } of lines) for (const end of ends) end.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
