import { type AccessToken, createToken, listTokens, revokeToken } from '../../contract/tokens.ts';
import { parseName } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { TokenScope, User } from '../../domain/team/user.ts';
import type { StoredAccessToken } from '../database/store.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { hashOf, newId, newSecret } from '../id.ts';
import type { Caller } from './accounts.ts';
import { reauthenticate } from './passwords.ts';
import type { EventSource } from './security-log.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Per person: in a longer list, nobody finds the one to revoke. */
const MOST_TOKENS = 50;
/** Invalid tokens a minute from one network address: trying them out would keep the database busy. */
const INVALID_TOKENS = 60;

/** A person, by one of their access tokens. */
export interface TokenCaller {
  readonly user: User;
  readonly session: null;
  readonly token: { readonly name: string; readonly scope: TokenScope; readonly team: string | null };
}

export type FindBearer = (secret: string, address: string) => Promise<Outcome<TokenCaller>>;

export function createFindBearer({
  store,
  accounts,
  securityLog,
  createLimit,
  now,
}: Pick<Parts, 'store' | 'accounts' | 'securityLog' | 'createLimit' | 'now'>): FindBearer {
  const { accessTokens } = store;
  const invalid = createLimit(INVALID_TOKENS);

  async function find(token: StoredAccessToken | null): Promise<TokenCaller | null> {
    if (!token || token.expiresAt <= now()) return null;
    const [user] = await accounts.people([token.user]);
    if (!user) return null;
    const minute = now() - (now() % MINUTE);
    // Not each time: a script that reads all day would be as many writes, and people's changes wait for these.
    if (token.lastUsedAt === null || token.lastUsedAt < minute)
      await accessTokens.used(token.secretHash, minute);
    const { name, scope, team } = token;
    return { user, session: null, token: { name, scope, team } };
  }

  return async (secret, address) => {
    if (invalid.isFull(address)) return refuse('too-many-requests');
    const token = await accessTokens.find(hashOf(secret));
    const bearer = await find(token);
    if (bearer) return done(bearer);
    invalid.add(address);
    securityLog.recordLater(
      async () => {
        const known = token ?? (await accessTokens.findRevoked(hashOf(secret)));
        if (!known) return { type: 'token-refused' };
        return { type: 'token-refused', user: known.user, details: { name: known.name } };
      },
      { place: address, browser: '' },
    );
    return refuse('invalid-api-key');
  };
}

const toAccessToken = ({ secretHash: _, user: __, ...token }: StoredAccessToken): AccessToken => token;

export function serveAccessTokens(serve: Serve, parts: Parts): void {
  const { accounts, securityLog, now } = parts;
  const { accessTokens, members } = parts.store;

  const entryFor =
    (request: { readonly caller: Caller } & EventSource) =>
    (
      type: 'token-created' | 'token-revoked',
      { name, scope, team }: Pick<AccessToken, 'name' | 'scope' | 'team'>,
    ) =>
      securityLog.entry({ type, user: request.caller.user.id, team, details: { name, scope } }, request);

  serve(listTokens, async ({ caller }) =>
    done({ tokens: (await accessTokens.ofUser(caller.user.id)).map(toAccessToken) }),
  );

  serve(createToken, async (request) => {
    const { caller, body } = request;
    const { scope, team } = body;
    const user = caller.user.id;
    if (team !== null && (await members.role(team, user)) === null) {
      return refuse('not-found', { field: 'team' });
    }
    const name = parseName(body.name, 'name', 'name-missing');
    if (!name.ok) return name;
    const proved = await reauthenticate(parts, caller, { password: body.password });
    if (!proved.ok) return proved;
    await accessTokens.removeExpired(user, now());
    if ((await accessTokens.ofUser(user)).length >= MOST_TOKENS) {
      return refuse('too-many', { field: 'name', details: { max: MOST_TOKENS } });
    }
    // It is not stored, so it cannot be shown again.
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
      expiresAt: now() + body.days * DAY,
    };
    const entryOf = entryFor(request);
    await accessTokens.add(token, entryOf('token-created', token));
    // A caller who was signed out while the password was checked must not keep the token.
    if (!(await accounts.isSessionAlive(caller.session))) {
      await accessTokens.revoke(user, token.id, (revoked) => entryOf('token-revoked', revoked));
      return refuse('signed-out');
    }
    return done({ ...toAccessToken(token), secret });
  });

  serve(revokeToken, async (request) => {
    const entryOf = entryFor(request);
    await accessTokens.revoke(request.caller.user.id, request.params.id, (revoked) =>
      entryOf('token-revoked', revoked),
    );
    return done({});
  });
}
