import * as z from 'zod/mini';
import * as account from '../../contract/account.ts';
import { documentBody, envelope, stepSchemas } from '../../contract/changes.ts';
import * as crew from '../../contract/crew.ts';
import * as devices from '../../contract/devices.ts';
import * as documents from '../../contract/documents.ts';
import { type Access, type Endpoint, problemCode, refusal } from '../../contract/endpoint.ts';
import * as history from '../../contract/history.ts';
import * as kiosk from '../../contract/kiosk.ts';
import * as me from '../../contract/me.ts';
import * as mine from '../../contract/mine.ts';
import * as monitoring from '../../contract/monitoring.ts';
import * as pins from '../../contract/pins.ts';
import * as push from '../../contract/push.ts';
import * as schedule from '../../contract/schedule.ts';
import * as secure from '../../contract/secure.ts';
import * as securityLog from '../../contract/security-log.ts';
import * as teams from '../../contract/teams.ts';
import * as tokens from '../../contract/tokens.ts';
import { crewSchema } from '../../domain/crew/crew.ts';
import { breakSlotSchema } from '../../domain/day/break.ts';
import { layoutSchema } from '../../domain/day/layout.ts';
import { shiftSchema } from '../../domain/day/shift.ts';
import { newNotes } from '../../domain/notes/notes.ts';
import { positionSchema, rotationSchema, subareaSchema } from '../../domain/plan/rotation.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import type { DeviceKind } from '../../domain/team/device.ts';
import { teamSchema } from '../../domain/team/team.ts';
import { templateSchema } from '../../domain/team/template.ts';
import { problemCodes, problemWordings } from '../words.ts';
import { statusOf } from './endpoint.ts';

