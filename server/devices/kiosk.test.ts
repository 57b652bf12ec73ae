import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmSecondFactor, signIn, signOutOthers, startSecondFactor } from '../../contract/account.ts';
import { deletePerson } from '../../contract/crew.ts';
import { changeDevice, revokeDevice } from '../../contract/devices.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { getTeamHistory } from '../../contract/history.ts';
import { assertionGrace, assertionLife, unlockByAccount, unlockKiosk } from '../../contract/kiosk.ts';
import type { ServerMessage } from '../../contract/live.ts';
import { getMe } from '../../contract/me.ts';
import { changeOwnPin, listKioskPeople, listPins, removePin, resetPin, setPin } from '../../contract/pins.ts';
import { getTeamSecurityLog } from '../../contract/security-log.ts';
import { changeRole, removeMember } from '../../contract/teams.ts';
import type { Change } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import { formerName } from '../../domain/day/people-changes.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { eventually } from '../../test/eventually.ts';
import { codeOf } from '../../test/servers/authenticators.ts';
import { pairDevice } from '../../test/servers/paired-devices.ts';
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
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { query } from '../../test/stores/stored-data.ts';
import { hashPassword } from '../accounts/password-policy.ts';
import { newId } from '../id.ts';

let server: RunningServer;
let time = Date.UTC(2026, 10, 28, 18);
let manager: Visitor;
let team: string;
beforeAll(async () => {
  server = await runServer({ now: () => time });
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
  // Made when it is first looked at.
  await manager.call(getDocument, { params: { team, document: crewDocument } });
  await change(manager, crewDocument, {
    type: 'person.add',
    person: newPerson('ana', 'Ana Lima'),
  });
  await change(manager, crewDocument, {
    type: 'person.add',
    person: newPerson('bo', 'Bo Kim'),
  });
  const layout = buildLayout({ date: '2026-11-28', shifts: [buildShift('s1', '9:00 AM', '5:00 PM')] });
  await change(manager, 'today', { type: 'layout.create', layout });
});
afterAll(() => server.stop());

async function change(by: Visitor, document: string, given: Change, as?: string) {
  const body = { id: newId(), change: given, ...(as !== undefined && { as }) };
  return by.call(changeDocument, { params: { team, document }, body });
}
const edit = (note: string): Change => ({ type: 'shift.edit', shift: 's1', note });

let tablets = 0;
async function tablet(role: 'viewer' | 'lead' = 'lead') {
  time += 60_000;
  const name = `Tablet ${++tablets}`;
  return { name, ...(await pairDevice(server.address, manager, { team, kind: 'kiosk', name, role })) };
}
const give = (named: string, pin: string, role: 'viewer' | 'lead' = 'lead') =>
  manager.call(setPin, { params: { team, person: named }, body: { pin, role } });
const unlock = (at: Visitor, named: string, pin: string) =>
  at.call(unlockKiosk, { params: { team }, body: { person: named, pin } });
const problem = (answer: { status: number; value: unknown }) =>
  (problemOf(answer)[1] as { code: string }).code;

async function lastEntry() {
  const { value } = await manager.call(getTeamHistory, { params: { team }, query: {} });
  return value.entries[0];
}

test('[PIN2] a person with a PIN and without an account changes the day, and history says who and where', async () => {
  const kiosk = await tablet();
  expect((await give('ana', '2580')).value.pins).toMatchObject([{ person: 'ana', role: 'lead' }]);
  const { people } = (await kiosk.call(listKioskPeople, { params: { team } })).value;
  expect(people).toEqual([{ person: 'ana', name: 'Ana Lima', ids: ['ana'], setAt: time, isLocked: false }]);
  const { value } = await unlock(kiosk, 'ana', '2580');
  expect(value).toMatchObject({
    name: 'Ana Lima',
    role: 'lead',
    user: 'crew_ana',
    expiresAt: time + assertionLife,
  });
  expect((await change(kiosk, 'today', edit('one'), value.assertion)).status).toBe(200);
  expect(await lastEntry()).toMatchObject({ by: 'crew_ana', who: 'Ana Lima', device: kiosk.name });
});

