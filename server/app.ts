import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registration } from '../domain/team/user.ts';
import { originForOthers } from './address.ts';
import type { AccessTokens } from './auth/access-tokens.ts';
import type { Accounts } from './auth/account/accounts.ts';
import type { OidcSignIn } from './auth/oidc/oidc-sign-in.ts';
import type { Passkeys } from './auth/second-factor/passkeys.ts';
import type { SecondFactor } from './auth/second-factor/second-factor.ts';
import type { CreateLimit } from './auth/throttle/shared-limits.ts';
import type { SignInThrottle } from './auth/throttle/sign-in-throttle.ts';
import type { Documents } from './documents/documents.ts';
import type { LiveSessions } from './documents/live/live-sessions.ts';
import { addHostCheck, type IsAllowedHost } from './door/allowed-hosts.ts';
import { serveApiPage } from './door/api-page.ts';
import { createBrowserSessions } from './door/browser-session.ts';
import { addClearSiteData } from './door/clear-site-data.ts';
import { addCookieNames, type IsHttps } from './door/cookies.ts';
import { serveCspReports } from './door/csp-reports.ts';
import { createServe, type Serve } from './door/endpoint.ts';
import { addErrorHandler } from './door/error-handler.ts';
import type { Guard } from './door/guard.ts';
import { describeApi } from './door/openapi.ts';
import { addOriginCheck } from './door/origin-check.ts';
import { servePages } from './door/pages.ts';
import type { Proxies } from './door/proxies.ts';
import { addRequestLimits } from './door/request-limits.ts';
import { invalidAddress, longestParameter, rewriteInvalid } from './door/request-url.ts';
import { addSecurityHeaders } from './door/security-headers.ts';
import { addSender } from './door/sender.ts';
import { createHistory } from './history/history.ts';
import { serveAccessTokens } from './http/account/access-tokens.ts';
import { type AccountDependencies, serveAccount } from './http/account/account.ts';
import { servePasskeys } from './http/account/passkeys.ts';
import { serveSecondFactor } from './http/account/second-factor.ts';
import { serveDocuments } from './http/documents/documents.ts';
import { serveHistory } from './http/history/history.ts';
import { serveOidc } from './http/sign-in/oidc.ts';
import { type PasswordResetDependencies, servePasswordResets } from './http/sign-in/password-resets.ts';
import { serveSignIn } from './http/sign-in/sign-in.ts';
import { serveSignInOptions } from './http/sign-in/sign-in-options.ts';
import type { Health } from './maintenance/health.ts';
import type { HistoryConfig } from './maintenance/maintenance-config.ts';
import type { Https } from './operate/https.ts';
import { serveMonitoring } from './operate/monitoring.ts';
import { addRequestTelemetry, requestIdOf } from './operate/request-telemetry.ts';
import { secureOriginsFor, serveSecure } from './operate/secure-setup.ts';
import type { Telemetry } from './operate/telemetry.ts';
import { serveCallable } from './schedules/callable-endpoint.ts';
import type { SafeFetch } from './schedules/safe-fetch.ts';
import type { Schedule } from './schedules/schedules.ts';
import { createProviderLimits, serveSchedule } from './schedules/schedules-endpoints.ts';
import { createForeignRequests } from './security-log/foreign-requests.ts';
import type { SecurityLog } from './security-log/security-log.ts';
import { serveSecurityLog } from './security-log/security-log-endpoints.ts';
import type { Store } from './store/store.ts';
import { serveCrew } from './teams/crew-endpoints.ts';
import type { CrewLinks } from './teams/crew-links.ts';
import { createDeletePerson } from './teams/delete-person.ts';
import { createInvitations, type Invitations } from './teams/invitations.ts';
import { createLogos } from './teams/logos.ts';
import { serveLogos } from './teams/logos-endpoints.ts';
import { createMembers } from './teams/members.ts';
import { serveMembers } from './teams/members-endpoints.ts';
import type { Memberships } from './teams/memberships.ts';
import { serveMine } from './teams/mine-endpoints.ts';
import type { Push } from './teams/push.ts';
import { servePush } from './teams/push-endpoints.ts';
import type { SecondFactorRule } from './teams/second-factor-rule.ts';
import { serveTeamSecurity } from './teams/team-security-endpoints.ts';
import { createTeams } from './teams/teams.ts';
import { serveTeams } from './teams/teams-endpoints.ts';
import type { WorkTurns } from './turns/work-turns.ts';

export interface AppDependencies extends AccountDependencies, PasswordResetDependencies {
  readonly passwordMinimum: number;
  readonly registration: Registration;
  readonly store: Store;
  readonly keptHistory: HistoryConfig;
  readonly health: Health;
  readonly telemetry: Telemetry;
  readonly metricsToken: string | null;
  readonly accounts: Accounts;
  readonly throttle: SignInThrottle;
  readonly createLimit: CreateLimit;
  readonly secondFactor: SecondFactor;
  readonly passkeys: Passkeys;
  readonly oidc: OidcSignIn;
  readonly accessTokens: AccessTokens;
  readonly memberships: Memberships;
  readonly links: CrewLinks;
  readonly documents: Documents;
  readonly connections: LiveSessions;
  readonly schedule: Schedule;
  readonly safeFetch: SafeFetch;
  readonly push: Push;
  readonly securityLog: SecurityLog;
  readonly secondFactorRule: SecondFactorRule;
  readonly publicUrl: URL | null;
  readonly corsOrigins: readonly string[];
  readonly isAllowedHost: IsAllowedHost;
  readonly proxies: Proxies;
  readonly https: Https;
  /** The origin of http that other devices can open. */
  readonly plainOrigin: string;
  readonly isHttps: IsHttps;
  /** Where the built web app is. */
  readonly webRoot: string;
  readonly turns: WorkTurns;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
}