/** Pages do not load these texts, so they are not in the contract. */
const descriptions: Readonly<Record<string, string>> = {
  getHealth: 'Answers as long as the process does anything, also under names that aren’t the server’s.',
  getUp: 'The same as `/healthz`, at the path where ONCE asks.',
  getReadiness:
    'The status is 503 while changes can’t be stored and before the server stops. `backup` is there if backups are scheduled.',
  getMetrics: 'In the text format of Prometheus, 120 calls a minute.',
  changePassword: 'Signs out every other device.',
  deleteAccount: 'Refused if a team would have no manager left. `details.teams` names those teams.',
  startSecondFactor: 'It takes effect once you confirm it with a code. The backup codes are shown only here.',
  startOidcSignIn:
    'Send the browser to `address`. The provider sends it back to /signed-in, with `?problem=` and a code if it failed.',
  requestReset:
    'Always the same response, whether or not the account exists. The email has a link to /reset/{token}.',
  resetPassword: 'The link works once, for 30 minutes. Every session of the account is signed out.',
  listLayouts: 'Send `date`, or `from` and `to` with both dates included, at most 92 days.',
  listOutlooks:
    'At most 14 days, and the first 100 layouts in them. `open` is what is planned for the start of a rotation, or how it is now.',
  listWorked:
    'Minutes by day, person and station, as worked: who was out or late counts as far as they were there. `to` is included; `days` is 1 to 30, and 30 if left out. At most 20 calls a minute.',
  createLayout: '`template` is the id of a template of the team. The response has the id of the new layout.',
  changeDocument:
    'Send a new id for each change; the same id twice is applied once. A document is created by its first change: `template.create` or `layout.create`. In a batch, `details.step` says which change was refused.',
  getTeamHistory:
    'Newest first. Send `next` as `before` to get the following page. `person` is a user’s id, or `lineup` for changes that Lineup made itself; dates are those of the team’s time zone.',
  getDocumentHistory:
    'The team’s own document has the team’s id. Viewers don’t see that of deleted layouts. Filters are those of the team’s history. At most 60 calls a minute.',
  exportHistory:
    'Newest first, at most 100,000 entries. With `document`, that of one layout or template alone. At most 5 calls a minute.',
  undoChange:
    'Makes the opposite change, as a new entry. Refused with `undo-changed` if the same was changed since, and with `not-allowed` if your role doesn’t allow the opposite change.',
  saveConnection: 'Secrets you leave out stay as they are.',
  testConnection:
    'Signs in with the settings you send; saved secrets fill in for those you leave out. Nothing is saved.',
  fetchProviderSchedule: 'Asks the provider now. Nothing is changed. Closing the request cancels it.',
  previewCalendarFile: 'For managers and leads. The shifts around the date; nothing is stored.',
  getWaitingSchedule: 'The last schedule that was read automatically and waits for review, or null.',
  pickRoles: 'Used the next time, and by automatic reading.',
  endSession: '`session` is an id from the list of sessions. Its open pages end within two seconds.',
  getOwnSecurityLog: 'Newest first, 50 at a time. Send `next` as `before` for older entries.',
  getTeamSecurityLog:
    'Newest first, 50 at a time. Send `next` as `before` for older entries. What happened to members’ accounts is included from when they joined, without their networks.',
  setTeamSecurity:
    'The caller needs an authenticator app to require one. Managers without one then have the rights of a lead.',
  deleteTeam:
    'Deletes its templates, layouts, members, and history for good. `name` must be the name of the team.',
  uploadLogo: 'Accepts PNG, JPEG, WebP, or GIF. The response has the new address of the logo.',
  createInvitation: '`token` is the secret of the invite link, /join/{token}. It is shown only here.',
  startPairing:
    'As in RFC 8628. The device shows `userCode` and `origin` + `path`, and asks `pollPairing` with `deviceCode` every `interval` seconds for ten minutes.',
  pollPairing: 'Once a manager approved the code, the answer sets the cookie of the device.',
  openDeviceLink: '`secret` is what follows the # of a link. The answer sets the cookie of the device.',
  approvePairing: 'Five wrong codes a minute. `role` counts for kiosks; a wall reads alone.',
  revokeDevice: 'Its open pages end within two seconds, on every server.',
  unlockKiosk:
    'Five wrong PINs of a person on a device cost a minute, the next five two, and 20 in a day are the last until a manager resets the PIN. Send `assertion` as `as` with each change.',
  unlockByAccount: 'Sign in on the kiosk first, in any way. The session ends with this.',
  changeOwnPin: 'What was made with the PIN before and not sent yet still counts.',
  setPin: 'What was made with the PIN before and not sent yet doesn’t count anymore.',
  createToken: 'Send `secret` as `Authorization: Bearer SECRET`. It is shown only here.',
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

const namedParts = {
  Notes: newNotes,
  Position: positionSchema,
  Subarea: subareaSchema,
  Rotation: rotationSchema,
  Shift: shiftSchema,
  Break: breakSlotSchema,
  Team: teamSchema,
  Template: templateSchema,
  Layout: layoutSchema,
  Crew: crewSchema,
};

/** JSON schemas that refer to named ones, and those by name, as an OpenAPI description has them. */
function createSchemas() {
  const names = z.registry<{ id: string }>();
  const components: Record<string, JsonSchema> = {};
  const name = (schema: z.core.$ZodType | undefined, id: string) => {
    if (schema && !names.has(schema)) names.add(schema, { id });
  };
  for (const [id, part] of Object.entries(namedParts)) name(part, id);
  for (const [type, step] of stepSchemas()) name(step, nameOfStep(type));
  name(envelope.shape.change, 'Change');
  name(documentBody, 'Document');
  name(refusal, 'Refusal');
  for (const [{ body, response }, operation] of named) {
    const id = operation[0]?.toUpperCase() + operation.slice(1);
    name(body, `${id}Request`);
    name(response, `${id}Response`);
  }

  function schemaOf(schema: z.core.$ZodType): JsonSchema {
    const made = z.toJSONSchema(schema, {
      unrepresentable: 'any',
      metadata: names,
      override({ zodSchema, jsonSchema }) {
        if ((zodSchema as unknown) === problemCode) jsonSchema.enum = [...problemCodes];
      },
    });
    const { $schema: _, $defs = {}, ...rest } = moved(made);
    for (const [id, part] of Object.entries($defs)) components[id] ??= part as JsonSchema;
    return rest as JsonSchema;
  }

  return { schemaOf, components };
}

const nameOfStep = (type: string): string =>
  `${type
    .split('.')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')}Change`;

/** References of a schema by itself lead into the schema; in the description they lead to its components. */
const moved = (schema: object): Record<string, unknown> & { $defs?: object } =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** What fields hold in examples, by their names; a field that is not here gets a value of its type. */
const values: Readonly<Record<string, unknown>> = {
  team: 'maple-street',
  document: 'saturday',
  layout: 'saturday',
  template: 'weekday',
  id: 'a1b2c3',
  user: 'u7',
  shift: 's1',
  rotation: 'lunch',
  subarea: 'front',
  position: 'register-1',
  provider: 'hotschedules',
  date: '2026-11-21',
  from: '2026-11-21',
  to: '2026-11-27',
  startTime: '9:00 AM',
  endTime: '5:00 PM',
  dayStart: '4:00 AM',
  timeZone: 'America/Chicago',
  name: 'Register 1',
  teamMember: 'Maria Garcia',
  schedule: 'Cashier',
  area: 'Front of House',
  areas: ['Front of House', 'Kitchen'],
  firstName: 'Maria',
  lastName: 'Garcia',
  email: 'maria@example.com',
  password: 'a good long password',
  primaryColor: '#1f5fbf',
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  at: 1_795_280_400_000,
  version: 12,
  note: '',
  insert: 'Deliveries at 10\n',
};

/** An example of what a schema takes: required fields alone. */
function exampleOf(given: JsonSchema, components: Schemas['components'], name = ''): unknown {
  const schema = resolved(given, components);
  const inner = (part: unknown, itsName = name) => exampleOf((part ?? {}) as JsonSchema, components, itsName);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const known = values[name];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const fitting = options.find((option) => fits(option as JsonSchema, known));
    return fitting ? known : inner(options[0]);
  }
  if (fits(schema, known)) return known;
  switch (schema.type) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
      return Object.fromEntries(
        (schema.required ?? []).flatMap((field) =>
          properties[field] ? [[field, inner(properties[field], field)]] : [],
        ),
      );
    }
    case 'array':
      return schema.maxItems === 0 ? [] : [inner(schema.items, name.replace(/s$/, ''))];
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function fits({ type }: JsonSchema, value: unknown): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return type === 'array';
  return type === typeof value || (type === 'integer' && Number.isInteger(value));
}