test('[PIN2] the same over the live connection; others are told who it was', async () => {
  const kiosk = await tablet();
  await give('ana', '2580');
  const { value } = await unlock(kiosk, 'ana', '2580');
  const [page, other] = [await kiosk.live(), await manager.live()];
  await greet(page);
  await greet(other);
  const say = (message: object) => page.send(JSON.stringify({ team, document: 'today', ...message }));
  other.send(JSON.stringify({ type: 'watch', team, document: 'today' }));
  await heard(other, 'snapshot');
  const refused = heard(page, 'refused');
  say({ type: 'change', id: 'nobody', change: edit('nobody') });
  expect(await refused).toMatchObject({ id: 'nobody', problem: { code: 'kiosk-locked' } });
  const told = heard(other, 'changed') as Promise<ServerMessage & { by?: string }>;
  say({ type: 'change', id: 'live', change: edit('live'), as: value.assertion });
  expect((await told).by).toBe('crew_ana');
  page.terminate();
  other.terminate();
});

test('[PIN3] nobody changes anything on a kiosk without saying who they are, or with a word that isn’t the server’s', async () => {
  const [kiosk, other] = [await tablet(), await tablet()];
  await give('ana', '2580');
  const { assertion } = (await unlock(kiosk, 'ana', '2580')).value;
  const [text = '', tag = ''] = assertion.split('.');
  const made = JSON.parse(Buffer.from(text, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...made, pin: { person: 'bo', stamp: made.pin.stamp } }));
  const bad = [undefined, '', '.', `${text}.`, `${text}.${tag}A`, `${forged.toString('base64url')}.${tag}`];
  for (const as of bad) expect(problem(await change(kiosk, 'today', edit('bad'), as))).toBe('kiosk-locked');
  expect(problem(await change(other, 'today', edit('bad'), assertion))).toBe('kiosk-locked');
  expect((await change(kiosk, 'today', edit('good'), assertion)).status).toBe(200);
});

test('[PIN3] what was made offline is taken for a week, and not after a manager set, or took away, the PIN', async () => {
  const kiosk = await tablet();
  await give('ana', '2580');
  const before = (await unlock(kiosk, 'ana', '2580')).value.assertion;
  const start = time;
  time = start + assertionGrace - 1;
  expect((await change(kiosk, 'today', edit('late'), before)).status).toBe(200);
  time = start + assertionGrace;
  expect(problem(await change(kiosk, 'today', edit('too late'), before))).toBe('kiosk-locked');
  const now = (await unlock(kiosk, 'ana', '2580')).value.assertion;
  await give('ana', '1937');
  expect(problem(await change(kiosk, 'today', edit('reset'), now))).toBe('kiosk-locked');
  const next = (await unlock(kiosk, 'ana', '1937')).value.assertion;
  await manager.call(removePin, { params: { team, person: 'ana' } });
  expect(problem(await change(kiosk, 'today', edit('removed'), next))).toBe('kiosk-locked');
  expect(problem(await unlock(kiosk, 'ana', '1937'))).toBe('pin-missing');
});

test('[PIN1] two people who became one have one PIN: after it is set or removed, no older one comes back', async () => {
  const kiosk = await tablet();
  for (const id of ['cy', 'di']) {
    await change(manager, crewDocument, { type: 'person.add', person: newPerson(id, `${id} Hall`) });
  }
  await give('cy', '2580');
  const { assertion } = (await unlock(kiosk, 'cy', '2580')).value;
  time += 1_000;
  await give('di', '1937');
  const merged = await change(manager, crewDocument, { type: 'person.merge', from: 'cy', into: 'di' });
  expect(merged.status).toBe(200);
  const shown = async () => {
    const { people } = (await kiosk.call(listKioskPeople, { params: { team } })).value;
    return people.filter(({ person }) => person === 'di' || person === 'cy');
  };
  expect(await shown()).toMatchObject([{ person: 'di', setAt: time, ids: ['di', 'cy'] }]);
  await give('cy', '7412');
  expect((await unlock(kiosk, 'di', '7412')).status).toBe(200);
  expect(problem(await change(kiosk, 'today', edit('older'), assertion))).toBe('kiosk-locked');
  await manager.call(removePin, { params: { team, person: 'di' } });
  expect(await shown()).toEqual([]);
  for (const named of ['cy', 'di']) {
    expect(problem(await unlock(kiosk, named, '7412'))).toBe('pin-missing');
  }
});

