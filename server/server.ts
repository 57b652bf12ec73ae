import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { getUp } from '../contract/monitoring.ts';
import { createFindBearer } from './accounts/access-tokens.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createMailer, openSmtp } from './accounts/email.ts';
import { hashPassword, openPasswordPolicy, verifyPassword } from './accounts/password-policy.ts';
import { createPendingProofs } from './accounts/pending-proofs.ts';
import { createIsSecondFactorMissing } from './accounts/second-factor.ts';
import { createSecurityLog, recordRefusedChanges, recordStrangers } from './accounts/security-log.ts';
import { startDailyCleanup, watchSignOuts } from './accounts/sessions.ts';
import { createSignInKeys } from './accounts/sign-in-keys.ts';
import { createKnownDevices, createSignInThrottle } from './accounts/sign-in-throttle.ts';
import type { NetworkInterfaces } from './address.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { DatabaseStore } from './database/store.ts';
import { createAssertions } from './devices/assertions.ts';
import { createPairedDevices } from './devices/devices.ts';
import { createKiosks, type Kiosks } from './devices/kiosk.ts';
import { createPinHash } from './devices/pin-hash.ts';
import { createAllowedHosts, createProxies, type Proxies } from './door/proxies.ts';
import { type CreateLimit, createRateLimit } from './door/rate-limit.ts';
import { createAuthorNames } from './live/author-names.ts';
import { createDocuments } from './live/documents.ts';
import { createUpgrade } from './live/live-endpoint.ts';
import { createLiveSessions, type LiveSessions } from './live/live-sessions.ts';
import { createFindCause } from './live/refusal-cause.ts';
import { createWorkTurns } from './live/work-turns.ts';
import { createBackups } from './operate/backups.ts';
import { createHistoryPacking } from './operate/history-packing.ts';
import { type Listeners, openListeners } from './operate/https.ts';
import { createHealth } from './operate/monitoring.ts';
import { removeOldOnceCopies } from './operate/once-copy.ts';
import { openTracer } from './operate/tracer.ts';
import { repeatWork } from './periodic-work.ts';
import { createSafeFetch } from './schedules/safe-fetch.ts';
import { openSchedule } from './schedules/schedules.ts';
import { openSharedSecret } from './secret.ts';
import { createCrewLinks } from './teams/crew-links.ts';
import { createDayLaying } from './teams/day-laying.ts';
import { createEmailLinks } from './teams/email-links.ts';
import { createMemberships } from './teams/members.ts';
import { openPush } from './teams/push.ts';
import { createTelemetry, measureProcess } from './telemetry.ts';

/** How long requests in progress may take when the server stops, in milliseconds: a download would hold up an update. */
const PATIENCE = 8_000;
/** How often to look for breaks that began later than now, in milliseconds. */
const LOOK_AT_STARTS = 20_000;

export interface Server {
  readonly address: string;
  close(): Promise<void>;
}

interface Choices {
  /** `onWaiting` is called if another server has the data, and this one waits for it to end. */
  readonly openStore: (config: Config, onWaiting: () => void) => Promise<DatabaseStore>;
  readonly log: Logger;
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly interfaces: NetworkInterfaces;
}

/** Resolves once requests are answered. Rejects with `StartProblem` for problems that the operator can fix. */
export async function startServer(config: Config, choices: Choices): Promise<Server> {
  // The port comes first, so that a start that fails because of it leaves nothing behind.
  const proxies = createProxies(config.trustedProxies, config.publicUrl);
  const listeners = await openListeners(config, proxies, choices);
  try {
    const stop = await serve(config, choices, listeners, proxies);
    return { address: config.publicUrl?.origin ?? listeners.address, close: stop };
  } catch (error) {
    await listeners.close(0);
    throw error;
  }
}

/** What replaces a container stops the old one only when the new one says that it is up. */
function answerWaiting({ url }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(url === getUp.path ? 200 : 503, { 'retry-after': '1' }).end();
}

