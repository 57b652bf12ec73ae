import { createToken, listTokens, revokeToken } from '../../contract/tokens.ts';
import { done } from '../../domain/problem/problem.ts';
import type { Serve } from '../door/endpoint.ts';
import type { AccessTokens, TokenEntry } from './access-tokens.ts';
import type { Caller } from './accounts.ts';
import type { EventSource, SecurityLog } from './security-log.ts';

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
