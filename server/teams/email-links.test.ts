import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmEmail, register, verifyEmail } from '../../contract/account.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { unlinkMe } from '../../contract/mine.ts';
import { fetchProviderSchedule, saveConnection } from '../../contract/schedule.ts';
import { leaveTeam } from '../../contract/teams.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import {
  harborCompany,
  runSevenShifts,
  type SevenShiftsStandIn,
  sevenShift,
} from '../../test/providers/sevenshifts.ts';
import { outgoingEnv } from '../../test/providers/stand-in.ts';
import { mailSettings, newcomerByMail, tokenIn } from '../../test/servers/mail-settings.ts';
import { type Mailbox, openMailbox } from '../../test/servers/mailbox.ts';
import {
  newTeam,
  person,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';
import { createEmailLinks } from './email-links.ts';

const date = '2026-11-21';
let mailbox: Mailbox;
let sevenShifts: SevenShiftsStandIn;
let dataDir: string;
let server: RunningServer;
let maria: Visitor;
/** Registered before email was set up, so that nobody knows whether the address is theirs. */
let rob: Visitor;
let team: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  const company = harborCompany(
    [11, 12, 13].map((user_id) =>
      sevenShift(user_id, '2026-11-21T15:00:00Z', '2026-11-21T23:00:00Z', { user_id }),
    ),
  );
  const names = { preferred_first_name: null, preferred_last_name: null };
  const users = [
    ...company.users.map((user) => ({
      ...user,
      email: user.id === 11 ? ' ANA@example.com' : 'rob@example.com',
    })),
    { ...names, id: 13, first_name: 'Cy', last_name: 'Reed', email: 'cy@example.com' },
  ];
  sevenShifts = await runSevenShifts({ ...company, users });
  dataDir = mkdtempSync(join(tmpdir(), 'lineup-'));
  const before = await runServer({ dataDir });
  const jar = new Map<string, string>();
  await visit(before.address, jar).call(register, { body: person('Rob') });
  await before.stop();
  const env = { ...(await mailSettings(mailbox.url)), ...outgoingEnv(sevenShifts) };
  server = await runServer({ dataDir, env });
  rob = visit(server.address, jar);
  maria = await newcomerByMail(server.address, mailbox, 'Maria');
  team = await newTeam(maria);
});
afterAll(async () => {
  await server.stop();
  await sevenShifts.stop();
  await mailbox.close();
  rmSync(dataDir, { recursive: true });
});

const change = async (document: string, made: object) => {
  const body = { id: newId(), change: made as never };
  const { status, text } = await maria.call(changeDocument, { params: { team, document }, body });
  expect(status, text).toBe(200);
};
const personOf = async (who: Visitor) =>
  (await who.call(getMe, {})).value.teams.find(({ id }) => id === team)?.person?.name;
const fetchSchedule = async () => {
  const params = { team, provider: 'sevenshifts' };
  const fetched = await maria.call(fetchProviderSchedule, { params, body: { date } });
  expect(fetched.status, fetched.text).toBe(200);
  return fetched;
};

test('[CR18] a schedule’s address links the member who confirmed it, once, and no page of a viewer gets it', async () => {
  const ana = await newcomerByMail(server.address, mailbox, 'Ana');
  await joinTeam(maria, team, 'viewer', ana);
  await joinTeam(maria, team, 'viewer', rob);
  const settings = { token: 'seven-token', company: '4567' };
  const terms = { location: null, timeZone: 'America/Chicago', everyMinutes: 5, takesAlone: false };
  const params = { team, provider: 'sevenshifts' };
  await maria.call(saveConnection, { params, body: { settings, ...terms } });
  const { value, text } = await fetchSchedule();
  expect(text).not.toContain('@');

  await change('day', { type: 'layout.create', layout: buildLayout({ date, shifts: [], rotations: [] }) });
  const add = value.shifts.map(({ id, teamMember, person: told }) =>
    buildShift(id, '9:00 AM', '5:00 PM', {
      ...{ teamMember, provider: 'sevenshifts' },
      told: {
        ...{ teamMember, startTime: '9:00 AM', endTime: '5:00 PM', schedule: '', note: '', role: '' },
        ...(told && { person: told }),
      },
    }),
  );
  await change('day', { type: 'schedule.take', remove: [], edit: [], add, remember: [], forget: [] });
  expect([await personOf(ana), await personOf(rob)]).toEqual(['Ana Lopez', undefined]);
  expect((await ana.call(getDocument, { params: { team, document: 'day' } })).text).not.toContain('@');

  // Who took a link back keeps it so.
  await ana.call(unlinkMe, { params: { team } });
  await fetchSchedule();
  expect(await personOf(ana)).toBeUndefined();

  await rob.call(verifyEmail, {});
  const token = tokenIn((await mailbox.next()).text, 'confirm-email');
  expect((await rob.call(confirmEmail, { body: { token } })).status).toBe(200);
  expect(await personOf(rob)).toBe('Bob Null');

  const cy = await newcomerByMail(server.address, mailbox, 'Cy');
  await joinTeam(maria, team, 'viewer', cy);
  expect(await personOf(cy)).toBe('Cy Reed');
  await cy.call(leaveTeam, { params: { team } });
  await joinTeam(maria, team, 'viewer', cy);
  await fetchSchedule();
  expect(await personOf(cy)).toBeUndefined();
});

test('addresses that wait for their people do not fill the memory: those of a thousand teams do', async () => {
  const providerIds = [{ provider: 'sevenshifts', id: '11', name: 'Ana' }];
  const crew = { kind: 'crew', people: [{ id: 'p', name: 'Ana', providerIds }], merged: [] };
  let isThere = false;
  const noted: string[] = [];
  const emailLinks = createEmailLinks({
    documents: {
      find: async () => (isThere ? ({ version: 1, body: crew } as never) : null),
      findLatest: async () => null,
      async issue({ team }) {
        noted.push(team);
        return refuse('too-busy');
      },
    },
    store: {} as never,
    links: {} as never,
    log: { error: (error) => expect.fail(String(error)) },
  });
  for (let each = 0; each <= 1_000; each++)
    await emailLinks.told(`team-${each}`, 'sevenshifts', new Map([['11', 'ana@example.com']]));
  isThere = true;
  const documents = emailLinks.following({ issue: async () => done({}) } as never);
  for (const team of ['team-0', 'team-1'])
    await documents.issue({ team, document: 'day' }, { type: 'schedule.take' } as never);
  expect(noted).toEqual(['team-1']);
});

test('whoever was removed while an address linked them is linked no longer', async () => {
  const crew = {
    kind: 'crew',
    people: [{ id: 'p', name: 'Ana', account: null, email: 'ana@example.com' }],
    merged: [],
  };
  const body = { version: 1, body: crew } as never;
  const chain = {
    select: () => chain,
    where: () => chain,
    execute: async () => [{ id: 'ana', email: 'ana@example.com' }],
  };
  const unlinked: string[] = [];
  const emailLinks = createEmailLinks({
    documents: { find: async () => body, findLatest: async () => body, issue: async () => done({}) as never },
    store: { kysely: { selectFrom: () => chain }, members: { role: async () => null } } as never,
    links: {
      async unlink(_, user) {
        unlinked.push(user);
        return done({});
      },
    },
    log: { error: (error) => expect.fail(String(error)) },
  });
  await emailLinks.joined('harbor', 'ana');
  expect(unlinked).toEqual(['ana']);
});