const isEndpoint = (exported: unknown): exported is Endpoint =>
  typeof exported === 'object' && exported !== null && 'access' in exported && 'path' in exported;

const named = [
  me,
  account,
  tokens,
  teams,
  crew,
  mine,
  push,
  devices,
  kiosk,
  pins,
  schedule,
  securityLog,
  documents,
  history,
  secure,
  monitoring,
].flatMap((file) =>
  Object.entries(file as Record<string, unknown>).flatMap(([name, exported]) =>
    isEndpoint(exported) ? [[exported, name] as const] : [],
  ),
);

export const endpoints: readonly Endpoint[] = named.map(([endpoint]) => endpoint);

export const endpointNames: ReadonlyMap<Endpoint, string> = new Map(named);

const byAnyone: readonly ProblemCode[] = [
  'signed-out',
  'invalid-api-key',
  'token-too-narrow',
  'device-refused',
];
const byViewers: readonly ProblemCode[] = [...byAnyone, 'not-found'];
const byLeads: readonly ProblemCode[] = [...byViewers, 'not-allowed'];

const refusedByAccess: Record<Access, readonly ProblemCode[]> = {
  anyone: [],
  'signed-in': byAnyone,
  'in-person': ['signed-out', 'token-too-narrow', 'device-refused'],
  viewer: byViewers,
  lead: byLeads,
  manager: [...byLeads, 'second-factor-required'],
  operator: ['not-found'],
};

const isForSessions = ({ access, isInPerson }: Endpoint): boolean =>
  access === 'in-person' || isInPerson === true;

