import type { FastifyInstance } from 'fastify';
import { startProviderSignIn } from '../../../contract/auth.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { Accounts } from '../../auth/account/accounts.ts';
import { signedInPath } from '../../auth/better-auth/better-auth.ts';
import { callbackPath, type Provider } from '../../auth/oidc/oidc-sign-in.ts';
import type { Connections } from '../../documents/live/live-connection.ts';
import { GUESSES, type Serve } from '../endpoint.ts';
import type { Entrance } from '../browser-session.ts';

interface Parts {
  readonly provider: Provider;
  readonly accounts: Pick<Accounts, 'whoIs'>;
  readonly entrance: Entrance;
  readonly connections: Pick<Connections, 'signedOut'>;
}

/** The way to the provider by the contract; the way back beside it, since the provider sends browsers there. */
export function serveProvider(
  app: FastifyInstance,
  serve: Serve,
  { provider, accounts, entrance, connections }: Parts,
): void {
  serve(startProviderSignIn, async ({ host, setCookies }) => {
    const sent = await provider.start(host);
    if (!sent.ok) return sent;
    setCookies(sent.value.cookies);
    return done({ address: sent.value.address });
  });

  app.get(callbackPath, { config: { rateLimit: GUESSES } }, async ({ headers, url }, reply) => {
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
