import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { deleteAccount, signOut } from '../contract/account.ts';
import { isScreenPath } from '../contract/pages.ts';
import { serveAccessTokens } from './accounts/access-tokens.ts';
import { serveAccount, serveSignIn } from './accounts/account-endpoints.ts';
import { serveConfirmationLinks } from './accounts/confirmation-links.ts';
import { serveOidc } from './accounts/oidc-sign-in.ts';
import { servePasskeys } from './accounts/passkeys.ts';
import { servePasswordResets } from './accounts/passwords.ts';
import { serveSecondFactor } from './accounts/second-factor.ts';
import { serveSecurityLog } from './accounts/security-log.ts';
import { isStorageFailure } from './database/store.ts';
import { serveKiosk } from './devices/kiosk-endpoints.ts';
import { serveDevices } from './devices/pairing.ts';
import { serveApiPage } from './door/api-page.ts';
import { addCookieNames } from './door/cookies.ts';
import { createServe, type Parts, sendProblem } from './door/endpoint.ts';
import { describeApi } from './door/openapi.ts';
import { addHostCheck, addOriginCheck, type Proxies } from './door/proxies.ts';
import { TooBusy } from './door/rate-limit.ts';
import { addSecurityHeaders } from './door/security-headers.ts';
import { createHistory } from './history/history.ts';
import { serveHistory } from './history/history-endpoints.ts';
import type { AuthorNames } from './live/author-names.ts';
import { serveDocuments } from './live/document-endpoints.ts';
import type { Https } from './operate/https.ts';
import { addRequestTelemetry, type Health, requestIdOf, serveMonitoring } from './operate/monitoring.ts';
import { secureOriginsFor, serveSecure } from './operate/secure-setup.ts';
import { serveCallable } from './schedules/callable-endpoint.ts';
import type { Schedule } from './schedules/schedules.ts';
import { createProviderLimits, serveSchedule } from './schedules/schedules-endpoints.ts';
import { serveCrew, serveMine } from './teams/crew-links.ts';
import { serveMembers, serveTeamSecurity } from './teams/members.ts';
import type { Push } from './teams/push.ts';
import { serveLogos, serveTeams } from './teams/teams.ts';
import type { Telemetry } from './telemetry.ts';
import { wallPage, wallPath } from './wall-page.ts';

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

interface AppParts extends Parts {
  readonly health: Health;
  readonly telemetry: Telemetry;
  readonly schedule: Schedule;
  readonly push: Push;
  readonly names: AuthorNames;
  readonly https: Https;
  readonly log: FastifyBaseLogger;
}

const WEB_ROOT = fileURLToPath(new URL('../dist/web', import.meta.url));

/** In bytes, for routes that are not in the contract: strangers could send more than fits in memory. */
const LARGEST_BODY = 16_000;

function refuseSchema(): never {
  throw new Error('Describe requests in the contract instead of a schema of the route.');
}

/** It does not listen by itself. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { bearer, config, createLimit, documents, store, turns } = parts;
  const { https, log, now, proxies, schedule } = parts;
  const { corsOrigins, publicUrl } = config;
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
  addRequestTelemetry(app, parts.telemetry, proxies);
  addSender(app, proxies);
  addCookieNames(app, proxies.isHttps);
  addClearSiteData(app);
  await addSecurityHeaders(app, {
    requiresHttps: publicUrl?.protocol === 'https:',
    corsOrigins,
    secureOriginsFor: (host) => secureOriginsFor(https, host),
  });
  addHostCheck(app, parts);
  addOriginCheck(app, parts);
  addErrorHandler(app);
  app.get(invalidAddress, async (_, reply) => reply.redirect('/not-found'));

  serveMonitoring(app, parts);
  app.get('/api/openapi.json', async () => describeApi());
  serveApiPage(app);

  const serve = createServe(app, parts);
  serveSignIn(serve, parts);
  serveConfirmationLinks(serve, parts);
  serveSecondFactor(serve, parts);
  servePasskeys(serve, parts);
  serveOidc(app, serve, parts);
  serveAccessTokens(serve, parts);
  serveAccount(serve, parts);
  servePasswordResets(serve, parts);
  serveSecurityLog(serve, parts);
  serveTeams(serve, parts);
  serveMembers(serve, parts);
  serveTeamSecurity(serve, parts);
  serveLogos(app, serve, parts);
  serveMine(serve, parts);
  parts.push.serve(serve);
  serveDevices(serve, parts);
  serveKiosk(serve, parts);
  serveDocuments(serve, { documents, kiosks: parts.kiosks, createLimit, now });
  serveCrew(serve, parts);
  const history = createHistory({
    documents,
    store: store.documents,
    names: parts.names,
    kept: config.history,
    turns,
    logError: (error) => log.error(error),
  });
  serveHistory(serve, history, parts);
  const visit = createProviderLimits({ createLimit, timeout: parts.timeout });
  serveSchedule(serve, { ...parts, visit });
  await serveCallable(app, { hotSchedules: schedule.hotSchedules, bearer, visit, turns, now });
  serveSecure(app, serve, parts);
  await servePages(app, WEB_ROOT);
  await app.ready();
  return app;
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
  const wall = wallPage(root);
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
    if (isScreen && wall && path === wallPath) {
      const policy = reply.getHeader('content-security-policy');
      if (policy !== undefined) reply.header('content-security-policy', wall.policyOf(String(policy)));
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(wall.html);
    }
    if (isBuilt && isScreen) return reply.sendFile('index.html');
    return sendProblem(reply, { code: 'not-found' });
  });
}

function addSender(app: FastifyInstance, { placeOf, isHttps, originOf }: Proxies): void {
  const decorate = (name: string, read: (request: IncomingMessage) => string | boolean) =>
    app.decorateRequest(name, {
      getter() {
        return read(this.raw);
      },
    });
  decorate('place', placeOf);
  decorate('isHttps', isHttps);
  decorate('ownOrigin', (request) => originOf(request) ?? '');
}
