import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getMe } from '../../contract/me.ts';
import type { Change } from '../../domain/change/change.ts';
import { layTemplate } from '../../domain/day/layout.ts';
import { emptyNotes } from '../../domain/notes/notes.ts';
import { openClient, when } from '../../test/servers/live-client.ts';
import { type LiveServer, startLiveServer } from '../../test/servers/live-server.ts';
import { newcomer, newTeam, runServer, signInElsewhere } from '../../test/servers/running-server.ts';
import { query } from '../../test/stores/stored-data.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';

const { team } = teamRef;
const ref = (document: string) => ({ team, document });
const template = { kind: 'template', name: 'Weekday', area: 'Kitchen', type: 'fixed' } as const;
const createLayout: Change = {
  type: 'layout.create',
  layout: layTemplate({ ...template, notes: emptyNotes, rotations: [] }, '2126-11-21', aTeam),
};

let server: LiveServer;
beforeEach(async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
  for (const id of ['monday', 'tuesday']) await server.documents.issue(ref(id), createLayout);
});
afterEach(() => server.stop());

/** Runs statements on the stopped server's database. */
const alter = (...statements: readonly string[]) =>
  server.restart((file) => {
    const database = new DatabaseSync(file);
    for (const each of statements) database.exec(each);
    database.close();
  });
const breakDocument = (id: string) => alter(`update snapshots set body = '{' where document_id = '${id}'`);
const repair = (id: string, broken: string) =>
  alter(`update snapshots set body = '${broken}' where document_id = '${id}'`);
const bodyOf = (id: string): string => {
  const database = new DatabaseSync(server.file, { readOnly: true });
  const row = database.prepare('select body from snapshots where document_id = ?').get(id);
  database.close();
  return String(row?.body);
};

describe('[CH33] a document that cannot be loaded', () => {
  test('is answered alone: the connection and the other documents go on', async () => {
    await breakDocument('monday');
    const ann = await server.open('ann');
    for (const id of ['monday', 'tuesday']) ann.say({ type: 'watch', ...ref(id) });
    expect(await ann.hear('gone')).toMatchObject({ document: 'monday', why: 'unreadable' });
    expect(await ann.hear('snapshot')).toMatchObject({ document: 'tuesday' });
    const area = { type: 'layout.area', area: 'Front' } as const;
    for (const id of ['monday', 'tuesday'])
      ann.say({ type: 'change', ...ref(id), id: `to-${id}`, change: area });
    expect(await ann.hear('refused')).toMatchObject({
      document: 'monday',
      problem: { code: 'storage-failed' },
    });
    expect(await ann.hear('accepted')).toMatchObject({ document: 'tuesday', version: 2 });
    expect(await ann.hear('changed')).toMatchObject({ document: 'tuesday', version: 2 });
  });

  test('does not stop a change of the team that reaches the others', async () => {
    await breakDocument('monday');
    const ann = await server.open('ann');
    ann.say({
      type: 'change',
      ...teamRef,
      id: 'day',
      change: { type: 'team.day', dayStart: '5:00 AM', timeZone: aTeam.timeZone },
    });
    expect(await ann.hear('accepted', 'refused')).toMatchObject({ type: 'accepted', id: 'day' });
    expect((await server.documents.read(ref('tuesday')))?.body).toMatchObject({ dayStart: '5:00 AM' });
  });

  test('does not refuse changes that share its commit', async () => {
    await alter(`update snapshots set body = '{' where document_id = '${team}'`);
    const ann = await server.open('ann');
    const made = { ...template, notes: [{ insert: '\n' }], rotations: [] };
    ann.say({
      type: 'change',
      ...ref('week'),
      id: 'new',
      change: { type: 'template.create', template: made },
    });
    ann.say({
      type: 'change',
      ...ref('tuesday'),
      id: 'area',
      change: { type: 'layout.area', area: 'Front' },
    });
    expect(await ann.hear('refused')).toMatchObject({ id: 'new', problem: { code: 'storage-failed' } });
    expect(await ann.hear('accepted')).toMatchObject({ id: 'area' });
  });

  test('shows on the page as such, and comes by itself when it can be loaded again', async () => {
    await server.restart();
    const body = bodyOf('monday');
    await breakDocument('monday');
    const client = openClient(() => server.addressOf('ann'));
    const monday = client.open('layout', team, 'monday');
    const leave = monday.subscribe(() => {});
    await when(monday, (view) => view.state === 'gone' && view.why === 'unreadable');
    expect(monday.change({ type: 'layout.area', area: 'Front' })).toMatchObject({
      problem: { code: 'document-unreadable' },
    });
    await repair('monday', body);
    await when(monday, (view) => view.state === 'ready');
    leave();
    client.close();
  });
});

describe('a stored change that today’s rules refuse', () => {
  const stored = (version: number, name: string) =>
    `insert into changes (team_id, document_id, version, id, author, at, change)
     values ('${team}', '${team}', ${version}, 'change-${version}', null, 0, '{"type":"team.rename","name":"${name}"}')`;
  const history = [stored(2, 'Pier'), stored(3, ''), stored(4, 'Quay')];

  test('is left out, and the document opens with those after it', async () => {
    await alter(...history, `update documents set version = 4 where id = '${team}'`);
    expect(await server.documents.read(teamRef)).toMatchObject({ version: 4, body: { name: 'Quay' } });
    const ann = await server.open('ann');
    const { epoch } = server.store;
    ann.say({ type: 'watch', ...teamRef, since: 2, last: 'change-2-0', epoch });
    expect(await ann.hear('snapshot', 'changed')).toMatchObject({
      type: 'snapshot',
      version: 4,
      id: 'change-4-0',
    });
  });

  test('stays in the history, for a version that can apply it again', async () => {
    await alter(...history, `update documents set version = 4 where id = '${team}'`);
    for (let each = 1; each <= 40; each++) {
      await server.documents.issue(teamRef, { type: 'team.rename', name: `Name ${each}` });
    }
    await server.restart();
    expect(await server.documents.read(teamRef)).toMatchObject({ version: 44, body: { name: 'Name 40' } });
    expect(JSON.parse(bodyOf(team))).toMatchObject({ name: aTeam.name });
  });
});

test('[CH33] a person whose team cannot be loaded still has it in the list of their teams', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-unreadable-'));
  let product = await runServer({ dataDir });
  const ann = await newcomer(product.address, 'Ann');
  const id = await newTeam(ann);
  await newTeam(ann, { name: 'Store 14' });
  await product.stop();
  await query(dataDir, "update snapshots set body = '{' where document_id = ?", id);
  product = await runServer({ dataDir, log: pino({ level: 'silent' }) });
  const again = await signInElsewhere(product.address, 'Ann');
  const { value } = await again.call(getMe, {});
  expect(value.teams).toMatchObject([{ name: 'Store 12' }, { name: 'Store 14' }]);
  await product.stop();
  rmSync(dataDir, { recursive: true });
});
