import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { plainId } from '../../contract/changes.ts';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { done, type Outcome, type ProblemCode, refuse } from '../../domain/problem/problem.ts';
import { mayManage, mayRunTheDay, type Role, withoutSecondFactor } from '../../domain/team/user.ts';
import type { TokenCaller } from '../accounts/access-tokens.ts';
import type { Caller } from '../accounts/accounts.ts';
import type { EventSource } from '../accounts/security-log.ts';
import type { PairedDevice } from '../database/store.ts';
import type { DeviceCaller } from '../devices/devices.ts';
import type { Author } from '../live/staged-document.ts';
import { deviceOf } from './device-name.ts';
import type { Parts } from './endpoint.ts';

/** A person, by a session or by one of their access tokens. */
export type AnyCaller = ((Caller & { readonly token: null }) | TokenCaller) & { readonly paired?: never };

/** A caller that may use the endpoint, before its parameters, query and body are checked. */
export interface Authorized {
  readonly caller: AnyCaller | DeviceCaller | null;
  readonly role?: Role;
  /** The role they were given, which is higher for a manager without the second factor that the team requires. */
  readonly givenRole?: Role;
  /** The parameters of the path; null if one of them is not an id. */
  readonly params: Readonly<Record<string, string>> | null;
}

/** Milliseconds that looking up a session takes. */
export const identityCost = 1;

const paramsSchema = z.record(z.string(), plainId);

/** The one place that enforces `access` of an endpoint. Prolongs the session by the cookies it adds to the response. */
export async function authorize(
  parts: Parts,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome<Authorized>> {
  const identified = await identify(parts, request);
  if (!identified.ok) return identified;
  const { caller, cookies } = identified.value;
  if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
  const params = paramsSchema.safeParse(request.params).data ?? null;
  const granted = await grant(endpoint, parts, caller, params?.team);
  if (granted.ok) return done({ ...granted.value, params });
  const refusal = { refusal: granted.problem.code, team: params?.team };
  if (caller?.paired) recordDeviceRefusal(parts, caller.paired, refusal.refusal, request);
  else if (caller) recordRefusal(parts, caller, refusal, request);
  return granted;
}

/** What a team's page doesn't offer to this person. People outside a team leave no trace in its log. */
function recordRefusal(
  { securityLog }: Parts,
  caller: AnyCaller,
  { refusal, team }: { readonly refusal: ProblemCode; readonly team: string | undefined },
  request: FastifyRequest,
): void {
  if (refusal !== 'not-allowed' && refusal !== 'not-found' && refusal !== 'token-too-narrow') return;
  const event = { type: 'access-refused', user: caller.user.id } as const;
  securityLog.recordLater(
    { ...event, team: refusal === 'not-allowed' ? team : null },
    sourceOf(request, caller),
  );
}

/** Its pages don't offer it. */
function recordDeviceRefusal(
  { securityLog }: Parts,
  { kind, name, team }: PairedDevice,
  refusal: ProblemCode,
  request: FastifyRequest,
): void {
  if (refusal === 'too-busy') return;
  securityLog.recordLater({ type: 'device-refused', team, details: { kind, name } }, sourceOf(request, null));
}

export const sourceOf = (
  { place, headers }: FastifyRequest,
  caller: AnyCaller | DeviceCaller | null,
): EventSource => ({
  place,
  browser: headers['user-agent'] ?? '',
  caller,
});

interface Identified {
  readonly caller: AnyCaller | DeviceCaller | null;
  readonly cookies: readonly string[];
}

/**
 * The caller, and the `Set-Cookie` lines the response must carry. A token takes precedence over a cookie, and a person over
 * the paired device that they signed in on.
 */
async function identify(parts: Parts, { headers, place }: FastifyRequest): Promise<Outcome<Identified>> {
  const secret = bearerOf(headers);
  if (secret !== null) {
    const found = await parts.bearer(secret, place);
    return found.ok ? done({ caller: found.value, cookies: [] }) : found;
  }
  const { caller, cookies } = await parts.accounts.whoIs(headers.cookie);
  if (caller) return done({ caller: { ...caller, token: null }, cookies });
  const device = await parts.paired.whoIs(headers.cookie);
  return done({ caller: device.caller, cookies: [...cookies, ...device.cookies] });
}

export const bearerOf = ({ authorization = '' }: FastifyRequest['headers']): string | null =>
  /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;

type TeamAccess = Extract<Access, Role>;

const hasTeamAccess: Record<TeamAccess, (role: Role) => boolean> = {
  viewer: () => true,
  lead: mayRunTheDay,
  manager: mayManage,
};

const isTeamAccess = (access: Access): access is TeamAccess => Object.hasOwn(hasTeamAccess, access);

/** People outside a team get the same answer whether or not the team exists. */
async function grant(
  endpoint: Endpoint,
  parts: Parts,
  caller: AnyCaller | DeviceCaller | null,
  team: string | undefined,
): Promise<Outcome<Omit<Authorized, 'params'>>> {
  const { access } = endpoint;
  // Such an endpoint has a check of its own: no account is enough.
  if (access === 'operator') return refuse('not-found');
  if (caller?.paired) return grantDevice(endpoint, caller, team);
  if (!caller) return access === 'anyone' ? done({ caller }) : refuse('signed-out');
  if (!isTokenEnough(caller, endpoint)) return refuse('token-too-narrow');
  if (!isTeamAccess(access)) return done({ caller });
  const isOtherTeam = caller.token?.team != null && caller.token.team !== team;
  const givenRole = isOtherTeam ? null : await parts.store.members.role(team ?? '', caller.user.id);
  if (givenRole === null) return refuse('not-found');
  const isLimited = mayManage(givenRole) && (await parts.isSecondFactorMissing(team ?? '', caller.user.id));
  const role = isLimited ? withoutSecondFactor(givenRole) : givenRole;
  if (hasTeamAccess[access](role)) return done({ caller, role, givenRole });
  return refuse(hasTeamAccess[access](givenRole) ? 'second-factor-required' : 'not-allowed');
}

/** What is for everybody, such as signing in, goes on as nobody's. */
function grantDevice(
  { access, devices = [] }: Endpoint,
  caller: DeviceCaller,
  team: string | undefined,
): Outcome<Omit<Authorized, 'params'>> {
  const { kind, role, team: own } = caller.paired;
  if (!devices.includes(kind)) return access === 'anyone' ? done({ caller: null }) : refuse('device-refused');
  if (!isTeamAccess(access)) return done({ caller });
  if (team !== own) return refuse('not-found');
  return hasTeamAccess[access](role) ? done({ caller, role, givenRole: role }) : refuse('not-allowed');
}

/** Tokens work with teams. Sessions, the account itself and lasting rights need a person at a browser. */
function isTokenEnough({ token }: AnyCaller, { access, method, isInPerson }: Endpoint): boolean {
  if (token === null || (access === 'anyone' && method === 'GET')) return true;
  if (access === 'anyone' || access === 'in-person' || isInPerson) return false;
  if (token.team !== null && access === 'signed-in') return false;
  return method === 'GET' || token.scope === 'write';
}

type InTeam = { readonly caller: AnyCaller; readonly givenRole: Role; readonly browser: string };

/** The author of the changes that a request makes. Whether they need a second factor is decided with each change. */
export const authorOf = ({ caller, givenRole, browser }: InTeam): Author => ({
  user: caller.user.id,
  role: givenRole,
  session: caller.session ?? undefined,
  device: deviceOf(caller, browser),
});
