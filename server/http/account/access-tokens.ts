import { createToken, listTokens, revokeToken } from '../../../contract/tokens.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { AccessTokens } from '../../auth/access-tokens.ts';
import type { Serve } from '../endpoint.ts';

export function serveAccessTokens(serve: Serve, tokens: AccessTokens): void {
  serve(listTokens, async ({ caller }) => done({ tokens: [...(await tokens.ofUser(caller.user.id))] }));

  serve(createToken, ({ caller, body: { password, ...terms } }) =>
    tokens.create(caller, terms, { password }),
  );

  serve(revokeToken, async ({ caller, params }) => {
    await tokens.revoke(caller.user.id, params.id);
    return done({});
  });
}
