import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../contract/account.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { unlockKiosk } from '../../contract/kiosk.ts';
import { getMe } from '../../contract/me.ts';
import { linkMe, unlinkMe } from '../../contract/mine.ts';
import { listPins, setPin } from '../../contract/pins.ts';
import { changeRole, leaveTeam, removeMember } from '../../contract/teams.ts';
import type { Change } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import type { Role } from '../../domain/team/user.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { pairDevice } from '../../test/servers/paired-devices.ts';
import {
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
import { newId } from '../id.ts';

let server: RunningServer;
let manager: Visitor;
let team: string;
let kiosk: Visitor;
beforeAll(async () => {
  server = await runServer();
  manager = await newcomer(server.address, 'Maria');
  team = await newTeam(manager);
  await manager.call(getDocument, { params: { team, document: crewDocument } });
  const layout = buildLayout({ shifts: [buildShift('s1', '9:00 AM', '5:00 PM')] });
  await change(manager, 'today', { type: 'layout.create', layout });
  kiosk = await pairDevice(server.address, manager, { team, kind: 'kiosk', role: 'lead' });
});
afterAll(() => server.stop());

async function change(by: Visitor, document: string, given: Change, as?: string) {
  const body = { id: newId(), change: given, ...(as !== undefined && { as }) };
  return by.call(changeDocument, { params: { team, document }, body });
}
const said = (answer: { status: number; value: unknown }) =>
  answer.status === 200 ? 'done' : (problemOf(answer)[1] as { code: string }).code;
const ofCrew = async (given: Change) => expect(said(await change(manager, crewDocument, given))).toBe('done');
const edit = (as: string) =>
  change(kiosk, 'today', { type: 'shift.edit', shift: 's1', note: newId() }, as).then(said);
const give = (named: string, role: 'viewer' | 'lead' = 'lead') =>
  manager.call(setPin, { params: { team, person: named }, body: { pin: '2580', role } });
const unlock = async (named: string) =>
  (await kiosk.call(unlockKiosk, { params: { team }, body: { person: named, pin: '2580' } })).value;

let people = 0;
/** A person of the crew, and a member of that name. */
async function member(role: Role) {
  const name = `Bo${++people}`;
  const id = name.toLowerCase();
  await ofCrew({ type: 'person.add', person: newPerson(id, `${name} Kim`) });
  const visitor = await newcomer(server.address, name);
  await joinTeam(manager, team, role, visitor);
  const account = (await visitor.call(getMe, {})).value.user?.id ?? '';
  const link = (to: string | null = account): Change => ({ type: 'person.link', person: id, account: to });
  return { name, id, visitor, account, link };
}
type Member = Awaited<ReturnType<typeof member>>;

const ends: readonly (readonly [string, (of: Member) => Promise<unknown>])[] = [
  ['they say that it isn’t them', ({ visitor }) => visitor.call(unlinkMe, { params: { team } })],
  ['a manager unlinks them', ({ link }) => ofCrew(link(null))],
  [
    'their account is linked to somebody else',
    async ({ account }) => {
      const other = await member('viewer');
      await ofCrew({ type: 'person.link', person: other.id, account });
    },
  ],
  [
    'a manager takes the link back together with something else',
    ({ id }) =>
      ofCrew({
        type: 'batch',
        changes: [
          { type: 'person.edit', person: id, notes: 'x' },
          { type: 'person.link', person: id, account: null },
        ],
      }),
  ],
  ['they are removed', ({ account: user }) => manager.call(removeMember, { params: { team, user } })],
  ['they leave', ({ visitor }) => visitor.call(leaveTeam, { params: { team } })],
  [
    'they delete their account',
    ({ name, visitor }) => visitor.call(deleteAccount, { body: { password: person(name).password } }),
  ],
];

test.each(ends)(
  '[PIN40] where %s, a PIN of a linked person is a viewer’s, and what it proved counts no longer',
  async (_, end) => {
    const bo = await member('lead');
    // before they have an account, as PINs stored by earlier versions
    await give(bo.id, 'lead');
    await ofCrew(bo.link());
    const { assertion, role } = await unlock(bo.id);
    expect([role, await edit(assertion)]).toEqual(['lead', 'done']);
    await end(bo);
    expect(await edit(assertion)).toBe('kiosk-locked');
    const after = await unlock(bo.id);
    expect([after.role, await edit(after.assertion)]).toEqual(['viewer', 'not-allowed']);
    await give(bo.id, 'lead');
    expect((await unlock(bo.id)).role).toBe('lead');
  },
);

test('[PIN40] a PIN ends where a manager links its person to another account', async () => {
  const [bo, other] = [await member('lead'), await member('lead')];
  await ofCrew(bo.link());
  await give(bo.id);
  const { assertion } = await unlock(bo.id);
  await ofCrew(bo.link(other.account));
  expect(await edit(assertion)).toBe('kiosk-locked');
  const { pins } = (await manager.call(listPins, { params: { team } })).value;
  expect(pins.some((pin) => pin.person === bo.id)).toBe(false);
});

test('[PIN40] people who are one no longer have no more by a PIN than before', async () => {
  const [bo, other] = [await member('lead'), await member('viewer')];
  await give(other.id, 'lead');
  await ofCrew(bo.link());
  await ofCrew({ type: 'person.merge', from: bo.id, into: other.id });
  const { assertion, user } = await unlock(other.id);
  expect([user, await edit(assertion)]).toEqual([bo.account, 'done']);
  await ofCrew({ type: 'person.unmerge', person: bo.id });
  expect(await edit(assertion)).toBe('kiosk-locked');
  expect((await unlock(other.id)).role).toBe('viewer');
});

test('[PIN40] a PIN given to a person with an account is stored as a viewer’s', async () => {
  const bo = await member('viewer');
  await ofCrew(bo.link());
  const { pins } = (await give(bo.id, 'lead')).value;
  expect(pins.find((pin) => pin.person === bo.id)).toMatchObject({ role: 'viewer' });
  expect((await unlock(bo.id)).role).toBe('viewer');
});

test('[PIN40] a demotion counts at once, also for what the PIN proved before', async () => {
  const bo = await member('lead');
  await ofCrew(bo.link());
  await give(bo.id);
  const { assertion } = await unlock(bo.id);
  await manager.call(changeRole, { params: { team, user: bo.account }, body: { role: 'viewer' } });
  expect(await edit(assertion)).toBe('not-allowed');
  await bo.visitor.call(unlinkMe, { params: { team } });
  expect(await edit(assertion)).toBe('kiosk-locked');
  expect((await unlock(bo.id)).role).toBe('viewer');
});

test('[PIN40] an account that is linked and in the team no longer gives its person nothing', async () => {
  const bo = await member('lead');
  await ofCrew(bo.link());
  await give(bo.id);
  // as a server leaves it that stops while they leave
  await query(server.dataDir, "update pins set role = 'lead' where person_id = ?", bo.id);
  await query(server.dataDir, 'delete from members where user_id = ?', bo.account);
  const { assertion, role } = await unlock(bo.id);
  expect([role, await edit(assertion)]).toEqual(['viewer', 'not-allowed']);
});

test('[PIN1] of a person whom a change deletes no PIN stays, also if the same change adds them again later', async () => {
  await ofCrew({ type: 'person.add', person: newPerson('gil', 'Gil Reyes') });
  await give('gil', 'lead');
  await ofCrew({ type: 'person.delete', person: 'gil' });
  expect(await query(server.dataDir, "select 1 from pins where person_id = 'gil'")).toEqual([]);
  await ofCrew({ type: 'person.add', person: newPerson('gil', 'Gil Reyes') });
  const { pins } = (await manager.call(listPins, { params: { team } })).value;
  expect(pins.some((pin) => pin.person === 'gil')).toBe(false);
});

test('[PIN41] a person with a PIN is linked by a manager, and not by who says it is them', async () => {
  const bo = await member('viewer');
  await give(bo.id, 'lead');
  const claimed = await bo.visitor.call(linkMe, { params: { team }, body: { person: bo.id } });
  expect(said(claimed)).toBe('person-has-pin');
  expect((await unlock(bo.id)).role).toBe('lead');
  await ofCrew(bo.link());
  expect((await unlock(bo.id)).user).toBe(bo.account);
});
