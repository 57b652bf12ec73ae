import { createToken, listTokens, revokeToken } from '../../../contract/tokens.ts';
import { done, refuse } from '../../../domain/problem/problem.ts';
import type { AccessTokens } from '../../auth/access-tokens.ts';
import type { Serve } from '../endpoint.ts';
import type { Guard } from '../guard.ts';

export function serveAccessTokens(serve: Serve, tokens: AccessTokens, role: Guard['role']): void {
  serve(listTokens, async ({ caller }) => done({ tokens: [...(await tokens.ofUser(caller.user.id))] }));

  serve(createToken, async ({ caller, body: { password, ...terms } }) => {
    if (terms.team !== null && (await role(terms.team, caller.user.id)) === null) {
      return refuse('not-found', { field: 'team' });
    }
    return tokens.create(caller, terms, { password });
  });

  serve(revokeToken, async ({ caller, params }) => {
    await tokens.revoke(caller.user.id, params.id);
    return done({});
  });
}
