import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeviceLink, openDeviceLink } from '../../contract/devices.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { exportHistory, getDocumentHistory, getTeamHistory } from '../../contract/history.ts';
import { unlockKiosk } from '../../contract/kiosk.ts';
import type { ServerMessage } from '../../contract/live.ts';
import { setPin } from '../../contract/pins.ts';
import type { Change } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import { eventually } from '../../test/eventually.ts';
import { pairDevice } from '../../test/servers/paired-devices.ts';
import {
  greet,
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';

let server: RunningServer;
let manager: Visitor;
let lead: Visitor;
let viewer: Visitor;
let kiosk: Visitor;
let wall: Visitor;
let team: string;

const station = {
  id: 'secret-1',
  name: 'Secret',
  subarea: 'Back',
  equipment: ['grill'],
  classes: ['heat'],
} as const;
const secrets: readonly Change[] = [
  { type: 'person.skills', stations: [station], skills: [{ person: 'ana', station: station.id, level: 1 }] },
  { type: 'person.likes', likes: [{ person: 'ana', station: station.id, feeling: 'dislikes' }] },
  { type: 'person.ages', person: 'ana', turns16On: '2027-02-03', turns18On: '2029-02-03' },
];
/** What nobody else may read: the station, the dates, and the names of the fields. */
const secret = /secret|2027-02-03|2029-02-03|skills|likes|turns16|Secret at/i;

const change = (by: Visitor, given: Change, as?: string) =>
  by.call(changeDocument, {
    params: { team, document: crewDocument },
    body: { id: newId(), change: given, ...(as !== undefined && { as }) },
  });

beforeAll(async () => {
  server = await runServer();
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
  [lead, viewer] = [await newcomer(server.address, 'Leo'), await newcomer(server.address, 'Vic')];
  await joinTeam(manager, team, 'lead', lead);
  await joinTeam(manager, team, 'viewer', viewer);
  kiosk = await pairDevice(server.address, manager, { team, kind: 'kiosk', name: 'Line', role: 'lead' });
  wall = visit(server.address);
  const link = await manager.call(createDeviceLink, {
    params: { team },
    body: { name: 'Lobby', area: null },
  });
  await wall.call(openDeviceLink, { body: { secret: link.value.secret } });
  await manager.call(getDocument, { params: { team, document: crewDocument } });
  await change(manager, { type: 'person.add', person: newPerson('ana', 'Ana Lima') });
});
afterAll(() => server.stop());

/** All that a page is told of the crew, from when it watches. */
async function watching(by: Visitor) {
  const page = await by.live();
  const told: ServerMessage[] = [];
  page.on('message', (data) => told.push(JSON.parse(String(data))));
  await greet(page);
  page.send(JSON.stringify({ type: 'watch', team, document: crewDocument }));
  await eventually(() => expect(told.some((each) => 'document' in each)).toBe(true));
  return { page, told };
}

test('[SK8] levels, likes and ages reach leads and managers, and no viewer, television or tablet in any way', async () => {
  const visitors = [lead, viewer, kiosk, wall];
  const pages = await Promise.all(visitors.map(watching));
  for (const each of secrets) expect((await change(manager, each)).status).toBe(200);
  await change(manager, { type: 'person.edit', person: 'ana', name: 'Ana Lima-Last' });
  const [atLead, atViewer, atKiosk, atWall] = pages.map(({ told }) => told);
  await eventually(() => expect(JSON.stringify(atLead)).toContain('Lima-Last'));
  await eventually(() => expect(JSON.stringify(atKiosk)).toContain('Lima-Last'));
  expect(JSON.stringify(atLead)).toMatch(secret);
  expect(JSON.stringify([atViewer, atKiosk, atWall])).not.toMatch(secret);
  for (const { page } of pages) page.terminate();

  const params = { team, document: crewDocument };
  for (const each of visitors) {
    const answers = [
      await each.call(getDocument, { params }),
      await each.call(getDocumentHistory, { params, query: {} }),
      await each.call(getTeamHistory, { params: { team }, query: {} }),
      await each.call(exportHistory, { params: { team }, query: {} }),
    ];
    const text = answers.map((answer) => answer.text).join();
    if (each === lead) expect(text).toMatch(/set Ana Lima at Secret to training/);
    else expect(text).not.toMatch(secret);
    if (each === lead)
      expect(
        answers
          .slice(1)
          .map((answer) => answer.text)
          .join(),
      ).not.toMatch(/202[79]-02/);
  }
});

test('[SK8] a lead at a shared tablet, with a PIN, is told nothing of them either, and changes nothing', async () => {
  await manager.call(setPin, { params: { team, person: 'ana' }, body: { pin: '2580', role: 'lead' } });
  const { value } = await kiosk.call(unlockKiosk, { params: { team }, body: { person: 'ana', pin: '2580' } });
  const { told, page } = await watching(kiosk);
  expect(JSON.stringify(told)).not.toMatch(secret);
  page.terminate();
  for (const each of secrets) {
    for (const by of [lead, viewer, wall]) expect((await change(by, each)).status).toBeGreaterThan(400);
    expect((await change(kiosk, each, value.assertion)).value).toMatchObject({
      problem: { code: 'not-allowed' },
    });
  }
});
