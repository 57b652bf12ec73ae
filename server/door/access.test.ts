import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { changeDocument } from '../../contract/documents.ts';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { undoChange } from '../../contract/history.ts';
import { getMe } from '../../contract/me.ts';
import { saveConnection } from '../../contract/schedule.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import { type DeviceKind, deviceKinds } from '../../domain/team/device.ts';
import type { Role } from '../../domain/team/user.ts';
import { buildTemplate } from '../../test/builders.ts';
import { smallestGif } from '../../test/pictures.ts';
import { type CalendarStandIn, runCalendar } from '../../test/providers/calendar.ts';
import { outgoingEnv } from '../../test/providers/stand-in.ts';
import { deviceExamples } from '../../test/servers/device-examples.ts';
import { freePort } from '../../test/servers/free-port.ts';
import { memberExamples } from '../../test/servers/member-examples.ts';
import { type OidcServer, runOidcServer } from '../../test/servers/oidc-server.ts';
import { pairDevice } from '../../test/servers/paired-devices.ts';
import { linkFor } from '../../test/servers/reset-link.ts';
import {
  newcomer,
  newTeam,
  person,
  type RunningServer,
  runServer,
  teamForm,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { atSecondFactor, settingUpSecondFactor, withPasskeys } from '../../test/servers/started-steps.ts';
import { joinTeam } from '../../test/servers/team-members.ts';
import { newId } from '../id.ts';
import { endpoints } from './openapi.ts';

let server: RunningServer;
let manager: Visitor;
let lead: Visitor;
let viewer: Visitor;
let outsider: Visitor;
let team: string;
let token: string;
let viewerId: string;
let resetToken: string;
let leaver: Visitor;
let oidc: OidcServer;
let calendar: CalendarStandIn;
let enrolling: Awaited<ReturnType<typeof settingUpSecondFactor>>;
let halfIn: Awaited<ReturnType<typeof atSecondFactor>>;
let devices: Record<DeviceKind, Visitor>;
let otherTeam: string;
let passkeys: Awaited<ReturnType<typeof withPasskeys>>;

beforeAll(async () => {
  const port = String(await freePort());
  // Passkeys need a name such as localhost.
  oidc = await runOidcServer([]);
  calendar = await runCalendar();
  server = await runServer({
    env: {
      ...oidc.env,
      ...outgoingEnv(calendar),
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
    },
  });
  leaver = await newcomer(server.address, 'Lea');
  await newcomer(server.address, 'Rita');
  resetToken = await linkFor(server, 'rita@example.com');
  [manager, lead, viewer, outsider] = (await Promise.all(
    ['Maria', 'Leo', 'Vera', 'Otto'].map((name) => newcomer(server.address, name)),
  )) as [Visitor, Visitor, Visitor, Visitor];
  enrolling = await settingUpSecondFactor(server.address);
  halfIn = await atSecondFactor(server.address);
  passkeys = await withPasskeys(server.address);
  team = await newTeam(manager);
  await manager.call(changeDocument, {
    params: { team, document: 'weekday' },
    body: { id: newId(), change: { type: 'template.create', template: buildTemplate() } },
  });
  otherTeam = await newTeam(outsider);
  devices = {
    wall: await pairDevice(server.address, manager, { team, kind: 'wall' }),
    kiosk: await pairDevice(server.address, manager, { team, kind: 'kiosk', role: 'lead' }),
  };
  await manager.call(saveConnection, { params: { team, provider: 'ics' }, body: calendarForm() });
  await joinTeam(manager, team, 'lead', lead);
  token = await joinTeam(manager, team, 'viewer', viewer);
  viewerId = (await viewer.call(getMe, {})).value.user?.id ?? '';
});
afterAll(async () => {
  await server.stop();
  await oidc.stop();
  await calendar.stop();
});

const rank: Record<Role, number> = { viewer: 0, lead: 1, manager: 2 };
const isTeamAccess = (access: Access): access is Role => Object.hasOwn(rank, access);

/** Endpoints that end a team or a membership, which therefore get a team of their own. */
const endings = new Set(['POST /api/teams/:team/leave', 'POST /api/teams/:team/delete']);

/** Id of a new team with two managers. */
async function teamToEnd(): Promise<string> {
  const ending = await newTeam(manager);
  await joinTeam(manager, ending, 'manager', outsider);
  return ending;
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

interface Example {
  readonly params?: Record<string, string>;
  readonly query?: unknown;
  readonly body?: unknown;
  /** The caller, if it is not the manager or someone signed out. */
  readonly by?: Visitor;
  /** The refusal on this server, where email is not set up. */
  readonly refused?: ProblemCode;
  readonly refusedKiosk?: ProblemCode;
}

/** A call of each endpoint that a manager of `team` can make. */
const examples: Record<string, (team: string) => Example> = {
  'GET /api/me': () => ({}),
  ...Object.fromEntries(
    ['/healthz', '/up', '/readyz', '/metrics'].map((path) => [`GET ${path}`, () => ({})]),
  ),
  'POST /api/auth/register': () => ({ body: person('New', `${newId()}@example.com`) }),
  'POST /api/auth/sign-in': () => ({ body: { email: 'maria@example.com', password: person('').password } }),
  'POST /api/auth/sign-out': () => ({}),
  'GET /api/auth/ways': () => ({}),
  'GET /api/secure': () => ({}),
  'GET /api/secure/probe': () => ({}),
  'POST /api/auth/confirm': () => ({
    body: { token: 'none', password: person('').password },
    refused: 'confirm-invalid',
  }),
  'POST /api/auth/reset-request': () => ({
    body: { email: 'nobody@example.com' },
    refused: 'mail-unavailable',
  }),
  'POST /api/auth/reset': () => ({ body: { token: resetToken, password: 'another good password' } }),
  'GET /api/account/security': () => ({}),
  'PATCH /api/account': () => ({ body: { language: 'en' } }),
  'GET /api/account/outbox-keys': () => ({}),
  'POST /api/account/names': () => ({ body: { firstName: 'Maria', lastName: 'Sample' } }),
  'POST /api/account/email': () => ({ body: { email: 'maria@example.com', password: person('').password } }),
  'POST /api/account/email/verify': () => ({ refused: 'mail-unavailable' }),
  'POST /api/account/email/confirm': () => ({ body: { token: 'none' }, refused: 'mail-unavailable' }),
  'POST /api/account/password': () => ({
    body: { current: person('').password, next: person('').password, revokeTokens: true },
  }),
  'POST /api/account/sign-out-others': () => ({}),
  'DELETE /api/account/sessions/:session': () => ({ params: { session: 'any' } }),
  'GET /api/account/security-log': () => ({}),
  'GET /api/teams/:team/security': (team) => ({ params: { team } }),
  'POST /api/teams/:team/security': (team) => ({
    params: { team },
    body: { requiresSecondFactor: false },
  }),
  'GET /api/teams/:team/security-log': (team) => ({ params: { team } }),
  'POST /api/account/delete': () => ({ body: { password: person('').password }, by: leaver }),
  'POST /api/auth/second-factor': () => ({ by: halfIn.by, body: halfIn.body() }),
  'POST /api/auth/passkey/start': () => ({}),
  ...deviceExamples,
  'POST /api/auth/passkey': () => ({ by: passkeys.signingIn.by, body: passkeys.signingIn.body() }),
  'POST /api/auth/provider/start': () => ({}),
  'POST /api/account/second-factor/start': () => ({ body: { password: person('').password } }),
  'POST /api/account/second-factor/confirm': () => ({ by: enrolling.by, body: enrolling.body() }),
  'POST /api/account/second-factor/remove': () => ({ body: { password: person('').password, code: '' } }),
  'POST /api/account/passkeys/start': () => ({ body: { password: person('').password } }),
  'POST /api/account/passkeys': () => ({ by: passkeys.adding.by, body: passkeys.adding.body() }),
  'DELETE /api/account/passkeys/:passkey': () => ({ params: { passkey: 'any' } }),
  'GET /api/account/tokens': () => ({}),
  'POST /api/account/tokens': (team) => ({
    body: { name: 'Printer', scope: 'read', team, days: 30, password: person('').password },
  }),
  'DELETE /api/account/tokens/:id': () => ({ params: { id: 'any' } }),
  'POST /api/teams': () => ({ body: teamForm }),
  'GET /api/teams/:team/members': (team) => ({ params: { team } }),
  'POST /api/teams/:team/members/:user/role': (team) => ({
    params: { team, user: viewerId },
    body: { role: 'viewer' },
  }),
  'DELETE /api/teams/:team/members/:user': (team) => ({ params: { team, user: 'nobody' } }),
  ...memberExamples,
  'POST /api/teams/:team/delete': (team) => ({ params: { team }, body: { name: teamForm.name } }),
  'POST /api/teams/:team/logo': (team) => ({ params: { team }, body: { base64: smallestGif } }),
  'GET /api/teams/:team/logo/:image': (team) => ({ params: { team, image: 'none' }, refused: 'not-found' }),
  'GET /api/teams/:team/invitations': (team) => ({ params: { team } }),
  'DELETE /api/teams/:team/invitations/:id': (team) => ({ params: { team, id: 'none' } }),
  'POST /api/teams/:team/invitations': (team) => ({
    params: { team },
    body: { role: 'lead', days: 7, once: false },
  }),
  'GET /api/invitations/:token': () => ({ params: { token } }),
  'POST /api/invitations/:token/accept': () => ({ params: { token } }),
  'GET /api/schedule/providers': () => ({}),
  'GET /api/teams/:team/schedule': (team) => ({ params: { team } }),
  'POST /api/teams/:team/schedule/:provider': (team) => ({
    params: { team, provider: 'ics' },
    body: calendarForm(),
  }),
  'DELETE /api/teams/:team/schedule/:provider': (team) => ({ params: { team, provider: 'deputy' } }),
  'POST /api/teams/:team/schedule/:provider/test': (team) => ({
    params: { team, provider: 'ics' },
    body: { settings: { address: calendar.feed } },
  }),
  'POST /api/teams/:team/schedule/:provider/read': (team) => ({
    params: { team, provider: 'ics' },
    body: { date: '2026-11-21' },
  }),
  'POST /api/teams/:team/calendar': (team) => ({
    params: { team },
    body: {
      date: '2026-11-21',
      timeZone: 'America/Chicago',
      calendar: 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR',
    },
  }),
  'GET /api/teams/:team/schedule/:provider/waiting': (team) => ({
    params: { team, provider: 'ics' },
    query: { date: '2026-11-21' },
  }),
  'POST /api/teams/:team/schedule/:provider/roles': (team) => ({
    params: { team, provider: 'ics' },
    body: { roles: null },
  }),
  'POST /api/teams/:team/layouts': (team) => ({
    params: { team },
    body: { date: '2026-11-21', template: 'weekday' },
  }),
  'GET /api/teams/:team/worked': (team) => ({ params: { team }, query: { to: '2026-11-27', days: '14' } }),
  'GET /api/teams/:team/layouts/outlook': (team) => ({
    params: { team },
    query: { from: '2026-11-21', to: '2026-11-27' },
  }),
  'GET /api/teams/:team/layouts': (team) => ({ params: { team }, query: { date: '2026-11-21' } }),
  'GET /api/teams/:team/templates': (team) => ({ params: { team } }),
  'GET /api/teams/:team/documents/:document': (team) => ({ params: { team, document: team } }),
  'GET /api/teams/:team/documents/:document/history': (team) => ({ params: { team, document: team } }),
  'GET /api/teams/:team/history': (team) => ({ params: { team } }),
  'GET /api/teams/:team/history/export': (team) => ({ params: { team } }),
  'POST /api/teams/:team/documents/:document/history/:version/undo': (team) => ({
    params: { team, document: team, version: '1' },
    refused: 'undo-impossible',
  }),
  'POST /api/teams/:team/documents/:document/changes': (team) => ({
    params: { team, document: team },
    body: { id: newId(), change: { type: 'team.rename', name: 'Store 13' } },
  }),
};

const calendarForm = () => ({
  settings: { address: calendar.feed },
  location: null,
  timeZone: 'UTC',
  everyMinutes: null,
  takesAlone: false,
});

/** How a device is refused what it may call. */
function refusedOf(endpoint: Endpoint, kind: DeviceKind): ProblemCode | undefined {
  const { refused, refusedKiosk } = examples[nameOf(endpoint)]?.(team) ?? {};
  // Nobody has said who they are.
  if (endpoint === changeDocument) return 'kiosk-locked';
  return kind === 'kiosk' ? (refusedKiosk ?? refused) : refused;
}

const callAs = (visitor: Visitor, endpoint: Endpoint, of: string) =>
  visitor.call(endpoint, examples[nameOf(endpoint)]?.(of) as never);

test('every endpoint of the contract is listed, and has an example here', async () => {
  const folder = fileURLToPath(new URL('../../contract', import.meta.url));
  const exported = await Promise.all(
    globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).map(
      (file) => import(`${folder}/${file}`),
    ),
  );
  const described = exported.flatMap((file) => Object.values(file as object)).filter((each) => each?.access);
  expect(new Set(endpoints)).toEqual(new Set(described));
  expect(Object.keys(examples).sort()).toEqual(endpoints.map(nameOf).sort());
});

describe.each(endpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))(
  '$name',
  ({ endpoint }) => {
    test('answers a manager with the response of the contract', async () => {
      const of = endings.has(nameOf(endpoint)) ? await teamToEnd() : team;
      const { by, refused } = examples[nameOf(endpoint)]?.(team) ?? {};
      const visitor = by ?? (endpoint.path.startsWith('/api/auth/') ? visit(server.address) : manager);
      const { status, text, value } = await callAs(visitor, endpoint, of);
      if (refused) {
        expect(endpoint.problems).toContain(refused);
        expect(value).toMatchObject({ problem: { code: refused } });
        return;
      }
      expect(status, text).toBe(200);
      expect(z.safeParse(endpoint.response, value).error).toBeUndefined();
    });

    if (endpoint.access === 'operator') {
      test('is not there for a manager who asks through a proxy', async () => {
        expect((await manager.send(endpoint.path, { headers: { via: '1.1 any' } })).status).toBe(404);
      });
    } else if (endpoint.access !== 'anyone') {
      test('asks people who are signed out to sign in', async () => {
        const { status, value } = await callAs(visit(server.address), endpoint, team);
        expect([status, value]).toEqual([
          401,
          { problem: { code: 'signed-out' }, message: 'Sign in to continue.' },
        ]);
      });
    }

    if (endpoint.path.includes('/:team')) {
      test('answers a member of another team as if the team did not exist', async () => {
        const [there, missing] = await Promise.all([
          callAs(outsider, endpoint, team),
          callAs(outsider, endpoint, newId()),
        ]);
        expect(there.status).toBe(404);
        expect(there.text).toBe(missing.text);
        const fixed = (headers: Headers) => [...headers].filter(([name]) => name !== 'date');
        expect(fixed(there.headers)).toEqual(fixed(missing.headers));
      });

      test('does so before it validates the request', async () => {
        const { status } = await outsider.send(endpoint.path.replace(/:team/, team).replace(/:\w+/, 'x'), {
          method: endpoint.method,
          ...(endpoint.method !== 'GET' && {
            headers: { 'content-type': 'application/json' },
            body: '{"nonsense":1}',
          }),
        });
        expect(status).toBe(404);
      });
    }

    for (const kind of deviceKinds) {
      const isForAll = endpoint.access === 'anyone' || endpoint.access === 'operator';
      if (endpoint.devices?.includes(kind)) {
        test(`[PD6] answers a ${kind}, for its own team alone`, async () => {
          const { status, text, value } = await callAs(devices[kind], endpoint, team);
          const refused = refusedOf(endpoint, kind);
          if (refused) expect(value).toMatchObject({ problem: { code: refused } });
          else expect(status, text).toBe(200);
          if (!endpoint.path.includes('/:team')) return;
          expect((await callAs(devices[kind], endpoint, otherTeam)).status).toBe(404);
        });
      } else if (!isForAll) {
        test(`[PD6] refuses a ${kind}`, async () => {
          for (const of of [team, otherTeam]) {
            const { status, value } = await callAs(devices[kind], endpoint, of);
            expect([status, (value as { problem: unknown }).problem]).toEqual([
              403,
              { code: 'device-refused' },
            ]);
          }
        });
      }
    }

    for (const [role, member] of [
      ['viewer', () => viewer],
      ['lead', () => lead],
    ] as const) {
      if (!isTeamAccess(endpoint.access)) continue;
      if (rank[role] < rank[endpoint.access]) {
        test(`refuses a ${role}`, async () => {
          const { status, value } = await callAs(member(), endpoint, team);
          expect([status, (value as { problem: unknown }).problem]).toEqual([403, { code: 'not-allowed' }]);
        });
      } else if (!endings.has(nameOf(endpoint)) && endpoint !== changeDocument && endpoint !== undoChange) {
        // What changes of documents need is declared by each change.
        test(`does not refuse a ${role}`, async () => {
          const { status, text } = await callAs(member(), endpoint, team);
          const { refused } = examples[nameOf(endpoint)]?.(team) ?? {};
          expect(refused ? text : status, text).toEqual(refused ? expect.stringContaining(refused) : 200);
        });
      }
    }

    if (endpoint.body) {
      test('refuses unknown fields', async () => {
        const { params, body } = examples[nameOf(endpoint)]?.(team) ?? {};
        for (const extra of ['role', 'teamID', 'emailVerified', 'version']) {
          const call = { params, body: { ...(body as object), [extra]: 'manager' } };
          if (extra in (body as object)) continue;
          const { status, value } = await manager.call(endpoint, call as never);
          expect([status, (value as { problem: unknown }).problem]).toEqual([
            400,
            { code: 'request-invalid', field: extra },
          ]);
        }
      });
    }
  },
);
