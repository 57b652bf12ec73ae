import type { FastifyInstance } from 'fastify';
import { startOidcSignIn } from '../../contract/auth.ts';
import { done } from '../../domain/problem/problem.ts';
import type { Serve } from '../door/endpoint.ts';
import { GUESS_LIMIT } from '../door/request-limits.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { Accounts } from './accounts.ts';
import { signedInPath } from './better-auth.ts';
import type { BrowserSessions } from './browser-session.ts';
import { type OidcSignIn, oidcCallbackPath } from './oidc-sign-in.ts';
import type { SecurityLog } from './security-log.ts';

interface Dependencies {
  readonly oidc: OidcSignIn;
  readonly accounts: Pick<Accounts, 'whoIs'>;
  readonly sessions: BrowserSessions;
  readonly connections: Pick<LiveSessions, 'signedOut'>;
  readonly securityLog: SecurityLog;
}

/** The callback is not in the contract, since the provider redirects browsers to it. */
export function serveOidc(
  app: FastifyInstance,
  serve: Serve,
  { oidc, accounts, sessions, connections, securityLog }: Dependencies,
): void {
  serve(startOidcSignIn, async ({ origin, setCookies }) => {
    const redirect = await oidc.start(origin);
    if (!redirect.ok) return redirect;
    setCookies(redirect.value.cookies);
    return done({ address: redirect.value.address });
  });

  app.get(
    oidcCallbackPath,
    { config: { rateLimit: GUESS_LIMIT } },
    async ({ headers, url, place, ownOrigin }, reply) => {
      reply.header('cache-control', 'no-store');
      const { cookie, 'user-agent': browser = '' } = headers;
      const { caller } = await accounts.whoIs(cookie);
      const linkedEntry = (user: string) =>
        securityLog.entry({ type: 'provider-linked', user }, { place, browser });
      const finished = await oidc.finish({ origin: ownOrigin, url, cookie, browser, linkedEntry });
      if (!finished.ok) {
        const event = { type: 'sign-in-unknown', details: { method: 'provider' } } as const;
        securityLog.recordLater(event, { place, browser });
        return reply.redirect(`${signedInPath}?problem=${finished.problem.code}`);
      }
      const setCookies = (lines: readonly string[]) => reply.header('set-cookie', [...lines]);
      const { signedIn, endedSessions } = finished.value;
      await sessions.start({ caller, cookie, setCookies }, signedIn);
      for (const session of endedSessions) connections.signedOut(session);
      const { id: user } = signedIn.caller.user;
      const event = { type: 'signed-in', user, details: { method: 'provider' } } as const;
      await securityLog.record(event, { place, browser });
      return reply.redirect(signedInPath);
    },
  );
}