/** In bytes, for routes that are not in the contract. */
const LARGEST_BODY = 16_000;

function refuseSchema(): never {
  throw new Error('Describe requests in the contract instead of a schema of the route.');
}

/** Everything the server answers over HTTP. It does not listen by itself. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { accounts, accessTokens, store, publicUrl, proxies, https, corsOrigins, log, now } = dependencies;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (raw) => requestIdOf(raw, proxies),
    bodyLimit: LARGEST_BODY,
    routerOptions: { maxParamLength: longestParameter },
    // Requests and responses are checked by the contract. Loading Fastify's own compilers would slow down each start.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    rewriteUrl: ({ url = '/' }) => rewriteInvalid(url),
  });
  app.removeContentTypeParser('text/plain');
  addRequestTelemetry(app, dependencies.telemetry, proxies);
  addSender(app, proxies);
  addCookieNames(app, dependencies.isHttps);
  addClearSiteData(app);
  await addSecurityHeaders(app, {
    requiresHttps: publicUrl?.protocol === 'https:',
    corsOrigins,
    secureOriginsFor: (host) => secureOriginsFor(https, host),
  });
  const foreign = createForeignRequests(proxies.placeOf, dependencies.securityLog);
  addHostCheck(app, dependencies.isAllowedHost, foreign);
  addOriginCheck(app, { publicUrl, proxies, corsOrigins, foreign });
  addErrorHandler(app);
  await addRequestLimits(app, { store, now });
  app.get(invalidAddress, async (_, reply) => reply.redirect('/not-found'));

  serveMonitoring(app, dependencies);
  app.get('/api/openapi.json', async () => describeApi());
  serveApiPage(app);
  serveCspReports(app, now);

  const guard = {
    whoIs: accounts.whoIs,
    bearer: accessTokens.bearer,
    role: store.members.role,
    isSecondFactorMissing: dependencies.secondFactorRule.isMissing,
    securityLog: dependencies.securityLog,
  };
  const serve = createServe(app, { guard, turns: dependencies.turns, now });
  const invitations = createInvitations({ invitations: store.invitations, now });
  serveAccounts(app, serve, { ...dependencies, invitations });
  serveTeamData(app, serve, { ...dependencies, invitations, guard });
  await serveSchedules(app, serve, dependencies);
  serveSecure(app, serve, dependencies);
  await servePages(app, dependencies.webRoot);
  await app.ready();
  return app;
}

type WithInvitations = AppDependencies & { readonly invitations: Invitations };

function serveAccounts(app: FastifyInstance, serve: Serve, dependencies: WithInvitations): void {
  const { accounts, memberships, devices, connections, passkeys, oidc, registration } = dependencies;
  const { store, securityLog } = dependencies;
  const sessions = createBrowserSessions({ accounts, memberships, devices, connections });
  serveSignIn(serve, { ...dependencies, sessions });
  serveSecondFactor(serve, dependencies);
  servePasskeys(serve, passkeys, { sessions, securityLog });
  serveOidc(app, serve, { oidc, accounts, sessions, connections, securityLog });
  serveAccessTokens(serve, dependencies.accessTokens, securityLog);
  serveAccount(serve, dependencies);
  servePasswordResets(serve, dependencies);
  serveSecurityLog(serve, { store: store.securityLog, log: securityLog, people: accounts.people });
  serveSignInOptions(serve, passkeys, {
    passwordMinimum: dependencies.passwordMinimum,
    registration,
    provider: oidc.name,
    resetByEmail: dependencies.sendResetEmail !== null,
  });
}

function serveTeamData(
  app: FastifyInstance,
  serve: Serve,
  dependencies: WithInvitations & { guard: Guard },
): void {
  const { store, documents, memberships, invitations, accounts, keptHistory, connections } = dependencies;
  const { guard, securityLog, secondFactorRule, turns, push, links, createLimit, log, now } = dependencies;
  const teams = createTeams({ documents, members: store.members, connections, now });
  serveTeams(serve, { teams, securityLog });
  const members = createMembers({ ...dependencies, store: store.members });
  const { publicUrl, plainOrigin } = dependencies;
  serveMembers(serve, {
    ...{ members, memberships, invitations, securityLog },
    originForOthers: (origin) => publicUrl?.origin ?? originForOthers([origin, plainOrigin]),
  });
  serveTeamSecurity(serve, { secondFactorRule, memberships, connections, securityLog });
  serveLogos(app, serve, createLogos({ ...dependencies, store: store.logos }), guard);
  serveMine(serve, { links, createLimit });
  servePush(serve, push);
  serveDocuments(serve, { documents, now });
  serveCrew(serve, {
    deletePerson: createDeletePerson({
      documents,
      findRole: guard.role,
      store: store.documents,
      schedule: store.schedule,
    }),
    securityLog,
  });
  const history = createHistory({
    documents,
    store: store.documents,
    people: accounts.people,
    kept: keptHistory,
    turns,
    logError: (error) => log.error(error),
  });
  serveHistory(serve, { history, documents, securityLog, createLimit });
}

async function serveSchedules(
  app: FastifyInstance,
  serve: Serve,
  { store, schedule, connections, accessTokens, securityLog, turns, timeout, createLimit }: AppDependencies,
): Promise<void> {
  const visit = createProviderLimits({ createLimit, timeout });
  serveSchedule(serve, {
    connections: schedule.connections,
    store: store.schedule,
    visit,
    turns,
    news: connections.listed,
    securityLog,
  });
  const { hotSchedules } = schedule;
  await serveCallable(app, { hotSchedules, bearer: accessTokens.bearer, visit, turns });
}
