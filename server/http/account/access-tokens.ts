import { createToken, listTokens, revokeToken } from '../../../contract/tokens.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { AccessTokens } from '../../auth/access-tokens.ts';
import type { SecurityLog } from '../../security-log/security-log.ts';
import type { Serve } from '../endpoint.ts';

export function serveAccessTokens(serve: Serve, tokens: AccessTokens, securityLog: SecurityLog): void {
  serve(listTokens, async ({ caller }) => done({ tokens: [...(await tokens.ofUser(caller.user.id))] }));

  serve(createToken, async (request) => {
    const { caller, body } = request;
    const { password, ...terms } = body;
    const created = await tokens.create(caller, terms, { password });
    if (!created.ok) return created;
    const { name, scope, team } = created.value;
    await securityLog.record(
      { type: 'token-created', user: caller.user.id, team, details: { name, scope } },
      request,
    );
    return created;
  });

  serve(revokeToken, async (request) => {
    const { caller, params } = request;
    const revoked = (await tokens.ofUser(caller.user.id)).find(({ id }) => id === params.id);
    await tokens.revoke(caller.user.id, params.id);
    if (revoked) {
      const { name, team } = revoked;
      await securityLog.record(
        { type: 'token-revoked', user: caller.user.id, team, details: { name } },
        request,
      );
    }
    return done({});
  });
}
