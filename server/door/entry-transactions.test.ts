import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  changePassword,
  deleteAccount,
  endSession,
  getSecurity,
  resetPassword,
  signIn,
  signOutOthers,
} from '../../contract/account.ts';
import {
  approvePairing,
  changeDevice,
  createDeviceLink,
  revokeDevice,
  startPairing,
} from '../../contract/devices.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { removePin, setPin } from '../../contract/pins.ts';
import { removeConnection, saveConnection } from '../../contract/schedule.ts';
import {
  acceptInvitation,
  changeRole,
  createInvitation,
  createTeam,
  deleteTeam,
  leaveTeam,
  listInvitations,
  removeMember,
  revokeInvitation,
} from '../../contract/teams.ts';
import { createToken, revokeToken } from '../../contract/tokens.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import { linkFor } from '../../test/servers/reset-link.ts';
import {
  newcomer,
  newTeam,
  person,
  type RunningServer,
  runServer,
  teamForm,
  visit,
} from '../../test/servers/running-server.ts';
import { inviteTo, joinTeam } from '../../test/servers/team-members.ts';
import { query } from '../../test/stores/stored-data.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

const tables = [
  ...['members', 'invitations', 'access_tokens', 'schedule_connections', 'departed'],
  ...['user', 'account', 'session', 'verification', 'paired_devices', 'pins'],
];
/** What people and teams have. */
const everything = () =>
  Promise.all(
    tables.map(async (table) => {
      const rows = await query(server.dataDir, `select * from "${table}"`);
      return rows.map((row) => JSON.stringify(row)).sort();
    }),
  );
const teamsIn = () => query(server.dataDir, "select id from documents where kind = 'team' order by id");

test('nothing happens whose entry can’t be stored', async () => {
  const { password } = person('');
  const [ana, ben, cas] = await Promise.all(
    ['Ana', 'Ben', 'Cas'].map((name) => newcomer(server.address, name)),
  );
  if (!ana || !ben || !cas) throw new Error();
  const team = await newTeam(ana);
  const params = { team };
  await joinTeam(ana, team, 'lead', ben);
  const elsewhere = visit(server.address);
  await elsewhere.call(signIn, { body: { email: 'ana@example.com', password } });
  const user = (await ben.call(getMe, {})).value.user?.id ?? '';
  const invite = await inviteTo(ana, team, 'viewer');
  const [link] = (await ana.call(listInvitations, { params })).value.invitations;
  const terms = { name: 'Printer', scope: 'read', team: null, days: 7, password } as const;
  const token = await ana.call(createToken, { body: terms });
  const { sessions } = (await ana.call(getSecurity, {})).value;
  const other = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  const provider = 'ics';
  const connection = {
    params: { team, provider },
    body: {
      ...{ settings: { address: 'https://example.com/shifts.ics' }, location: null, timeZone: 'UTC' },
      ...{ everyMinutes: null, takesAlone: false },
    },
  };
  expect((await ana.call(saveConnection, connection)).status).toBe(200);
  const reset = await linkFor(server, 'cas@example.com');

  const lobby = { name: 'Lobby', area: null };
  const wall = await ana.call(createDeviceLink, { params, body: { ...lobby, name: 'Bar' } });
  const device = wall.value.device.id;
  const shown = (await visit(server.address).call(startPairing, { body: { kind: 'kiosk' } })).value;
  await ana.call(getDocument, { params: { team, document: crewDocument } });
  const eve = { type: 'person.add', person: newPerson('eve', 'Eve Adams') } as const;
  await ana.call(changeDocument, {
    params: { team, document: crewDocument },
    body: { id: 'eve', change: eve },
  });
  const eves = { params: { team, person: 'eve' } };
  await ana.call(setPin, { ...eves, body: { pin: '2580', role: 'lead' } });

  const calls = {
    createDeviceLink: () => ana.call(createDeviceLink, { params, body: lobby }),
    approvePairing: () =>
      ana.call(approvePairing, { params, body: { code: shown.userCode, ...lobby, role: 'lead' } }),
    changeDevice: () =>
      ana.call(changeDevice, { params: { team, device }, body: { ...lobby, role: 'viewer' } }),
    revokeDevice: () => ana.call(revokeDevice, { params: { team, device } }),
    setPin: () => ana.call(setPin, { ...eves, body: { pin: '1937', role: 'viewer' } }),
    removePin: () => ana.call(removePin, eves),
    changeRole: () => ana.call(changeRole, { params: { team, user }, body: { role: 'manager' } }),
    removeMember: () => ana.call(removeMember, { params: { team, user } }),
    leaveTeam: () => ben.call(leaveTeam, { params }),
    createInvitation: () =>
      ana.call(createInvitation, { params, body: { role: 'viewer', days: 1, once: true } }),
    revokeInvitation: () => ana.call(revokeInvitation, { params: { team, id: link?.id ?? '' } }),
    acceptInvitation: () => cas.call(acceptInvitation, { params: { token: invite } }),
    createToken: () => ana.call(createToken, { body: terms }),
    revokeToken: () => ana.call(revokeToken, { params: { id: token.value.id } }),
    saveConnection: () =>
      ana.call(saveConnection, { ...connection, body: { ...connection.body, timeZone: 'Asia/Tokyo' } }),
    removeConnection: () => ana.call(removeConnection, { params: { team, provider } }),
    endSession: () => ana.call(endSession, { params: { session: other } }),
    signOutOthers: () => ana.call(signOutOthers, {}),
    changeEmail: () => ana.call(changeEmail, { body: { email: 'new@example.com', password } }),
    changePassword: () =>
      ana.call(changePassword, { body: { current: password, next: 'a better one', revokeTokens: true } }),
    resetPassword: () =>
      visit(server.address).call(resetPassword, { body: { token: reset, password: 'a better one' } }),
    deleteAccount: () => cas.call(deleteAccount, { body: { password } }),
    deleteTeam: () => ana.call(deleteTeam, { params, body: { name: teamForm.name } }),
    createTeam: () => cas.call(createTeam, { body: { ...teamForm, name: 'Pier' } }),
  };
  const [before, teams] = [await everything(), await teamsIn()];
  await query(server.dataDir, 'alter table security_log rename to kept');
  for (const [name, call] of Object.entries(calls)) {
    expect([name, (await call()).status]).toEqual([name, expect.toBeOneOf([500, 503])]);
    expect([name, await everything()]).toEqual([name, before]);
    if (name === 'deleteTeam') expect(await teamsIn()).toEqual(teams);
  }
  await query(server.dataDir, 'alter table kept rename to security_log');
  expect((await calls.deleteTeam()).status).toBe(200);
});