test('[PIN1] of a person who is deleted, no PIN stays, nor their name in the log, also not of those who became one with them', async () => {
  for (const id of ['ed', 'fay']) {
    await change(manager, crewDocument, { type: 'person.add', person: newPerson(id, `${id} Gray`) });
    await give(id, '2580');
  }
  await change(manager, crewDocument, { type: 'person.merge', from: 'ed', into: 'fay' });
  const stored = () => query(server.dataDir, "select 1 from pins where person_id in ('ed', 'fay')");
  expect(await stored()).toHaveLength(2);
  const names = async () => {
    const { entries } = (await manager.call(getTeamSecurityLog, { params: { team }, query: {} })).value;
    return entries.filter(({ type }) => type === 'pin-set').map(({ details }) => details.person);
  };
  expect((await names()).slice(0, 3)).toEqual(['fay Gray', 'ed Gray', expect.stringMatching(/./)]);
  expect((await manager.call(deletePerson, { params: { team, person: 'fay' } })).status).toBe(200);
  expect(await stored()).toEqual([]);
  const told = await names();
  expect(told.slice(0, 2)).toEqual([formerName, formerName]);
  expect(told.slice(2)).not.toContain(formerName);
});

test('[PIN5] people change their own PIN with the one before, and what they did with that still counts', async () => {
  const kiosk = await tablet();
  await give('ana', '2580');
  const { assertion } = (await unlock(kiosk, 'ana', '2580')).value;
  const own = (pin: string, next: string) =>
    kiosk.call(changeOwnPin, { params: { team }, body: { person: 'ana', pin, next } });
  expect(problem(await own('2581', '1937'))).toBe('pin-wrong');
  expect(problem(await own('2580', '1234'))).toBe('pin-too-easy');
  time += 1_000;
  expect((await own('2580', '1937')).status).toBe(200);
  const { people } = (await kiosk.call(listKioskPeople, { params: { team } })).value;
  expect(people[0]).toMatchObject({ person: 'ana', setAt: time });
  expect(problem(await unlock(kiosk, 'ana', '2580'))).toBe('pin-wrong');
  expect((await unlock(kiosk, 'ana', '1937')).status).toBe(200);
  expect((await change(kiosk, 'today', edit('own'), assertion)).status).toBe(200);
});

test('[PIN6] nobody may do more on a kiosk than the kiosk, or than the person', async () => {
  const leading = await tablet('lead');
  await give('ana', '2580', 'lead');
  await give('bo', '1937', 'viewer');
  expect((await unlock(leading, 'bo', '1937')).value.role).toBe('viewer');
  const bo = (await unlock(leading, 'bo', '1937')).value.assertion;
  expect(problem(await change(leading, 'today', edit('bo'), bo))).toBe('not-allowed');
  const ana = (await unlock(leading, 'ana', '2580')).value.assertion;
  const rename = { type: 'team.rename', name: 'Ours' } as const;
  expect(problem(await change(leading, team, rename, ana))).toBe('not-allowed');
  const params = { team, device: leading.id };
  await manager.call(changeDevice, { params, body: { name: leading.name, area: null, role: 'viewer' } });
  expect(problem(await change(leading, 'today', edit('less'), ana))).toBe('not-allowed');
  await manager.call(revokeDevice, { params });
  expect((await change(leading, 'today', edit('revoked'), ana)).status).toBe(401);
});

test('[PIN6] whose account is a member has its role, and is that account in history', async () => {
  const kiosk = await tablet();
  const lead = await newcomer(server.address, 'Leo');
  await joinTeam(manager, team, 'lead', lead);
  const user = (await lead.call(getMe, {})).value.user?.id ?? '';
  await change(manager, crewDocument, { type: 'person.link', person: 'bo', account: user });
  await give('bo', '1937', 'viewer');
  const { value } = await unlock(kiosk, 'bo', '1937');
  expect(value).toMatchObject({ user, role: 'lead' });
  expect((await change(kiosk, 'today', edit('leo'), value.assertion)).status).toBe(200);
  expect(await lastEntry()).toMatchObject({ by: user, who: 'Leo Sample', device: kiosk.name });
  await manager.call(changeRole, { params: { team, user }, body: { role: 'viewer' } });
  expect(problem(await change(kiosk, 'today', edit('viewer'), value.assertion))).toBe('not-allowed');
  await manager.call(removeMember, { params: { team, user } });
});

