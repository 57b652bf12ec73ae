import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deletePerson } from '../../contract/crew.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { getDocumentHistory } from '../../contract/history.ts';
import { getMe } from '../../contract/me.ts';
import type { Change, SingleChange } from '../../domain/change/change.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import {
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { joinTeam, registrar } from '../../test/servers/team-members.ts';
import { isOnPostgres } from '../../test/stores/test-store.ts';
import { newId } from '../id.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

const someone = registrar(() => server.address);
const change = async (visitor: Visitor, team: string, document: string, made: Change) =>
  expect(
    (await visitor.call(changeDocument, { params: { team, document }, body: { id: newId(), change: made } }))
      .text,
  ).toContain('version');

test('[CR40] a person who is deleted is gone from the crew, from layouts and their history, and nobody else', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const lead = await someone();
  await joinTeam(ana, team, 'lead', lead);
  // the crew is made when it is first looked at
  await ana.call(getDocument, { params: { team, document: 'crew' } });
  await change(ana, team, 'crew', { type: 'person.add', person: newPerson('p1', 'Dana Lee') });
  const shift = buildShift('s1', '9:00 AM', '5:00 PM', { teamMember: 'Dana Lee', person: 'p1' });
  const steps: readonly SingleChange[] = [
    { type: 'layout.create', layout: buildLayout({ date: '2026-11-21', shifts: [shift] }) },
    { type: 'shift.edit', shift: 's1', teamMember: 'Dana L.', note: 'Dana closes' },
    { type: 'shift.add', shift: buildShift('s2', '9:00 AM', '5:00 PM', { teamMember: 'Bo Fox' }), seats: [] },
  ];
  for (const document of ['day-one', 'day-two'])
    for (const step of steps) await change(ana, team, document, step);
  await change(ana, team, 'day-two', { type: 'layout.delete' });

  const params = { team, person: 'p1' };
  expect((await lead.call(deletePerson, { params })).status).toBe(403);
  const deleted = await ana.call(deletePerson, { params });
  expect(deleted.value).toEqual({ layouts: 2 });

  await change(ana, team, 'day-two', { type: 'layout.restore' });
  for (const document of ['day-one', 'day-two', 'crew']) {
    const { body } = (await ana.call(getDocument, { params: { team, document } })).value;
    expect(JSON.stringify(body)).not.toContain('Dana');
    const { entries } = (await ana.call(getDocumentHistory, { params: { team, document }, query: {} })).value;
    expect(JSON.stringify(entries)).not.toContain('Dana');
    if (document !== 'crew') expect(JSON.stringify(entries)).toContain('former team member');
  }
  const { body } = (await ana.call(getDocument, { params: { team, document: 'day-one' } })).value;
  if (body.kind !== 'layout') throw new Error(body.kind);
  expect(body.shifts.map(({ teamMember, note }) => [teamMember, note])).toEqual([
    ['Bo Fox', ''],
    ['Former team member', ''],
  ]);
  expect(problemOf(await ana.call(deletePerson, { params }))).toEqual([400, { code: 'person-missing' }]);
  if (!isOnPostgres) {
    const [database, log] = ['lineup.db', 'lineup.db-wal'].map((name) =>
      readFileSync(join(server.dataDir, name)),
    );
    expect([database?.includes('Bo Fox'), database?.includes('Dana'), log?.includes('Dana')]).toEqual([
      true,
      false,
      false,
    ]);
  }
});

test.skipIf(isOnPostgres)('a manager who is none anymore in the middle of a deletion ends it', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  await ana.call(getDocument, { params: { team, document: 'crew' } });
  await change(ana, team, 'crew', { type: 'person.add', person: newPerson('p1', 'Dana Lee') });
  const shifts = [buildShift('s1', '9:00 AM', '5:00 PM', { teamMember: 'Dana Lee', person: 'p1' })];
  for (const [document, date] of [
    ['day-one', '2026-11-21'],
    ['day-two', '2026-11-22'],
  ] as const)
    await change(ana, team, document, { type: 'layout.create', layout: buildLayout({ date, shifts }) });
  const database = new DatabaseSync(join(server.dataDir, 'lineup.db'), { timeout: 30_000 });
  database.exec('begin immediate');
  const deleting = ana.call(deletePerson, { params: { team, person: 'p1' } });
  // By then the server has looked at who asks, and waits for the database with the first layout.
  for (let each = 0; each < 5; each++) await ana.call(getMe, {});
  database.prepare(`update members set role = 'lead' where team_id = ?`).run(team);
  database.exec('commit');
  database.close();
  expect((await deleting).status).toBe(403);
  const texts = await Promise.all(
    ['day-one', 'day-two', 'crew'].map(
      async (document) => (await ana.call(getDocument, { params: { team, document } })).text,
    ),
  );
  expect(texts.map((text) => text.includes('Dana Lee'))).toEqual([false, true, true]);
});
