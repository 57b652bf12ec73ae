import type { FastifyInstance } from 'fastify';
import { startOidcSignIn } from '../../../contract/auth.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { Accounts } from '../../auth/account/accounts.ts';
import { signedInPath } from '../../auth/better-auth/better-auth.ts';
import { oidcCallbackPath, type Provider } from '../../auth/oidc/oidc-sign-in.ts';
import type { LiveSessions } from '../../documents/live/live-sessions.ts';
import type { BrowserSessions } from '../browser-session.ts';
import { GUESSES, type Serve } from '../endpoint.ts';

interface Parts {
  readonly provider: Provider;
  readonly accounts: Pick<Accounts, 'whoIs'>;
  readonly entrance: BrowserSessions;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
}

/** The way to the provider by the contract; the way back beside it, since the provider sends browsers there. */
export function serveOidc(
  app: FastifyInstance,
  serve: Serve,
  { provider, accounts, entrance, connections }: Parts,
): void {
  serve(startOidcSignIn, async ({ host, setCookies }) => {
    const sent = await provider.start(host);
    if (!sent.ok) return sent;
    setCookies(sent.value.cookies);
    return done({ address: sent.value.address });
  });

  app.get(oidcCallbackPath, { config: { rateLimit: GUESSES } }, async ({ headers, url }, reply) => {
    reply.header('cache-control', 'no-store');
    const { cookie, host = '', 'user-agent': browser = '' } = headers;
    const { caller } = await accounts.whoIs(cookie);
    const entered = await provider.finish({ host, url, cookie, browser });
    if (!entered.ok) return reply.redirect(`${signedInPath}?problem=${entered.problem.code}`);
    const setCookies = (lines: readonly string[]) => reply.header('set-cookie', [...lines]);
    const { signedIn, ended } = entered.value;
    await entrance.enter({ caller, cookie, setCookies }, signedIn);
    for (const session of ended) connections.signedOut(session);
    return reply.redirect(signedInPath);
  });
}
