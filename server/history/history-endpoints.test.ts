import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../contract/account.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import {
  exportHistory,
  getDocumentHistory,
  getTeamHistory,
  type HistoryEntry,
  undoChange,
} from '../../contract/history.ts';
import { getMe } from '../../contract/me.ts';
import { removeMember } from '../../contract/teams.ts';
import { createToken } from '../../contract/tokens.ts';
import type { Change } from '../../domain/change/change.ts';
import { timesOf } from '../../domain/history/told-times.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import {
  greet,
  newcomer,
  newTeam,
  person,
  problemOf,
  type RunningServer,
  runServer,
  signInElsewhere,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';

const iPad = {
  'user-agent':
    'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/604.1',
};

let server: RunningServer;
let ann: Visitor;
let bob: Visitor;
let vera: Visitor;
let team: string;
let made = 0;
/** Where the server's clock stands still; null while it runs. */
let stoppedAt: number | null = null;

beforeAll(async () => {
  server = await runServer({ now: () => stoppedAt ?? Date.now() });
  [ann, bob, vera] = (await Promise.all(
    ['Ann', 'Bob', 'Vera'].map((name) => newcomer(server.address, name)),
  )) as [Visitor, Visitor, Visitor];
  team = await newTeam(ann);
  await joinTeam(ann, team, 'lead', bob);
  await joinTeam(ann, team, 'viewer', vera);
});
afterAll(() => server.stop());

async function change(by: Visitor, document: string, asked: Change): Promise<void> {
  const body = { id: newId(), change: asked };
  const { status, text } = await by.call(changeDocument, { params: { team, document }, body });
  expect(status, text).toBe(200);
}

async function newLayout(date = '2026-11-21'): Promise<string> {
  const document = `day-${++made}`;
  const shifts = ['Sam', 'Eva'].map((name) =>
    buildShift(name, '9:00 AM', '5:00 PM', { breaks: [null], teamMember: `${name} Ray` }),
  );
  await change(ann, document, { type: 'layout.create', layout: buildLayout({ shifts, date }) });
  return document;
}

const press = (shift: string, wants: 'start' | 'end', at = Date.now()): Change => ({
  type: 'break.press',
  shift,
  slot: 0,
  wants,
  at,
  by: null,
});

async function historyOf(document: string, by = ann, query = {}): Promise<HistoryEntry[]> {
  const { status, text, value } = await by.call(getDocumentHistory, { params: { team, document }, query });
  expect(status, text).toBe(200);
  return value.entries;
}

const undo = (by: Visitor, document: string, version: number) =>
  by.call(undoChange, { params: { team, document, version: String(version) } });

test('[HI1] an entry says who did what, where and when', async () => {
  const document = await newLayout();
  const tablet = await signInElsewhere(server.address, 'Bob', iPad);
  const onTablet = visit(server.address, new Map([parseCookie(tablet.cookie())]), iPad);
  const before = Date.now();
  await change(onTablet, document, press('Sam', 'start'));
  const [entry] = await historyOf(document);
  expect(entry).toMatchObject({
    document,
    version: 2,
    who: 'Bob Sample',
    device: 'Safari on iPad',
    sentence: 'Bob Sample started Sam Ray’s break',
    topics: ['breaks'],
    about: { kind: 'layout', deleted: false },
  });
  expect(entry?.at).toBeGreaterThanOrEqual(before);
  expect(entry && timesOf(entry).pressed, 'it arrived at once').toBeNull();
});

const parseCookie = (line: string): [string, string] => {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(line) ?? [];
  return [name, value];
};

test('a change by an API token names the token', async () => {
  const document = await newLayout();
  const body = { name: 'Sync', scope: 'write', team, days: 7, password: person('Ann').password } as const;
  const { secret } = (await ann.call(createToken, { body })).value;
  const script = visit(server.address, new Map(), { authorization: `Bearer ${secret}` });
  await change(script, document, { type: 'layout.area', area: 'Kitchen' });
  expect((await historyOf(document))[0]).toMatchObject({ who: 'Ann Sample', device: 'API token “Sync”' });
});

test('[HI1] a page open at the time records the device over its live connection', async () => {
  const document = await newLayout();
  const socket = await ann.live({ ...iPad });
  await greet(socket);
  const answered = new Promise((resolve) =>
    socket.on('message', (data) => String(data).includes('accepted') && resolve(null)),
  );
  socket.send(
    JSON.stringify({
      type: 'change',
      team,
      document,
      id: newId(),
      change: press('Sam', 'start', Date.now() - 120_000),
    }),
  );
  await answered;
  socket.close();
  const [entry] = await historyOf(document);
  expect(entry?.device).toBe('Safari on iPad');
  // it was pressed two minutes before it arrived
  expect((entry?.at ?? 0) - (entry?.madeAt ?? 0)).toBeGreaterThanOrEqual(119_000);
});

