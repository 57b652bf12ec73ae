import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { largestMessage } from '../../contract/live.ts';
import type { Registration } from '../../domain/account/user.ts';
import type { AccessTokens } from '../auth/access-tokens.ts';
import type { Accounts } from '../auth/account/accounts.ts';
import type { Provider } from '../auth/oidc/oidc-sign-in.ts';
import type { Passkeys } from '../auth/second-factor/passkeys.ts';
import type { SecondFactor } from '../auth/second-factor/second-factor.ts';
import type { Attempts } from '../auth/throttle/sign-in-throttle.ts';
import type { Documents } from '../documents/documents.ts';
import type { LiveSessions } from '../documents/live/live-sessions.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Store } from '../store/store.ts';
import { createInvitations } from '../teams/invitations.ts';
import type { Memberships } from '../teams/memberships.ts';
import { serveAccessTokens } from './account/access-tokens.ts';
import { type AccountDependencies, serveAccount } from './account/account.ts';
import { servePasskeys } from './account/passkeys.ts';
import { serveSecondFactor } from './account/second-factor.ts';
import { serveApiPage } from './api-description/api-page.ts';
import { describeApi } from './api-description/openapi.ts';
import { createBrowserSessions } from './browser-session.ts';
import { serveDocuments } from './documents.ts';
import { createServe } from './endpoint.ts';
import { servePages } from './pages.ts';
import type { Proxies } from './proxies.ts';
import { serveCallable } from './schedule/callable.ts';
import { createProviderLimits } from './schedule/provider-limits.ts';
import { serveSchedule } from './schedule/schedule.ts';
import { addSecurity } from './security.ts';
import { serveOidc } from './sign-in/oidc.ts';
import { type PasswordResetDependencies, servePasswordResets } from './sign-in/password-resets.ts';
import { serveSignIn } from './sign-in/sign-in.ts';
import { serveSignInOptions } from './sign-in/sign-in-options.ts';
import { serveLogos } from './teams/logos.ts';
import { serveMembers } from './teams/members.ts';
import { serveTeams } from './teams/teams.ts';

export interface AppDependencies extends AccountDependencies, PasswordResetDependencies {
  readonly passwordMinimum: number;
  readonly registration: Registration;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly secondFactor: SecondFactor;
  readonly passkeys: Passkeys;
  readonly provider: Provider;
  readonly accessTokens: AccessTokens;
  readonly memberships: Memberships;
  readonly documents: Documents;
  readonly connections: LiveSessions;
  readonly schedule: Schedule;
  readonly publicUrl: URL | null;
  readonly corsOrigins: readonly string[];
  readonly proxies: Proxies;
  /** Where the built web app is. */
  readonly webRoot: string;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
}

/** Where addresses of pages lead that cannot be read, such as /%zz or http://[. */
const unreadable = '/api/unreadable';

function isReadable(url: string): boolean {
  // Proxies send whole addresses.
  if (!url.startsWith('/') && !URL.canParse(url)) return false;
  try {
    decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** All that is answered over HTTP. It does not listen by itself. */
export async function createApp(parts: AppDependencies): Promise<FastifyInstance> {
  const {
    store,
    accounts,
    attempts,
    memberships,
    documents,
    connections,
    schedule,
    publicUrl,
    proxies,
    log,
    now,
  } = parts;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestMessage,
    routerOptions: { maxParamLength: 200 },
    // Fastify answers an address that cannot be read before its hooks, and so without the headers of safety.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : url.startsWith('/api/') ? '/api/-' : unreadable),
  });
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('place', {
    getter() {
      return proxies.placeOf(this.raw);
    },
  });
  await addSecurity(app, { publicUrl, proxies, corsOrigins: parts.corsOrigins });
  await app.register(rateLimit, { global: false, keyGenerator: ({ place }) => place });
  app.get(unreadable, async (_, reply) => reply.redirect('/not-found'));

  app.get('/healthz', async () => ({ status: 'ready' }));
  const description = describeApi();
  app.get('/api/openapi.json', async () => description);
  serveApiPage(app);

  const { secondFactor, passkeys, accessTokens } = parts;
  const { role } = store.members;
  const guard = { whoIs: accounts.whoIs, bearer: accessTokens.bearer, role };
  const serve = createServe(app, guard, now);
  const entrance = createBrowserSessions({ accounts, memberships, devices: parts.devices, connections });
  const invitations = createInvitations({ invitations: store.invitations, now });
  const { registration, confirmationLinks } = parts;
  serveSignIn(serve, {
    accounts,
    secondFactor,
    attempts,
    memberships,
    entrance,
    registration,
    invitations,
    confirmationLinks,
  });
  serveSecondFactor(serve, secondFactor);
  servePasskeys(serve, passkeys, entrance);
  serveOidc(app, serve, { provider: parts.provider, accounts, entrance, connections });
  serveAccessTokens(serve, accessTokens, role);
  serveAccount(serve, parts);
  servePasswordResets(serve, parts);
  serveSignInOptions(serve, {
    passwordMinimum: parts.passwordMinimum,
    registration,
    provider: parts.provider.name,
    passkeys,
    resetByEmail: parts.resetEmail !== null,
  });
  const { members, logos } = store;
  serveTeams(serve, { documents, members, connections, now });
  serveMembers(serve, { documents, members, memberships, invitations, connections });
  serveLogos(app, serve, { documents, logos, guard });
  serveDocuments(serve, documents);
  const visit = createProviderLimits({ now, timeout: parts.timeout });
  serveSchedule(serve, {
    connections: schedule.connections,
    store: store.schedule,
    visit,
    news: connections.listed,
  });
  await serveCallable(app, { hotSchedules: schedule.hotSchedules, bearer: accessTokens.bearer, visit });
  await servePages(app, parts.webRoot);
  await app.ready();
  return app;
}