function securityOf(endpoint: Endpoint): object[] {
  const { access } = endpoint;
  if (access === 'anyone') return [];
  if (access === 'operator') return [{ metrics: [] }];
  return isForSessions(endpoint) ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

const nameOf = (endpoint: Endpoint): string => endpointNames.get(endpoint) ?? '';

let description: object | undefined;

export function describeApi(): object {
  if (description) return description;
  const schemas = createSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  description = {
    openapi: '3.1.0',
    info: {
      title: 'Lineup',
      version: '1',
      description:
        'Sign in to get the session cookie, or send an API token. People outside a team are told that it does not exist. /api has the same description as a page. In addition, POST /hotschedules-getSchedule answers callers of the hosted function of that name by its own protocol, as docs/operations.md says.',
    },
    // relative to where the description was loaded from
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'lineup.session_token' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, created at /account.' },
        metrics: { type: 'http', scheme: 'bearer', description: 'The METRICS_TOKEN of the server.' },
      },
    },
  };
  return description;
}

export const descriptionOf = (endpoint: Endpoint): string | undefined => descriptions[nameOf(endpoint)];

type Schemas = ReturnType<typeof createSchemas>;

function operationOf(endpoint: Endpoint, { schemaOf, components }: Schemas): object {
  const { summary, path, query, body } = endpoint;
  schemaOf(refusal);
  const described = (shape: z.core.$ZodType) => json(schemaOf(shape), components);
  const asked: JsonSchema = query ? resolved(schemaOf(query), components) : {};
  const example = (name: string, schema: unknown) => exampleOf(schema as JsonSchema, components, name);
  return {
    operationId: nameOf(endpoint),
    summary,
    description: [descriptionOf(endpoint), `Who can call it: ${callersOf(endpoint)}.`]
      .filter(Boolean)
      .join('\n\n'),
    security: securityOf(endpoint),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
        ...{ in: 'path', name, schema: text, required: true, example: example(name, text) },
      })),
      ...Object.entries(asked.properties ?? {}).map(([name, schema]) => {
        const required = asked.required?.includes(name) ?? false;
        return { in: 'query', name, schema, required, example: example(name, schema) };
      }),
    ],
    ...(body && { requestBody: { required: true, content: described(body) } }),
    responses: {
      200: { description: 'Success.', content: contentOf(endpoint, described) },
      ...refusals(endpoint),
      default: { description: 'Any other error.', content: refused },
    },
  };
}

/** The problem codes of an endpoint, without duplicates. */
export const refusalsOf = ({ access, problems }: Endpoint): ProblemCode[] => [
  ...new Set<ProblemCode>(['request-invalid', ...refusedByAccess[access], ...problems]),
];

function refusals(endpoint: Endpoint): Record<string, object> {
  const sentences = new Map<number, string[]>();
  for (const code of refusalsOf(endpoint)) {
    const status = statusOf(code);
    sentences.set(status, [...(sentences.get(status) ?? []), `${code}: ${problemWordings[code]}`]);
  }
  return Object.fromEntries(
    [...sentences].map(([status, lines]) => [status, { description: lines.join('\n\n'), content: refused }]),
  );
}

const text = { type: 'string' } as const;

const resolved = (schema: JsonSchema, components: Schemas['components']): JsonSchema =>
  schema.$ref ? (components[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

function contentOf(endpoint: Endpoint, described: (shape: z.core.$ZodType) => object): object {
  const { contentType, response } = endpoint;
  if (contentType === undefined) return described(response);
  return { [contentType]: contentType === 'image/*' ? {} : { schema: text } };
}

const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };

const json = (schema: JsonSchema, components: Schemas['components']): object => ({
  'application/json': { schema, example: exampleOf(schema, components) },
});

const callers: Record<Access, string> = {
  anyone: 'Anyone',
  'signed-in': 'Any signed-in user',
  'in-person': 'Any signed-in user',
  viewer: 'Team members',
  lead: 'Team leads and managers',
  manager: 'Team managers',
  operator: 'The operator of the server, with its METRICS_TOKEN or from the same machine',
};

const kindsOfDevices: Record<DeviceKind, string> = { wall: 'paired walls', kiosk: 'paired kiosks' };

/** As shown on /api. */
export function callersOf(endpoint: Endpoint): string {
  const { access, devices = [] } = endpoint;
  if (access === 'anyone' || access === 'operator') return callers[access];
  const tokens = access === 'signed-in' ? ', or their token' : ', or their tokens';
  const people = callers[access] + (isForSessions(endpoint) ? '; no tokens' : tokens);
  return [people, ...devices.map((kind) => kindsOfDevices[kind])].join('; ');
}
export const schemaOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' });