test('[PIN42] a tablet that may only view lists nobody and tries no PIN', async () => {
  const kiosk = await tablet('viewer');
  await give('ana', '2580');
  const { people } = (await kiosk.call(listKioskPeople, { params: { team } })).value;
  expect(people).toEqual([]);
  for (const pin of ['2580', '0000']) {
    expect(problem(await unlock(kiosk, 'ana', pin))).toBe('not-allowed');
    const body = { person: 'ana', pin, next: '7412' };
    expect(problem(await kiosk.call(changeOwnPin, { params: { team }, body }))).toBe('not-allowed');
  }
  expect(problem(await unlock(kiosk, 'nobody', '2580'))).toBe('not-allowed');
  const { email, password } = person('Maria');
  await kiosk.call(signIn, { body: { email, password, kiosk: true } });
  expect(problem(await kiosk.call(unlockByAccount, { params: { team } }))).toBe('not-allowed');
  expect((await kiosk.call(getMe, {})).value.user?.firstName).toBe(kiosk.name);
});

test('[PIN8] a kiosk reads no address of the crew, in no version', async () => {
  const kiosk = await tablet();
  const email = 'gil@example.com';
  const add = (id: string) =>
    change(manager, crewDocument, { type: 'person.add', person: { ...newPerson(id, `Gil ${id}`), email } });
  await add('gil');
  const page = await kiosk.live();
  const told: ServerMessage[] = [];
  page.on('message', (data) => told.push(JSON.parse(String(data))));
  await greet(page);
  page.send(JSON.stringify({ type: 'watch', team, document: crewDocument }));
  const crews = () => told.filter((message) => 'document' in message && message.document === crewDocument);
  await eventually(() => expect(JSON.stringify(crews())).toContain('Gil gil'));
  await add('gus');
  await eventually(() => expect(JSON.stringify(crews())).toContain('Gil gus'));
  expect(new Set(crews().map(({ type }) => type))).toEqual(new Set(['snapshot']));
  const { text } = await kiosk.call(getDocument, { params: { team, document: crewDocument } });
  expect(text).toContain('Gil gus');
  expect(text + JSON.stringify(told)).not.toContain('@');
  const { text: seen } = await manager.call(getDocument, { params: { team, document: crewDocument } });
  expect(seen).toContain(email);
  page.terminate();
});

test('[PIN3] names that objects have from the start are nobody’s, and a word is for its own team and tablet', async () => {
  const kiosk = await tablet();
  for (const named of ['__proto__', 'constructor', 'toString', 'crew_ana', kiosk.id]) {
    expect([named, problem(await unlock(kiosk, named, '2580'))]).toEqual([named, 'pin-missing']);
    expect([named, problem(await give(named, '2580'))]).toEqual([named, 'person-missing']);
  }
  await give('ana', '2580');
  const { assertion } = (await unlock(kiosk, 'ana', '2580')).value;
  const other = await newTeam(manager);
  const elsewhere = { team: other, kind: 'kiosk', name: 'Far', role: 'lead' } as const;
  const far = await pairDevice(server.address, manager, elsewhere);
  const body = { id: newId(), change: { type: 'team.rename', name: 'Ours' } as const, as: assertion };
  const away = await far.call(changeDocument, { params: { team: other, document: other }, body });
  expect(problem(away)).toBe('kiosk-locked');
  // the id of another team's device
  const params = { team: other, device: kiosk.id };
  expect((await manager.call(revokeDevice, { params })).status).toBe(200);
  const terms = { name: 'Mine', area: null, role: 'viewer' } as const;
  expect(problem(await manager.call(changeDevice, { params, body: terms }))).toBe('not-found');
  expect((await change(kiosk, 'today', edit('still'), assertion)).status).toBe(200);
});

