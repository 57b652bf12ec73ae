import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { deleteAccount } from '../contract/account.ts';
import { signOut } from '../contract/auth.ts';
import { isScreenPath } from '../contract/pages.ts';
import type { Registration } from '../domain/team/user.ts';
import { type AccessTokens, serveAccessTokens } from './accounts/access-tokens.ts';
import { type AccountDependencies, serveAccount } from './accounts/account-endpoints.ts';
import type { Accounts } from './accounts/accounts.ts';
import { type OidcSignIn, serveOidc } from './accounts/oidc-sign-in.ts';
import { type Passkeys, servePasskeys } from './accounts/passkeys.ts';
import { type PasswordResetDependencies, servePasswordResets } from './accounts/password-reset.ts';
import { type SecondFactor, serveSecondFactor } from './accounts/second-factor.ts';
import { type SecurityLog, serveSecurityLog } from './accounts/security-log.ts';
import { createBrowserSessions, serveSignIn, serveSignInOptions } from './accounts/sign-in-endpoints.ts';
import type { SignInThrottle } from './accounts/sign-in-throttle.ts';
import { originForOthers } from './address.ts';
import { isStorageFailure, type Store } from './database/store.ts';
import { serveApiPage } from './door/api-page.ts';
import { addCookieNames, type IsHttps } from './door/cookies.ts';
import { createServe, type Serve, sendProblem } from './door/endpoint.ts';
import type { Guard } from './door/guard.ts';
import { describeApi } from './door/openapi.ts';
import {
  addHostCheck,
  addOriginCheck,
  createForeignRequests,
  type IsAllowedHost,
  type Proxies,
} from './door/proxies.ts';
import { addRequestLimits, type CreateLimit, TooBusy } from './door/rate-limit.ts';
import { addSecurityHeaders, serveCspReports } from './door/security-headers.ts';
import { createHistory } from './history/history.ts';
import { serveHistory } from './history/history-endpoints.ts';
import { serveDocuments } from './live/document-endpoints.ts';
import type { Documents } from './live/documents.ts';
import type { LiveSessions } from './live/live-sessions.ts';
import type { WorkTurns } from './live/work-turns.ts';
import type { Https } from './operate/https.ts';
import type { HistoryConfig } from './operate/maintenance-config.ts';
import { addRequestTelemetry, type Health, requestIdOf, serveMonitoring } from './operate/monitoring.ts';
import { secureOriginsFor, serveSecure } from './operate/secure-setup.ts';
import { serveCallable } from './schedules/callable-endpoint.ts';
import type { SafeFetch } from './schedules/safe-fetch.ts';
import type { Schedule } from './schedules/schedules.ts';
import { createProviderLimits, serveSchedule } from './schedules/schedules-endpoints.ts';
import type { CrewLinks } from './teams/crew-links.ts';
import { createDeletePerson } from './teams/delete-person.ts';
import { createInvitations, type Invitations } from './teams/invitations.ts';
import { createLogos } from './teams/logos.ts';
import { createMembers, type Memberships, type SecondFactorRule } from './teams/members.ts';
import type { Push } from './teams/push.ts';
import {
  serveCrew,
  serveLogos,
  serveMembers,
  serveMine,
  servePush,
  serveTeamSecurity,
  serveTeams,
} from './teams/team-endpoints.ts';
import { createTeams } from './teams/teams.ts';
import type { Telemetry } from './telemetry.ts';

const endings: ReadonlySet<string | undefined> = new Set([signOut.path, deleteAccount.path]);

/**
 * Has the browser forget pages and pictures when someone signs out; browsers do so on https only. Not "storage", where
 * unsent changes and the offline app are, and not "cookies", which would also delete those of other sites of the domain, and
 * those by which this device is known.
 */
function addClearSiteData(app: FastifyInstance): void {
  app.addHook('onSend', async ({ isHttps, routeOptions }, reply) => {
    if (isHttps && reply.statusCode === 200 && endings.has(routeOptions.url)) {
      reply.header('clear-site-data', '"cache"');
    }
  });
}

/** Where page addresses that cannot be decoded are sent, such as /%zz or http://[. */
const invalidAddress = '/api/unreadable';

/** In characters: longer than any id, or token of a link. */
const longestParameter = 200;

function isValidUrl(url: string): boolean {
  // Proxies may send absolute URLs.
  if (!url.startsWith('/') && !URL.canParse(url)) return false;
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** Fastify answers an invalid URL, or one with a long parameter, before its hooks run, and so without the security headers. */
function rewriteInvalid(url: string): string {
  const isOfApi = url.startsWith('/api/');
  if (!isValidUrl(url)) return isOfApi ? '/api/-' : invalidAddress;
  const parts = isOfApi ? decodeURI(pathOf(url)).split('/') : [];
  return parts.some((part) => part.length > longestParameter) ? '/api/-' : url;
}

interface AppDependencies extends AccountDependencies, PasswordResetDependencies {
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

/** It does not listen by itself. */
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

/** Errors are answered like other problems, without their message. */
function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof TooBusy) return sendProblem(reply, { code: 'too-busy' });
    if (status === 429) return sendProblem(reply, { code: 'too-many-requests' });
    if (status === 413) return sendProblem(reply, { code: 'request-too-large' });
    if (status >= 400 && status < 500) return sendProblem(reply, { code: 'request-invalid' }, status);
    request.log.error(error);
    // Whoever reports the problem can name the line of the log.
    reply.header('x-request-id', request.id);
    return sendProblem(reply, { code: isStorageFailure(error) ? 'storage-failed' : 'internal' });
  });
}

/** Serves the built web app: its files, and its page at the address of every screen. Without a build, only the API works. */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'));
  if (isBuilt) {
    await app.register(staticFiles, {
      root,
      preCompressed: true,
      cacheControl: false,
      // Such as the mark of the build.
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        // Names of files under assets/ contain a hash of their content.
        const hasHash = path.startsWith(join(root, 'assets'));
        reply.header('cache-control', hasHash ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    // The plugin's own route reads the whole folder for each file, to compare the case of its name.
    app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isScreen = isRead && isScreenPath(path);
    if (isBuilt && isScreen) return reply.sendFile('index.html');
    return sendProblem(reply, { code: 'not-found' });
  });
}

function addSender(app: FastifyInstance, proxies: Proxies): void {
  app.decorateRequest('place', {
    getter() {
      return proxies.placeOf(this.raw);
    },
  });
  app.decorateRequest('isHttps', {
    getter() {
      return proxies.isHttps(this.raw);
    },
  });
  app.decorateRequest('ownOrigin', {
    getter() {
      return proxies.originOf(this.raw) ?? '';
    },
  });
}
