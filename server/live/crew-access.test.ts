import { afterEach, beforeEach, expect, test } from 'vitest';
import { crewDocument, emptyCrew } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import { buildLayout } from '../../test/builders.ts';
import { type LiveServer, type Page, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';

let server: LiveServer;
beforeEach(async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
  await server.join('lee', 'lead');
  await server.join('vic', 'viewer');
});
afterEach(() => server.stop());

const { team } = teamRef;
const crewRef = { team, document: crewDocument };
const watch = (page: Page) => page.say({ type: 'watch', ...crewRef });
const add = (id: string, name: string) => ({ type: 'person.add', person: newPerson(id, name) }) as const;

test('[CR2] the crew is made when a lead first watches it; a viewer is told nothing of it', async () => {
  const [lee, vic] = [await server.open('lee'), await server.open('vic')];
  watch(vic);
  expect(await vic.hear('gone')).toMatchObject({ document: crewDocument, why: 'not-a-member' });
  watch(lee);
  expect(await lee.hear('snapshot')).toMatchObject({ version: 1, body: emptyCrew });
  vic.say({ type: 'change', ...crewRef, id: 'v', change: add('a', 'Ana') });
  expect(await vic.hear('refused')).toMatchObject({ problem: { code: 'not-allowed' } });
  lee.say({ type: 'change', ...crewRef, id: 'l', change: add('a', 'Ana') });
  expect(await lee.hear('refused')).toMatchObject({ problem: { code: 'not-allowed' } });
});

test('no other document can be the crew, and no other crew can be made', async () => {
  const lee = await server.open('lee');
  const make = (document: string, id: string, change: object) =>
    lee.say({ type: 'change', team, document, id, change: change as never });
  make(crewDocument, 'one', { type: 'layout.create', layout: buildLayout() });
  expect(await lee.hear('refused')).toMatchObject({ id: 'one', problem: { code: 'wrong-document' } });
  make('another', 'two', { type: 'crew.create', crew: emptyCrew });
  expect(await lee.hear('refused')).toMatchObject({ id: 'two', problem: { code: 'wrong-document' } });
  make(crewDocument, 'three', { type: 'crew.create', crew: emptyCrew });
  expect(await lee.hear('refused')).toMatchObject({ id: 'three', problem: { code: 'not-allowed' } });
});