test('[PIN7] who signs in on a kiosk in any way gets an assertion, and no session stays', async () => {
  const kiosk = await tablet();
  const { email, password } = person('Maria');
  expect(problem(await manager.call(unlockByAccount, { params: { team } }))).toBe('not-allowed');
  await kiosk.call(signIn, { body: { email, password, kiosk: true } });
  const { value } = await kiosk.call(unlockByAccount, { params: { team } });
  expect(value).toMatchObject({ name: 'Maria Sample', role: 'lead' });
  const me = (await kiosk.call(getMe, {})).value;
  expect([me.device?.name, me.user?.firstName]).toEqual([kiosk.name, kiosk.name]);
  expect((await change(kiosk, 'today', edit('maria'), value.assertion)).status).toBe(200);
  expect(await lastEntry()).toMatchObject({ who: 'Maria Sample', device: kiosk.name });
  const rename = { type: 'team.rename', name: 'Ours' } as const;
  expect(problem(await change(kiosk, team, rename, value.assertion))).toBe('not-allowed');
  await manager.call(signOutOthers, {});
  expect(problem(await change(kiosk, 'today', edit('signed out'), value.assertion))).toBe('kiosk-locked');
});

test('[PIN7] a session for a kiosk ends by itself after two minutes, and when the team is another one', async () => {
  const kiosk = await tablet();
  const { email, password } = person('Maria');
  const name = async () => (await kiosk.call(getMe, {})).value.user?.firstName;
  const enter = () => kiosk.call(signIn, { body: { email, password, kiosk: true } });
  // the page, or the network, breaks before it says that they are there
  await enter();
  const start = time;
  time = start + 119_999;
  expect(await name()).toBe('Maria');
  time = start + 120_000;
  expect(await name()).toBe(kiosk.name);
  await enter();
  const other = await newTeam(manager);
  expect(problem(await kiosk.call(unlockByAccount, { params: { team: other } }))).toBe('not-allowed');
  expect(await name()).toBe(kiosk.name);
  await enter();
  await manager.call(revokeDevice, { params: { team, device: kiosk.id } });
  expect(problem(await kiosk.call(unlockByAccount, { params: { team } }))).toBe('not-allowed');
  expect((await kiosk.call(getMe, {})).value.user).toBeNull();
});

test('[PIN7] no second factor is set up from a session for a kiosk', async () => {
  const kiosk = await tablet();
  await newcomer(server.address, 'Hana');
  const { email, password } = person('Hana');
  await kiosk.call(signIn, { body: { email, password, kiosk: true } });
  const { secret } = (await kiosk.call(startSecondFactor, { body: { password } })).value;
  const steps = Math.floor(time / 30_000) - Math.floor(Date.now() / 30_000);
  const confirmed = await kiosk.call(confirmSecondFactor, { body: { code: codeOf(secret, steps) } });
  expect(problem(confirmed)).toBe('sign-in-again');
});

test('[PIN4] wrong PINs count for the person on the device, also across a restart, until a manager resets them', async () => {
  const [kiosk, other] = [await tablet(), await tablet()];
  await give('ana', '2580');
  const wrong = () => unlock(kiosk, 'ana', '0000');
  const all = await Promise.all(Array.from({ length: 8 }, wrong));
  expect(all.map(problem).toSorted()).toEqual([
    ...Array<string>(3).fill('pin-wait'),
    ...Array<string>(5).fill('pin-wrong'),
  ]);
  const waiting = await unlock(kiosk, 'ana', '2580');
  expect(problemOf(waiting)).toEqual([
    429,
    {
      code: 'pin-wait',
      field: 'pin',
      details: { wait: '1 minute', amount: 1, unit: 'minutes', seconds: 60 },
    },
  ]);
  expect((await unlock(other, 'ana', '2580')).status).toBe(200);
  for (const minutes of [1, 2, 4]) {
    time += minutes * 60_000;
    for (let count = 0; count < 5; count++) expect(problem(await wrong())).toBe('pin-wrong');
  }
  time += 3_600_000;
  expect(problem(await unlock(kiosk, 'ana', '2580'))).toBe('pin-locked');
  expect((await kiosk.call(listKioskPeople, { params: { team } })).value.people).toMatchObject([
    { person: 'ana', isLocked: true },
    { person: 'bo' },
  ]);
  expect((await manager.call(listPins, { params: { team } })).value.pins).toMatchObject([
    { person: 'ana', isLocked: true },
    { person: 'bo', isLocked: false },
  ]);
  await manager.call(resetPin, { params: { team, person: 'ana' } });
  expect((await unlock(kiosk, 'ana', '2580')).status).toBe(200);
});