test('[PV1] who doesn’t run the day is not told why somebody is out, by a document or its history', async () => {
  const document = await newLayout();
  const sick = { type: 'shift.out', shift: 'Sam', reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
  await change(ann, document, sick);
  const readBy = async (visitor: Visitor) => {
    const { value } = await visitor.call(getDocument, { params: { team, document } });
    const [entry] = await historyOf(document, visitor);
    const shifts = value.body.kind === 'layout' ? value.body.shifts : [];
    return [shifts.flatMap(({ out }) => out?.reason ?? []), entry?.sentence];
  };
  expect(await readBy(ann)).toEqual([['sick'], expect.stringMatching(/out from 9:00 AM: sick$/)]);
  expect(await readBy(vera)).toEqual([['unsaid'], expect.stringMatching(/out from 9:00 AM$/)]);
});

test('[LW5] who doesn’t run the day is not told the rows of the law', async () => {
  const settings = { type: 'team.planning', jurisdiction: 'OR' } as const;
  await ann.call(changeDocument, {
    params: { team, document: team },
    body: { id: newId(), change: settings },
  });
  const document = await newLayout();
  const readBy = async (visitor: Visitor) =>
    (await visitor.call(getDocument, { params: { team, document } })).value.body;
  expect(await readBy(ann)).toHaveProperty('laws');
  expect(await readBy(vera)).not.toHaveProperty('laws');
});

test('[HI4] [HI5] viewers see a layout’s history; the team’s, and deleted layouts, are for leads and managers', async () => {
  const document = await newLayout();
  expect(await historyOf(document, vera)).toHaveLength(1);
  expect((await historyOf(document, vera))[0]?.undo).toBeNull();
  await change(ann, document, { type: 'layout.delete' });
  const query = {};
  expect((await vera.call(getDocumentHistory, { params: { team, document }, query })).status).toBe(404);
  expect((await vera.call(getTeamHistory, { params: { team }, query })).status).toBe(403);
  for (const reader of [ann, bob]) {
    const { entries } = (await reader.call(getTeamHistory, { params: { team }, query })).value;
    expect(entries[0]).toMatchObject({ document, sentence: expect.stringContaining('deleted the layout') });
    expect(entries[0]?.about).toMatchObject({ kind: 'layout', deleted: true });
  }
});

test('[HI6] history is limited to a person, a kind of change and dates, page by page', async () => {
  const document = await newLayout();
  for (const _ of Array(3)) {
    await change(bob, document, press('Sam', 'start'));
    await change(ann, document, { type: 'layout.area', area: 'Kitchen' });
  }
  const { user } = (await bob.call(getMe, {})).value;
  const person = user?.id;
  expect(await historyOf(document, ann, { person })).toHaveLength(3);
  expect(await historyOf(document, ann, { topic: 'breaks' })).toHaveLength(3);
  expect(await historyOf(document, ann, { person, topic: 'documents' })).toHaveLength(0);
  expect(await historyOf(document, ann, { person: 'lineup' })).toHaveLength(0);
  expect(await historyOf(document, ann, { from: '2999-01-01' })).toHaveLength(0);
  expect(await historyOf(document, ann, { to: '2020-01-01' })).toHaveLength(0);
  const [, , third] = await historyOf(document);
  const before = `${third?.at}.${third?.version}.${document}`;
  expect((await historyOf(document, ann, { before })).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  for (const query of [{ topic: 'nonsense' as never }, { from: '2026-13-01' }, { to: '2026-02-30' }]) {
    expect((await ann.call(getTeamHistory, { params: { team }, query })).status).toBe(400);
  }
});

test('[HI6] pages follow each other to the end', async () => {
  const document = await newLayout();
  for (let number = 0; number < 60; number++) {
    await change(ann, document, { type: 'layout.area', area: `Area ${number}` });
  }
  const first = (await ann.call(getDocumentHistory, { params: { team, document }, query: {} })).value;
  expect(first.entries).toHaveLength(50);
  const query = { before: first.next ?? '' };
  const second = (await ann.call(getDocumentHistory, { params: { team, document }, query })).value;
  expect([...first.entries, ...second.entries].map(({ version }) => version)).toEqual(
    Array.from({ length: 61 }, (_, index) => 61 - index),
  );
  expect(second.next).toBeNull();
});

test('[HI3] [HI7] [HI9] an undone change is a new entry that names the one it took back', async () => {
  const document = await newLayout();
  await change(bob, document, press('Sam', 'start'));
  await change(bob, document, press('Eva', 'start'));
  expect((await historyOf(document)).map(({ undo: each }) => each)).toEqual([
    { changedBy: null },
    { changedBy: null },
    null,
  ]);
  expect((await undo(ann, document, 2)).status).toBe(200);
  const entries = await historyOf(document);
  expect(entries.map(({ sentence }) => sentence)).toEqual([
    'Ann Sample undid Bob Sample’s change: “started Sam Ray’s break”',
    'Bob Sample started Eva Ray’s break',
    'Bob Sample started Sam Ray’s break',
    'Ann Sample created the layout Weekday, Front of House',
  ]);
  expect(entries[0]).toMatchObject({ undid: 2, undo: { changedBy: null } });
  // an undo can be undone, too
  expect((await undo(bob, document, 4)).status).toBe(200);
  expect((await historyOf(document))[0]).toMatchObject({
    sentence: 'Bob Sample undid Ann Sample’s change: “undid ‘started Sam Ray’s break’”',
  });
});

test('[HI23] a change that says what it undoes is an undo in history, if it takes that back', async () => {
  const document = await newLayout();
  const rename = async (by: Visitor, id: string, teamMember: string, undoes?: string) => {
    const renamed = { id, change: { type: 'shift.edit', shift: 'Sam', teamMember } as const };
    await by.call(changeDocument, { params: { team, document }, body: { ...renamed, undoes } });
    return (await historyOf(document))[0];
  };
  await rename(bob, 'to-max', 'Max Ray');
  expect(await rename(bob, 'back', 'Sam Ray', 'to-max')).toMatchObject({
    sentence: 'Bob Sample undid: “renamed Sam Ray to Max Ray”',
    undid: 2,
  });
  expect(problemOf(await undo(bob, document, 2))).toMatchObject([409, { code: 'undo-changed' }]);
  await rename(bob, 'to-ada', 'Ada Ray');
  const toAnother = await rename(bob, 'to-kim', 'Kim Ray', 'to-ada');
  expect(toAnother).toMatchObject({ sentence: 'Bob Sample renamed Ada Ray to Kim Ray', undid: null });
  expect((await rename(ann, 'others', 'Ada Ray', 'to-kim'))?.undid).toBeNull();
  expect((await rename(bob, 'unknown', 'Kim Ray', 'none'))?.undid).toBeNull();
});

test('a change that others changed since stays, and its entry says who did', async () => {
  const document = await newLayout();
  await change(bob, document, press('Sam', 'start'));
  await change(ann, document, press('Sam', 'end'));
  const [, started] = await historyOf(document);
  expect(started?.undo).toEqual({ changedBy: 'Ann Sample' });
  const refused = await undo(bob, document, 2);
  expect(problemOf(refused)).toEqual([409, { code: 'undo-changed', details: { name: 'Ann Sample' } }]);
  expect((await historyOf(document)).length).toBe(3);
  expect(problemOf(await undo(bob, document, 1))).toEqual([409, { code: 'undo-impossible' }]);
  expect(problemOf(await undo(bob, document, 99))).toEqual([409, { code: 'undo-impossible' }]);
  expect((await undo(bob, 'none', 1)).status).toBe(404);
});

test('an undo takes nothing along that others did since', async () => {
  const document = await newLayout();
  const added = buildShift('new', '9:00 AM', '5:00 PM', { teamMember: 'Nia Low' });
  await change(bob, document, { type: 'shift.add', shift: added, seats: [] });
  await change(ann, document, { type: 'shift.edit', shift: 'new', note: 'Closes' });
  expect((await historyOf(document))[1]?.undo).toEqual({ changedBy: 'Ann Sample' });
});

test('[HI11] a lead can’t undo a new area of a layout, a manager can', async () => {
  const document = await newLayout();
  await change(ann, document, { type: 'layout.area', area: 'Patio' });
  expect((await historyOf(document, bob))[0]?.undo).toBeNull();
  expect((await historyOf(document, ann))[0]?.undo).toEqual({ changedBy: null });
  expect(problemOf(await undo(bob, document, 2))).toEqual([403, { code: 'not-allowed' }]);
  expect((await undo(vera, document, 2)).status).toBe(403);
  expect((await undo(ann, document, 2)).status).toBe(200);
});

test('[HI8] Lou, who was removed, keeps the name; Max, who deleted the account, is ‘Former member’', async () => {
  const [lou, max] = await Promise.all(['Lou', 'Max'].map((name) => newcomer(server.address, name)));
  if (!lou || !max) throw new Error('nobody');
  await joinTeam(ann, team, 'lead', lou);
  await joinTeam(ann, team, 'lead', max);
  const document = await newLayout();
  await change(lou, document, press('Sam', 'start'));
  await change(max, document, press('Eva', 'start'));
  const user = (await lou.call(getMe, {})).value.user?.id ?? '';
  await ann.call(removeMember, { params: { team, user } });
  await max.call(deleteAccount, { body: { password: person('').password } });
  expect((await historyOf(document)).map(({ sentence }) => sentence).slice(0, 2)).toEqual([
    'Former member started Eva Ray’s break',
    'Lou Sample started Sam Ray’s break',
  ]);
});

test('[HI12] [HI13] an export is a CSV file without formulas', async () => {
  const document = await newLayout();
  for (const [index, name] of ['Sam; =1+1', '=1+1', '+x', '-x', '@x', '＝x', '－x', ' =x'].entries()) {
    await change(ann, document, { type: 'layout.area', area: `${name}` });
    await change(ann, document, {
      type: 'shift.add',
      shift: buildShift(`s${index}`, '9:00 AM', '5:00 PM', { teamMember: name }),
      seats: [],
    });
  }
  const { status, text, headers } = await ann.call(exportHistory, {
    params: { team },
    query: { document, topic: 'shifts' },
  });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toContain('attachment');
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/Date,Time,Person,Change,Kind/);
  expect(lines).toHaveLength(9);
  for (const line of lines.slice(1)) {
    for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?\s*[=+\-@＝＋－＠]/);
  }
  expect(text).toContain("'=x");
  // Spreadsheets of many countries begin a cell at each semicolon.
  expect(text).toContain("Sam; '=1+1");
});

