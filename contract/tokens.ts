import * as z from 'zod/mini';
import { tokenDays, tokenScopes } from '../domain/team/user.ts';
import { password, proof } from './account.ts';
import { plainId } from './changes.ts';
import { endpoint, typed } from './endpoint.ts';

const instant = z.number();

const tokenScope = z.enum(tokenScopes);

export const accessToken = z.strictObject({
  id: plainId,
  name: z.string(),
  scope: tokenScope,
  /** The only team it can access; null for all teams of its person. */
  team: z.nullable(plainId),
  createdAt: instant,
  /** To the minute; null if it was never used. */
  lastUsedAt: z.nullable(instant),
  expiresAt: instant,
});
export type AccessToken = z.infer<typeof accessToken>;

export const listTokens = endpoint('GET /api/account/tokens', 'in-person', {
  summary: 'Your API tokens',
  response: z.strictObject({ tokens: z.array(accessToken) }),
});

export const createToken = endpoint('POST /api/account/tokens', 'in-person', {
  summary: 'Create an API token',
  body: z.strictObject({
    name: typed,
    scope: tokenScope,
    team: z.nullable(plainId),
    days: z.literal(tokenDays),
    password,
  }),
  response: z.strictObject({ ...accessToken.shape, secret: z.string() }),
  problems: ['name-missing', 'name-too-long', 'too-many', 'not-found', ...proof],
});

export const revokeToken = endpoint('DELETE /api/account/tokens/:id', 'in-person', {
  summary: 'Revoke an API token',
});