test('[PIN4] a try that had no turn is not counted', async () => {
  const kiosk = await tablet();
  await give('ana', '2580');
  // as many as may wait for their turn, and one more that is always refused
  let isOver = false;
  const fill = async () => {
    while (!isOver) await hashPassword('any').catch(() => nextTurn());
  };
  const filling = Array.from({ length: 60 }, fill);
  const answers: unknown[] = [];
  for (let count = 0; count < 6; count++) answers.push(problem(await unlock(kiosk, 'ana', '0000')));
  isOver = true;
  await Promise.all(filling);
  expect(answers).toEqual(Array(6).fill('too-busy'));
  expect((await unlock(kiosk, 'ana', '2580')).status).toBe(200);
});

test('[PIN4] the security log tells wrong PINs of different people and tablets apart, and when one is locked', async () => {
  const [one, two] = [await tablet(), await tablet()];
  await give('ana', '2580');
  await give('bo', '1937');
  for (const minutes of [0, 1, 2, 4]) {
    time += minutes * 60_000;
    for (let count = 0; count < 5; count++) await unlock(one, 'ana', '0000');
  }
  await unlock(one, 'ana', '0000');
  await unlock(one, 'bo', '0000');
  await unlock(two, 'bo', '0000');
  const { entries } = (await manager.call(getTeamSecurityLog, { params: { team }, query: {} })).value;
  const said = entries
    .filter(({ details }) => details.name === one.name || details.name === two.name)
    .filter(({ type }) => type.startsWith('pin-'))
    .map(({ type, details }) => [type, details.person, details.name]);
  expect(said.toReversed()).toEqual([
    ['pin-refused', 'Ana Lima', one.name],
    ['pin-locked', 'Ana Lima', one.name],
    ['pin-refused', 'Bo Kim', one.name],
    ['pin-refused', 'Bo Kim', two.name],
  ]);
});

test('[PIN6] who became inactive can’t use their PIN, unless they are a member', async () => {
  const kiosk = await tablet();
  await change(manager, crewDocument, { type: 'person.add', person: newPerson('gus', 'Gus Park') });
  await give('gus', '2580');
  const { assertion } = (await unlock(kiosk, 'gus', '2580')).value;
  const set = (active: boolean) =>
    change(manager, crewDocument, { type: 'person.edit', person: 'gus', active });
  const isShown = async () => {
    const { people } = (await kiosk.call(listKioskPeople, { params: { team } })).value;
    return people.some(({ person }) => person === 'gus');
  };
  await set(false);
  expect(await isShown()).toBe(false);
  expect(problem(await unlock(kiosk, 'gus', '2580'))).toBe('pin-missing');
  expect(problem(await change(kiosk, 'today', edit('gone'), assertion))).toBe('kiosk-locked');
  const { pins } = (await manager.call(listPins, { params: { team } })).value;
  expect(pins.some(({ person }) => person === 'gus')).toBe(true);
  const gus = await newcomer(server.address, 'Gus');
  await joinTeam(manager, team, 'lead', gus);
  const account = (await gus.call(getMe, {})).value.user?.id ?? '';
  await change(manager, crewDocument, { type: 'person.link', person: 'gus', account });
  expect(await isShown()).toBe(true);
  expect((await unlock(kiosk, 'gus', '2580')).status).toBe(200);
  await manager.call(removeMember, { params: { team, user: account } });
  await manager.call(removePin, { params: { team, person: 'gus' } });
});

test('[PIN1] no PIN is stored, nor a hash of the PIN alone', async () => {
  await give('ana', '2580');
  const [row] = await query(server.dataDir, "select hash from pins where person_id = 'ana'");
  expect(String(row?.hash)).toMatch(/^\d+\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$/);
  expect((await manager.call(listPins, { params: { team } })).text).not.toMatch(/argon2|2580/);
});

test('[PD6] a kiosk reads what a member of its role reads', async () => {
  const [reading, leading] = [await tablet('viewer'), await tablet('lead')];
  const read = async (by: Visitor, document: string) =>
    (await by.call(getDocument, { params: { team, document } })).status;
  expect([await read(reading, 'today'), await read(reading, crewDocument)]).toEqual([200, 403]);
  expect([await read(leading, 'today'), await read(leading, crewDocument)]).toEqual([200, 200]);
});
