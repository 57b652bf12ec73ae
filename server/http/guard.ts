import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { mayManage, type Role, type TokenScope } from '../../domain/account/access.ts';
import type { User } from '../../domain/account/user.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { AccessTokens, Bearer } from '../auth/access-tokens.ts';
import type { Accounts, Caller } from '../auth/account/accounts.ts';

/** A person, by a session or by one of their access tokens. */
export type AnyCaller = (Caller & { readonly token: null }) | TokenCaller;

interface TokenCaller {
  readonly user: User;
  readonly session: null;
  readonly token: { readonly scope: TokenScope; readonly team: string | null };
}

/** Who is calling, and what they are in a team. Asked anew for every request. */
export interface Guard {
  readonly whoIs: Accounts['whoIs'];
  readonly bearer: AccessTokens['bearer'];
  role(team: string, user: string): Promise<Role | null>;
}

/** Who sent it, and the `Set-Cookie` lines that the answer must carry. A token counts before a cookie. */
export async function identify(
  guard: Guard,
  { headers, place }: FastifyRequest,
): Promise<Outcome<{ caller: AnyCaller | null; cookies: readonly string[] }>> {
  const secret = bearerOf(headers);
  if (secret !== null) {
    const found = await guard.bearer(secret, place);
    return found.ok ? done({ caller: byToken(found.value), cookies: [] }) : found;
  }
  const { caller, cookies } = await guard.whoIs(headers.cookie);
  return done({ caller: caller && { ...caller, token: null }, cookies });
}

/** The access token that a request came with, if any. */
export const bearerOf = ({ authorization = '' }: FastifyRequest['headers']): string | null =>
  /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;

const byToken = ({ user, scope, team }: Bearer): TokenCaller => ({
  user,
  session: null,
  token: { scope, team },
});

/** Whoever is not in a team learns nothing of it, not even that it is there. */
export async function grant(
  endpoint: Endpoint,
  guard: Guard,
  caller: AnyCaller | null,
  team: string | undefined,
): Promise<Outcome<{ caller: AnyCaller | null; role?: Role }>> {
  const { access } = endpoint;
  if (!caller) return access === 'anyone' ? done({ caller }) : refuse('signed-out');
  if (!reaches(caller, endpoint)) return refuse('token-too-narrow');
  if (access !== 'member' && access !== 'manager') return done({ caller });
  const isOtherTeam = caller.token?.team != null && caller.token.team !== team;
  const role = isOtherTeam ? null : await guard.role(team ?? '', caller.user.id);
  if (role === null) return refuse('not-found');
  return access === 'manager' && !mayManage(role) ? refuse('not-allowed') : done({ caller, role });
}

/** A token looks and works in teams; sessions and the account are for people at a browser. */
function reaches({ token }: AnyCaller, { access, method }: Endpoint): boolean {
  if (token === null || (access === 'anyone' && method === 'GET')) return true;
  if (access === 'anyone' || access === 'in-person') return false;
  if (token.team !== null && access === 'signed-in') return false;
  return method === 'GET' || token.scope === 'write';
}
