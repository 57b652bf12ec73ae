import type { AccessToken } from '../../contract/tokens.ts';
import type { TokenScope } from '../../domain/account/access.ts';
import type { User } from '../../domain/account/user.ts';
import { readName } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { newId } from '../id.ts';
import type { AccessTokenStore, StoredAccessToken } from '../store/access-token-store.ts';
import type { Caller } from './account/accounts.ts';
import type { Proof, Prove } from './password/reauthentication.ts';
import { hashOf, newSecret } from './random-secret.ts';
import { createRateLimit } from './throttle/rate-limit.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Of one person. */
const MOST_TOKENS = 50;
/** Wrong ones a minute from one address. */
const WRONG_TOKENS = 60;

/** Who a token speaks for, and how far it reaches. */
export interface Bearer {
  readonly user: User;
  readonly scope: TokenScope;
  /** The one team it reaches; null for all of its person's. */
  readonly team: string | null;
}

export interface TokenTerms {
  readonly name: string;
  readonly scope: TokenScope;
  readonly team: string | null;
  readonly days: number;
}

/** Secrets by which scripts do what their person may do. */
export interface AccessTokens {
  /** The newest first. */
  ofUser(user: string): Promise<readonly AccessToken[]>;
  /** The secret is not kept, so it cannot be shown again. */
  create(caller: Caller, terms: TokenTerms, proof: Proof): Promise<Outcome<AccessToken & { secret: string }>>;
  revoke(user: string, id: string): Promise<void>;
  /** By the secret that a request from that address came with. */
  bearer(secret: string, address: string): Promise<Outcome<Bearer>>;
}

interface Parts {
  readonly accessTokens: AccessTokenStore;
  readonly prove: Prove;
  /** Is the caller's session there still? */
  readonly isSessionAlive: (session: string) => Promise<boolean>;
  readonly people: (ids: readonly string[]) => Promise<readonly User[]>;
  readonly now: () => number;
}

export function createAccessTokens({
  accessTokens: kept,
  prove,
  isSessionAlive,
  people,
  now,
}: Parts): AccessTokens {
  const wrong = createRateLimit(WRONG_TOKENS, now);

  async function find(secret: string): Promise<Bearer | null> {
    const token = await kept.find(hashOf(secret));
    if (!token || token.expiresAt <= now()) return null;
    const [user] = await people([token.user]);
    if (!user) return null;
    const minute = now() - (now() % MINUTE);
    if (token.lastUsedAt === null || token.lastUsedAt < minute) await kept.used(token.secretHash, minute);
    return { user, scope: token.scope, team: token.team };
  }

  return {
    ofUser: async (user) => (await kept.ofUser(user)).map(shown),

    async create(caller, { name: typed, scope, team, days }, proof) {
      const name = readName(typed, 'name', 'name-missing');
      if (!name.ok) return name;
      const proved = await prove(caller, proof);
      if (!proved.ok) return proved;
      const user = caller.user.id;
      await kept.removeExpired(user, now());
      if ((await kept.ofUser(user)).length >= MOST_TOKENS) {
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
      await kept.add(token);
      // Whoever was signed out while the password was looked at must not keep a token that came after.
      if (!(await isSessionAlive(caller.session))) {
        await kept.remove(user, token.id);
        return refuse('signed-out');
      }
      return done({ ...shown(token), secret });
    },

    revoke: (user, id) => kept.remove(user, id),

    async bearer(secret, address) {
      if (wrong.isFull(address)) return refuse('too-many-requests');
      const bearer = await find(secret);
      if (bearer) return done(bearer);
      wrong.add(address);
      return refuse('invalid-api-key');
    },
  };
}

const shown = ({ secretHash: _, user: __, ...token }: StoredAccessToken): AccessToken => token;