async function serve(config: Config, choices: Choices, listeners: Listeners, proxies: Proxies) {
  const { openStore, log, timeout } = choices;
  const { publicUrl, dataDir, running } = config;
  const { https } = listeners;
  const certifiedNames = () => https.status()?.names ?? [];
  const isAllowedHost = createAllowedHosts(config.allowedHosts, publicUrl, certifiedNames);
  const backups = config.backups && createBackups({ ...choices, config: config.backups, dataDir });
  const store = await openStore(config, () =>
    listeners.serve(answerWaiting, (_, socket) => socket.destroy()),
  );
  const now = () => choices.now() + store.clockOffset();
  try {
    const secret = await openSharedSecret(config.secretFile, store);
    const passwordPolicy = await openPasswordPolicy(config.passwordMinimum, config.breachedPasswords);
    const db = store.kysely;
    const signInKeys = createSignInKeys(secret.keysFor('sign-in'));
    const proofs = createPendingProofs({ db, signInKeys, now });
    const securityLog = createSecurityLog({ store: store.securityLog, now, log });
    const sessionLife = config.sessionDays * 86_400_000;
    const accounts = createAccounts({ db, signInKeys, proofs, sessionLife, now });
    const { people, isSessionAlive } = accounts;
    const [deviceKey] = secret.keysFor('devices');
    const devices = createKnownDevices({ db, key: deviceKey });
    const createLimit: CreateLimit = (most, window) => createRateLimit(most, now, window);
    const throttle = createSignInThrottle({ db, devices, now });
    const mailer =
      config.mail &&
      createMailer({ smtp: await openSmtp(config.mail), origin: config.mail.origin, log, createLimit });
    const isSecondFactorMissing = createIsSecondFactorMissing(db, store.members);
    const turns = createWorkTurns(() => performance.now());
    const tracer = await openTracer(running.traces, log);
    const telemetry = createTelemetry({ tracer });
    const stopMeasuring = measureProcess(telemetry.registry);
    const [wallKey] = secret.keysFor('walls');
    const kioskAuthor: Kiosks['authorNow'] = (...of) => kiosks.authorNow(...of);
    const guards = { isSecondFactorMissing, isSessionAlive };
    const engine = createDocuments({ store, turns, now, log, telemetry, wallKey, kioskAuthor, ...guards });
    const recorded = recordRefusedChanges(engine, securityLog);
    const links = createCrewLinks(recorded);
    const emailLinks = createEmailLinks({ documents: recorded, store, links, log });
    const documents = emailLinks.following(recorded);
    const memberships = createMemberships({
      members: store.members,
      people,
      documents,
      isSecondFactorMissing,
      links,
    });
    const names = createAuthorNames({ documents, people });
    const findCause = createFindCause({ store: store.documents, names });
    const paired = createPairedDevices({ store: store.devices, documents, now });
    const assertions = createAssertions(secret.keysFor('assertions'), now);
    const kiosks = createKiosks({ store, documents, assertions, accounts });
    const pinHash = createPinHash(secret.keysFor('pins'), { hash: hashPassword, verify: verifyPassword });
    const live = { documents, accounts, memberships, paired, kiosks, findCause, turns, telemetry, now, log };
    const connections = createLiveSessions({ ...live, store: recordStrangers(store, securityLog) });
    const drain = createDrain(running.drainSeconds, connections, timeout);
    const safeFetch = createSafeFetch({ allowed: config.outgoing.allowed, now });
    const schedule = openSchedule({
      store,
      documents,
      safeFetch,
      turns,
      telemetry,
      now,
      log,
      config: config.outgoing,
      keys: secret.keysFor('schedule'),
      news: connections.listed,
      told: emailLinks.told,
    });
    const logError = (error: unknown) => log.error(error);
    const dayLaying = createDayLaying({
      store,
      documents,
      takeSchedule: schedule.takeSchedule,
      now,
      logError,
    });
    const breakStarts = repeatWork(() => documents.correctStarts(), {
      ...{ first: LOOK_AT_STARTS, every: LOOK_AT_STARTS },
      logError,
    });
    const push = openPush({
      store,
      documents,
      links,
      createLimit,
      now,
      timeout,
      log,
      isSessionAlive,
      allowed: config.outgoing.pushServices,
      secrets: secret.keysFor('push'),
    });
    const { isDraining, isLeaving } = drain;
    const app = await createApp({
      config,
      store,
      db,
      documents,
      connections,
      turns,
      safeFetch,
      createLimit,
      accounts,
      signInKeys,
      proofs,
      passwordPolicy,
      throttle,
      devices,
      paired,
      kiosks,
      names,
      pinHash,
      mailer,
      securityLog,
      memberships,
      links,
      emailLinks,
      certifiedNames,
      telemetry,
      isSecondFactorMissing,
      schedule,
      push,
      isAllowedHost,
      proxies,
      https,
      log,
      now,
      timeout,
      bearer: createFindBearer({ store, accounts, securityLog, createLimit, now }),
      outboxKeys: (user) => secret.keysFor(`outbox of ${user}`),
      health: createHealth({ store, backups, isDraining, log }),
      plainOrigin: listeners.address,
    });
    const upgrade = createUpgrade({
      identify: async (cookie) => (await accounts.identify(cookie)) ?? paired.identify(cookie),
      connections,
      turns,
      publicUrl,
      proxies,
      isAllowedHost,
      isLeaving,
      socketsPerAddress: config.socketsPerAddress,
      securityLog,
      logError,
    });
    const cleanup = { db, sessionLife, now, log, securityLog: store.securityLog };
    const stopCleanup = await startDailyCleanup(cleanup);
    const stopRemoving = removeOldOnceCopies({ dataDir, now, log });
    const stopWatching = await watchSignOuts({ db, onSignedOut: connections.sessionsChanged, log });
    listeners.serve((request, response) => {
      // A proxy would send a later request on this connection just when it closes, and doesn't send changes again.
      if (isLeaving()) response.setHeader('connection', 'close');
      app.routing(request, response);
    }, upgrade);
    const compaction = createHistoryPacking({ store: store.documents, config: config.history, now, log });
    return async () => {
      await drain.run();
      stopMeasuring();
      await stopCleanup();
      await stopRemoving();
      await backups?.close();
      await compaction.close();
      await stopWatching();
      const closed = listeners.close(PATIENCE);
      await connections.close();
      await closed;
      await mailer?.close();
      await push.close();
      await dayLaying.close();
      await breakStarts.close();
      await schedule.close();
      await app.close();
      await safeFetch.close();
      await documents.close();
      await securityLog.settled();
      await store.close();
      await tracer.close();
    };
  } catch (error) {
    await store.close();
    throw store.asStartProblem(error);
  }
}

/** The first half of the seconds is for load balancers to notice, the second to disconnect pages little by little. */
function createDrain(
  seconds: number,
  connections: LiveSessions,
  timeout: (milliseconds: number) => AbortSignal,
) {
  let phase: 'serving' | 'draining' | 'leaving' = 'serving';
  const half = (seconds * 1_000) / 2;

  return {
    /** The server is about to stop, which load balancers learn from `/readyz`. Everything else goes on. */
    isDraining: () => phase !== 'serving',
    /** Pages are disconnected, and come back to another server. */
    isLeaving: () => phase === 'leaving',
    async run() {
      phase = 'draining';
      if (half === 0) return;
      await new Promise((resolve) => timeout(half).addEventListener('abort', resolve, { once: true }));
      phase = 'leaving';
      await connections.disconnectAll(half);
    },
  };
}
