import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../contract/changes.ts';
import { changeDocument, createLayout, getDocument } from '../../contract/documents.ts';
import type { ClientMessage, ServerMessage } from '../../contract/live.ts';
import { createToken } from '../../contract/tokens.ts';
import type { Change } from '../../domain/change/change.ts';
import { buildLayout, buildTemplate } from '../builders.ts';
import {
  greet,
  heard,
  newcomer,
  newTeam,
  person,
  problemOf,
  type RunningServer,
  runServer,
  type Visitor,
} from '../servers/running-server.ts';

/** Ann manages one team, and Mallory another. Each has a template and a layout with ids of their own. */
let server: RunningServer;
let ann: Visitor;
let mallory: Visitor;
let annTeam: string;
let malloryTeam: string;
let made = 0;

const change = (visitor: Visitor, team: string, document: string, asked: Change) =>
  visitor.call(changeDocument, {
    params: { team, document },
    body: { id: `change-${++made}`, change: asked },
  });
const bodyOf = async (visitor: Visitor, team: string, document: string) =>
  (await visitor.call(getDocument, { params: { team, document } })).text;

beforeAll(async () => {
  server = await runServer();
  ann = await newcomer(server.address, 'Ann');
  mallory = await newcomer(server.address, 'Mallory');
  annTeam = await newTeam(ann);
  malloryTeam = await newTeam(mallory);
  for (const [visitor, team, name] of [
    [ann, annTeam, 'ann'],
    [mallory, malloryTeam, 'mallory'],
  ] as const) {
    await change(visitor, team, `${name}-week`, { type: 'template.create', template: buildTemplate() });
    await change(visitor, team, `${name}-day`, { type: 'layout.create', layout: buildLayout() });
  }
});
afterAll(() => server.stop());

describe('[attack 2] an id of another team inside a request', () => {
  test('makes no layout from that team’s template', async () => {
    const answer = await mallory.call(createLayout, {
      params: { team: malloryTeam },
      body: { date: '2026-11-22', template: 'ann-week' },
    });
    const unknown = await mallory.call(createLayout, {
      params: { team: malloryTeam },
      body: { date: '2026-11-22', template: 'nothing' },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).toBe(unknown.text);
  });

  test('makes no API token for that team', async () => {
    const terms = { name: 'Printer', scope: 'write', days: 30, password: person('').password } as const;
    const answer = await mallory.call(createToken, { body: { ...terms, team: annTeam } });
    expect(problemOf(answer)).toMatchObject([404, { code: 'not-found' }]);
  });

  test.each<[string, Change]>([
    ['a shift', { type: 'shift.edit', shift: 'ann-shift', teamMember: 'Mallory' }],
    ['a break', { type: 'break.press', shift: 'ann-shift', slot: 0, wants: 'start', at: 0, by: null }],
    ['a layout', { type: 'layout.delete' }],
    ['a batch', { type: 'batch', changes: [{ type: 'layout.area', area: 'Stolen' }] }],
  ])('changes no document of that team: %s', async (_, asked) => {
    const before = await bodyOf(ann, annTeam, 'ann-day');
    for (const team of [annTeam, malloryTeam]) {
      const { status } = await change(mallory, team, 'ann-day', asked);
      expect(status).toBe(404);
    }
    expect(await bodyOf(ann, annTeam, 'ann-day')).toBe(before);
  });

  test('makes a document of the attacker’s own where the other team has one of that id', async () => {
    const before = await bodyOf(ann, annTeam, 'ann-day');
    const { status } = await change(mallory, malloryTeam, 'ann-day', {
      type: 'layout.create',
      layout: buildLayout({ area: 'Mine' }),
    });
    expect(status).toBe(200);
    expect(await bodyOf(ann, annTeam, 'ann-day')).toBe(before);
    expect(await bodyOf(mallory, malloryTeam, 'ann-day')).toContain('Mine');
  });
});

describe('[attack 5] the live connection', () => {
  test('resumes nothing of another team, whatever version and epoch a page says it has', async () => {
    const socket = await mallory.live();
    const hello = heard(socket, 'hello');
    await greet(socket);
    const { epoch } = (await hello) as ServerMessage & { type: 'hello' };
    const received: string[] = [];
    socket.on('message', (data) => received.push(String(data)));
    const say = (message: ClientMessage) => socket.send(JSON.stringify(message));
    for (const since of [undefined, 0, 1, 2]) {
      for (const document of ['ann-day', 'ann-week', annTeam]) {
        const gone = heard(socket, 'gone');
        say({ type: 'watch', team: annTeam, document, since, epoch });
        expect(await gone).toMatchObject({ document, why: 'not-a-member' });
      }
    }
    const envelope: Envelope = { id: 'live-change', change: { type: 'layout.area', area: 'Stolen' } };
    const refused = heard(socket, 'refused');
    say({ type: 'change', team: annTeam, document: 'ann-day', ...envelope });
    expect(await refused).toMatchObject({ problem: { code: 'not-found' } });
    expect(received.map((text) => JSON.parse(text).type).filter((type) => type !== 'gone')).toEqual([
      'refused',
    ]);
    socket.close();
  });
});
