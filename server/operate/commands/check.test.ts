import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getDocument, listLayouts } from '../../../contract/documents.ts';
import { apply, type DocumentBody } from '../../../domain/change/change.ts';
import { isSame } from '../../../domain/change/same.ts';
import { writeGoldenDatabase } from '../../../test/history/golden-database.ts';
import { runCommand } from '../../../test/servers/run-command.ts';
import { runServer, signInElsewhere } from '../../../test/servers/running-server.ts';
import { isOnPostgres } from '../../../test/stores/test-store.ts';
import { openSqliteStore } from '../../database/sqlite/sqlite.ts';
import { check } from './database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function spoil(...statements: string[]): void {
  const database = new DatabaseSync(join(dataDir, 'lineup.db'));
  database.exec('pragma foreign_keys = off');
  for (const statement of statements) database.exec(statement);
  database.close();
}

test.skipIf(isOnPostgres)(
  '[DU14] a database of version 0.1 opens with the documents that version saw, also from its whole history',
  async () => {
    const golden = writeGoldenDatabase(dataDir);
    const store = await openSqliteStore(join(dataDir, 'lineup.db'));
    for (const [document, expected] of Object.entries(golden.documents)) {
      const ref = { team: golden.team, document };
      const loaded = await store.documents.load(ref);
      expect(loaded).toEqual(expected);
      let body: DocumentBody | null = null;
      for (const { version, change } of await Array.fromAsync(store.documents.changes(ref))) {
        const outcome = apply(body, change);
        expect(outcome, `version ${version} of ${document}`).toMatchObject({ ok: true });
        if (outcome.ok) body = outcome.value;
      }
      expect(isSame(body, expected.body)).toBe(true);
    }
    await store.close();
    expect(await runCommand(check, [], dataDir)).toMatchObject({ code: 0, stderr: '' });

    const server = await runServer({ dataDir });
    const ana = await signInElsewhere(server.address, 'Ana');
    const query = { date: '2026-11-20' };
    const { layouts } = (await ana.call(listLayouts, { params: { team: golden.team }, query })).value;
    expect(layouts.length).toBeGreaterThan(0);
    for (const { id: document } of layouts) {
      const { value } = await ana.call(getDocument, { params: { team: golden.team, document } });
      expect(value.body).toEqual(golden.documents[document]?.body);
    }
    await server.stop();
  },
);

test.each<[string, string[], RegExp]>([
  [
    'a version that is missing',
    ['delete from changes where version = 3 and document_id = (select min(id) from documents)'],
    /version 3 is missing/,
  ],
  [
    'the last version missing',
    ['update documents set version = version + 1 where id = (select min(id) from documents)'],
    /version \d+ is missing/,
  ],
  [
    'a copy that its history does not make',
    [
      `update snapshots set body = json_set(body, '$.date', '2020-01-01') where json_extract(body, '$.kind') = 'layout'`,
    ],
    /the copy at version \d+ is not what its history makes/,
  ],
  [
    'a change that nobody can read',
    [`update changes set change = '{"type":' where version = 1`],
    /it can’t be read: SyntaxError/,
  ],
  [
    'a change that cannot be made',
    [`update changes set change = '{"type":"shift.delete","shift":"x"}' where version = 1`],
    /version 1 can’t be made: document-missing/,
  ],
  [
    'rows without their document',
    [`insert into snapshots values ('nobody', 'nothing', 1, '{}')`],
    /1 rows of snapshots belong to rows of documents that are missing/,
  ],
])('[DU14] the check finds %s', async (_, statements, sentence) => {
  writeGoldenDatabase(dataDir);
  spoil(...statements);
  const { code, stdout, stderr } = await runCommand(check, [], dataDir);
  expect([code, stderr]).toMatchObject([1, expect.stringMatching(/^Problems found: \d+\.$/)]);
  expect(stdout).toMatch(sentence);
});

test('[DU14] the check finds bytes that changed on the disk', async () => {
  writeGoldenDatabase(dataDir);
  const file = join(dataDir, 'lineup.db');
  const bytes = readFileSync(file);
  for (let page = 3; page < bytes.length / 4096; page += 4)
    bytes.fill(0x5a, page * 4096 + 8, page * 4096 + 90);
  writeFileSync(file, bytes);
  const { code, stdout, stderr } = await runCommand(check, [], dataDir);
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).toMatch(/damaged|page \d+|Problems found/);
});

test('[DU14] the check says when the secret is missing, or another one', async () => {
  const { team } = writeGoldenDatabase(dataDir);
  rmSync(join(dataDir, 'secret'));
  expect((await runCommand(check, [], dataDir)).stdout).toContain(
    `The hotschedules sign-in of team ${team} can’t be decrypted: there is no ${join(dataDir, 'secret')}.`,
  );
  writeFileSync(join(dataDir, 'secret'), Buffer.alloc(32, 7).toString('base64url'));
  const { code, stdout } = await runCommand(check, [], dataDir);
  expect([code, stdout]).toMatchObject([1, expect.stringContaining('does not fit')]);
});
