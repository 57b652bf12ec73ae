import { type AccessToken, createToken, listTokens, revokeToken } from '../../contract/tokens.ts';
import { parseName } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Role, TokenScope, User } from '../../domain/team/user.ts';
import type { AccessTokenStore, SecurityLogEntry, StoredAccessToken } from '../database/store.ts';
import type { Serve } from '../door/endpoint.ts';
import type { CreateLimit } from '../door/rate-limit.ts';
import { hashOf, newId, newSecret } from '../id.ts';
import type { Caller } from './accounts.ts';
import type { PasswordProof, Reauthenticate } from './passwords.ts';
import type { EventSource, SecurityLog } from './security-log.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Per person. */
const MOST_TOKENS = 50;
/** Invalid tokens a minute from one network address. */
const INVALID_TOKENS = 60;

export interface Bearer {
  readonly user: User;
  readonly name: string;
  readonly scope: TokenScope;
  readonly team: string | null;
}

interface TokenTerms {
  readonly name: string;
  readonly scope: TokenScope;
  readonly team: string | null;
  readonly days: number;
}

type TokenEntry = (
  type: 'token-created' | 'token-revoked',
  token: Pick<AccessToken, 'name' | 'scope' | 'team'>,
) => SecurityLogEntry;

export interface AccessTokens {
  /** Newest first. */
  ofUser(user: string): Promise<readonly AccessToken[]>;
  /** The secret is not stored, so it cannot be shown again. */
  create(
    caller: Caller,
    terms: TokenTerms,
    proof: PasswordProof,
    entryOf: TokenEntry,
  ): Promise<Outcome<AccessToken & { secret: string }>>;
  revoke(user: string, id: string, entryOf: TokenEntry): Promise<void>;
  bearer(secret: string, address: string): Promise<Outcome<Bearer>>;
}

interface Dependencies {
  readonly accessTokens: AccessTokenStore;
  readonly reauthenticate: Reauthenticate;
  readonly role: (team: string, user: string) => Promise<Role | null>;
  readonly isSessionAlive: (session: string) => Promise<boolean>;
  readonly securityLog: Pick<SecurityLog, 'recordLater'>;
  readonly people: (ids: readonly string[]) => Promise<readonly User[]>;
  readonly createLimit: CreateLimit;
  readonly now: () => number;
}

export function createAccessTokens(dependencies: Dependencies): AccessTokens {
  const {
    accessTokens: store,
    reauthenticate,
    role,
    isSessionAlive,
    securityLog,
    people,
    createLimit,
    now,
  } = dependencies;
  const invalid = createLimit('invalid tokens', INVALID_TOKENS);

  async function find(token: StoredAccessToken | null): Promise<Bearer | null> {
    if (!token || token.expiresAt <= now()) return null;
    const [user] = await people([token.user]);
    if (!user) return null;
    const minute = now() - (now() % MINUTE);
    if (token.lastUsedAt === null || token.lastUsedAt < minute) await store.used(token.secretHash, minute);
    return { user, name: token.name, scope: token.scope, team: token.team };
  }

  return {
    ofUser: async (user) => (await store.ofUser(user)).map(toAccessToken),

    async create(caller, { name: typed, scope, team, days }, proof, entryOf) {
      if (team !== null && (await role(team, caller.user.id)) === null) {
        return refuse('not-found', { field: 'team' });
      }
      const name = parseName(typed, 'name', 'name-missing');
      if (!name.ok) return name;
      const proved = await reauthenticate(caller, proof);
      if (!proved.ok) return proved;
      const user = caller.user.id;
      await store.removeExpired(user, now());
      if ((await store.ofUser(user)).length >= MOST_TOKENS) {
        return refuse('too-many', { field: 'name', details: { max: MOST_TOKENS } });
      }
      const secret = `lineup_${newSecret()}`;
      const token: StoredAccessToken = {
        secretHash: hashOf(secret),
        id: newId(),
        user,
        name: name.value,
        scope,
        team,
        createdAt: now(),
        lastUsedAt: null,
        expiresAt: now() + days * DAY,
      };
      await store.add(token, entryOf('token-created', token));
      // A caller who was signed out while the password was checked must not keep the token.
      if (!(await isSessionAlive(caller.session))) {
        await store.revoke(user, token.id, (revoked) => entryOf('token-revoked', revoked));
        return refuse('signed-out');
      }
      return done({ ...toAccessToken(token), secret });
    },

    revoke: (user, id, entryOf) => store.revoke(user, id, (revoked) => entryOf('token-revoked', revoked)),

    async bearer(secret, address) {
      if (await invalid.isFull(address)) return refuse('too-many-requests');
      const token = await store.find(hashOf(secret));
      const bearer = await find(token);
      if (bearer) return done(bearer);
      await invalid.add(address);
      securityLog.recordLater(
        async () => {
          const known = token ?? (await store.findRevoked(hashOf(secret)));
          if (!known) return { type: 'token-refused' };
          return { type: 'token-refused', user: known.user, details: { name: known.name } };
        },
        { place: address, browser: '' },
      );
      return refuse('invalid-api-key');
    },
  };
}

const toAccessToken = ({ secretHash: _, user: __, ...token }: StoredAccessToken): AccessToken => token;

export function serveAccessTokens(serve: Serve, tokens: AccessTokens, securityLog: SecurityLog): void {
  const entryFor =
    (request: { readonly caller: Caller } & EventSource): TokenEntry =>
    (type, { name, scope, team }) =>
      securityLog.entry({ type, user: request.caller.user.id, team, details: { name, scope } }, request);

  serve(listTokens, async ({ caller }) => done({ tokens: [...(await tokens.ofUser(caller.user.id))] }));

  serve(createToken, async (request) => {
    const { caller, body } = request;
    const { password, ...terms } = body;
    return tokens.create(caller, terms, { password }, entryFor(request));
  });

  serve(revokeToken, async (request) => {
    const { caller, params } = request;
    await tokens.revoke(caller.user.id, params.id, entryFor(request));
    return done({});
  });
}