test('[BR42] an export says which break was waived and which missed, by whom and when', async () => {
  stoppedAt = Date.parse('2026-11-21T16:05:00Z');
  const document = await newLayout();
  const skip = { slot: 0, at: Date.parse('2026-11-21T16:04:00Z'), by: null };
  await change(bob, document, { type: 'break.waive', shift: 'Sam', ...skip });
  await change(ann, document, { type: 'break.miss', shift: 'Eva', ...skip });
  const query = { document, topic: 'breaks' } as const;
  const { text } = await ann.call(exportHistory, { params: { team }, query });
  stoppedAt = null;
  const lines = text.trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',').slice(2, 4).join(': '))).toEqual([
    'Ann Sample: Ann Sample marked Eva Ray’s break as missed',
    'Bob Sample: Bob Sample waived Sam Ray’s break',
  ]);
  for (const line of lines) expect(line).toMatch(/2026-11-21T16:05:00/);
});

test('what Lineup does itself is Lineup’s', async () => {
  // new settings reach layouts from today on
  const document = await newLayout('2999-01-01');
  await change(ann, team, { type: 'team.breaks', breakMinMinutes: 200, breakTimerMinutes: 20 });
  const { entries } = (await ann.call(getTeamHistory, { params: { team }, query: { topic: 'team' } })).value;
  expect(entries[0]).toMatchObject({ document: team, who: 'Ann Sample', about: { kind: 'team' } });
  const own = await historyOf(document, ann, { person: 'lineup' });
  expect(own.map(({ who, sentence, undo: each }) => [who, sentence, each])).toEqual([
    ['Lineup', 'Lineup applied the team’s new settings', null],
  ]);
});

test('a person can look at history and undo changes 60 times a minute', async () => {
  const lea = await newcomer(server.address, 'Lea');
  await joinTeam(ann, team, 'lead', lea);
  const document = await newLayout();
  stoppedAt = Date.now();
  const statuses: number[] = [];
  for (let count = 0; count < 61; count++) statuses.push((await undo(lea, document, 1)).status);
  expect(statuses).toEqual([...Array(60).fill(409), 429]);
  expect((await lea.call(getTeamHistory, { params: { team }, query: {} })).status).toBe(429);
  stoppedAt += 1_000;
  expect((await lea.call(getTeamHistory, { params: { team }, query: {} })).status).toBe(200);
  stoppedAt = null;
});
