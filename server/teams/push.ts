import {
  createCipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { getPush, switchPushOff, switchPushOn } from '../../contract/push.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { alertText, type BreakAlert, breakAlerts } from '../../domain/day/break-alerts.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { relieverOf } from '../../domain/day/reliever.ts';
import type { Shift } from '../../domain/day/shift.ts';
import { boardNameIn } from '../../domain/plan/board-names.ts';
import { mayTakeBy } from '../../domain/planner/may-take.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { formatsOf } from '../../domain/team/team.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';
import { businessDay, minutesInto } from '../../domain/time/date.ts';
import { readWords } from '../../words/read-words.ts';
import type { Language } from '../../words/words.ts';
import { findUsers } from '../accounts/account-tables.ts';
import type { DatabaseStore, PushTarget, StoredSubscription } from '../database/store.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { createKeyedLimit, TooBusy } from '../door/rate-limit.ts';
import { hashOf } from '../id.ts';
import { repeatWork } from '../periodic-work.ts';
import { createSafeFetch, type SafeFetch } from '../schedules/safe-fetch.ts';
import { type CrewLinks, layoutsOf } from './crew-links.ts';

/** Messages that are sent to one push service at a time, and that wait for it. */
const AT_ONCE = 8;
const MOST_WAITING = 2_000;
/** How often to look for breaks, in milliseconds. */
const LOOK_EVERY = 20_000;
/** Layouts of a team's day that are looked at. */
const MOST_LAYOUTS = 20;
/** How long it is known which notices were sent, in milliseconds: longer than they are news. */
const REMEMBERED = 2 * 86_400_000;

const isOwn = ({ shift }: BreakAlert, ids: readonly string[]): boolean =>
  shift.person !== undefined && ids.includes(shift.person);

/** Devices of a person in a team; the oldest gives way. */
const MOST_DEVICES = 10;
/** How often a person may turn notifications on, an hour. */
const TRIES = 60;
const HOUR = 3_600_000;

export type Push = ReturnType<typeof openPush>;

type Dependencies = Pick<Parts, 'documents' | 'createLimit' | 'now' | 'timeout'> & {
  readonly store: Pick<DatabaseStore, 'push' | 'members' | 'kysely'>;
  readonly links: Pick<CrewLinks, 'personOf'>;
  readonly isSessionAlive: (session: string) => Promise<boolean>;
  /** 'host:port' of push services that may be private and plain http. */
  readonly allowed: ReadonlySet<string>;
  /** The current one first. */
  readonly secrets: readonly [Buffer, ...Buffer[]];
  readonly log: { error(error: unknown): void };
};

export function openPush(dependencies: Dependencies) {
  const { documents, allowed, secrets, links, createLimit, now, timeout, log, isSessionAlive } = dependencies;
  const { push: store, members, kysely } = dependencies.store;
  const logError = (error: unknown) => log.error(error);
  const safeFetch = createSafeFetch({ allowed, now });
  const keys = serverKeys(secrets);
  const [{ publicKey }] = keys;
  const tries = createLimit(TRIES, HOUR);
  const send = createPushSender({ safeFetch, keys, now, timeout });
  const closing = new AbortController();
  const sending = new Set<Promise<void>>();
  /** Each push service has a queue of its own, so that one that hangs delays no other. */
  const queue = createKeyedLimit(AT_ONCE, MOST_WAITING);

  function deliver({ device, target }: StoredSubscription, message: PushMessage): void {
    const host = URL.parse(target.endpoint)?.host ?? '';
    const sent = queue(host, async () => {
      if (closing.signal.aborted) return;
      const answer = await send(target, message, closing.signal);
      if (answer === 'gone' && !closing.signal.aborted) await store.removeDevice(device);
    })
      .catch((error: unknown) => {
        if (!(error instanceof TooBusy)) logError(error);
      })
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  /** Each notice is sent once, by whichever server claims it first; every right is looked up again when it is sent. */
  async function look(): Promise<void> {
    const teams = await store.teams();
    if (teams.length > 0) await store.forgetNoticesBefore(now() - REMEMBERED);
    for (const team of teams) {
      if (closing.signal.aborted) return;
      // One team's data is no reason for the others to wait.
      await notify(team).catch(logError);
    }
  }

  async function notify(team: string): Promise<void> {
    const body = (await documents.read({ team, document: team }))?.body;
    if (body?.kind !== 'team') return;
    const found: { readonly document: string; readonly layout: Layout; readonly alert: BreakAlert }[] = [];
    const today = businessDay(now(), body.timeZone, body.dayStart);
    for await (const { document, layout } of layoutsOf(documents, team, [today, today], MOST_LAYOUTS)) {
      for (const alert of breakAlerts(layout, now(), body.timeZone)) found.push({ document, layout, alert });
    }
    if (found.length === 0) return;
    const { clock } = formatsOf(body);
    const watchers = await watchersOf(team);
    const crew = (await documents.read({ team, document: crewDocument }))?.body;
    for (const { document, layout, alert } of found) {
      const told = watchers.filter(({ ids, isForAll }) => isForAll || isOwn(alert, ids));
      if (told.length === 0) continue;
      const notice = hashOf(`${document} ${alert.key}`);
      if (!(await store.claim(team, notice, now()))) continue;
      const at = { now: now(), minute: minutesInto(layout.date, now(), body.timeZone) };
      const mayTake = crew?.kind === 'crew' ? mayTakeBy(crew, layout.date) : null;
      const relief = alert.kind === 'due' ? relieverOf(layout, alert, at, mayTake) : null;
      for (const { subscription, ids, language } of told) {
        const t = readWords(language, 'push');
        const short = (shift: Shift) => boardNameIn(layout, shift.id, clock)?.short ?? t('someone');
        const name = isOwn(alert, ids) ? null : short(alert.shift);
        const takes = relief && { reliever: short(relief.shift), position: relief.position.name };
        const text = alertText(t, alert, { name, clock, relief: takes });
        deliver(subscription, { ...text, tag: notice, lang: language });
      }
    }
  }

  async function watchersOf(team: string) {
    const watchers: {
      readonly subscription: StoredSubscription;
      readonly ids: readonly string[];
      readonly isForAll: boolean;
      readonly language: Language;
    }[] = [];
    const subscriptions = await store.ofTeam(team);
    const people = await findUsers(
      kysely,
      subscriptions.map(({ user }) => user),
    );
    const languages = new Map(people.map(({ id, language }) => [id, language]));
    for (const subscription of subscriptions) {
      const { user, session, device, about } = subscription;
      const may = await members.role(team, user);
      if (may === null || !(await isSessionAlive(session))) await store.remove(team, user, device);
      else {
        const isForAll = about === 'all' && mayRunTheDay(may);
        const ids = (await links.personOf(team, user))?.ids ?? [];
        watchers.push({ subscription, isForAll, ids, language: languages.get(user) ?? 'en' });
      }
    }
    return watchers;
  }

  const notices = repeatWork(look, { first: 0, every: LOOK_EVERY, logError });

  return {
    serve(serve: Serve): void {
      serve(getPush, async ({ params, caller, query: { device } }) => {
        const found = device === undefined ? null : await store.find(params.team, caller.user.id, device);
        return done({ publicKey, about: found?.target.publicKey === publicKey ? found.about : null });
      });

      serve(switchPushOn, async ({ params: { team }, caller, role, body, origin }) => {
        // A browser is told as long as its session lasts, and a token has none.
        if (caller.token) return refuse('token-too-narrow');
        const { about, ...keys } = body;
        const { session } = caller;
        const user = caller.user.id;
        if (about === 'all' && !mayRunTheDay(role)) return refuse('not-allowed');
        if (!tries.add(user)) return refuse('too-many-requests');
        // The page was opened before the server got a new secret.
        if (keys.publicKey !== publicKey) return refuse('push-key-changed');
        const problem = safeFetch.checkAddress(keys.endpoint);
        if (problem) return refuse(problem);
        if (!areKeys(keys)) return refuse('push-unsupported');
        const device = deviceOf(keys.endpoint);
        const target = { ...keys, contact: origin };
        const subscription = { team, device, user, session, about, target, createdAt: now() };
        if (!(await store.put(subscription, MOST_DEVICES))) return refuse('not-found');
        if (!(await isSessionAlive(session))) {
          await store.removeSession(session);
          return refuse('signed-out');
        }
        return done({ publicKey, about });
      });

      serve(switchPushOff, async ({ params, caller }) => {
        await store.remove(params.team, caller.user.id, params.device);
        return done({});
      });
    },

    async close() {
      closing.abort();
      await notices.close();
      await Promise.all(sending);
      await safeFetch.close();
    },
  };
}

/** Names a browser without telling where it can be reached. */
export const deviceOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

const CURVE = 'prime256v1';
/** The record size that the header names. A push service takes at least this much. */
const RECORD = 4_096;
/** What encrypting adds: the header, the mark at the end, and the tag. */
const OVERHEAD = 16 + 4 + 1 + 65 + 1 + 16;
const longestMessage = RECORD - OVERHEAD;

/** A message that only the browser can read (RFC 8291, in the form of RFC 8188). Throws for keys that are none. */
export function encryptMessage(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  message: string,
  { salt, privateKey }: { salt: Buffer; privateKey?: Buffer } = { salt: randomBytes(16) },
): Buffer {
  const plain = Buffer.from(message);
  if (plain.length > longestMessage) throw new RangeError('The message is too long for a push service.');
  const theirs = Buffer.from(p256dh, 'base64url');
  const pair = createECDH(CURVE);
  if (privateKey) pair.setPrivateKey(privateKey);
  else pair.generateKeys();
  const ours = pair.getPublicKey();
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), about, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The mark of the last record.
  const encrypted = [
    cipher.update(Buffer.concat([plain, Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, ...encrypted]);
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Whether a browser's keys are a point of the curve and a secret of the right length. */
export function areKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const hasLengths = point.length === 65 && Buffer.from(auth, 'base64url').length === 16;
  return hasLengths && succeeds(() => pair.computeSecret(point));
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** How long what a key signed is valid; push services accept a day at most. In seconds. */
const VALID_FOR = 12 * 3_600;

type ServerKey = ReturnType<typeof serverKey>;

/** A key for each of the server's secrets, the current one first: browsers stay subscribed with the key they were given. */
export const serverKeys = ([newest, ...older]: readonly [Buffer, ...Buffer[]]): readonly [
  ServerKey,
  ...ServerKey[],
] => [serverKey(newest), ...older.map(serverKey)];

/** Identifies the server to push services (RFC 8292). */
function serverKey(secret: Buffer) {
  const pair = createECDH(CURVE);
  let number = secret;
  // One secret in four billion is no number of the curve.
  while (!succeeds(() => pair.setPrivateKey(number))) number = createHash('sha256').update(number).digest();
  const point = pair.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const [x, y, d] = [coordinate(1), coordinate(33), number.toString('base64url')];
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    /** The Authorization header for an endpoint; `contact` is an https address. */
    authorization(endpoint: string, contact: string, now: number): string {
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor(now / 1_000) + VALID_FOR,
        sub: contact,
      };
      const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.');
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** How long a push service keeps a message for a browser that is off, in seconds: an older one is no news. */
const KEPT_FOR = 900;
/** In milliseconds, for a message with all of its attempts. Push services take less than one second. */
const PATIENCE = 5_000;

interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A later message with the same tag takes its place. */
  readonly tag: string;
  readonly lang: string;
}

/** `gone`: the push service does not know the browser anymore, or it is at no address that the server may reach. */
type Sent = 'sent' | 'gone' | 'failed';

function createPushSender({
  safeFetch,
  keys,
  now,
  timeout,
}: {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>;
  /** Of every secret, the current one first. */
  readonly keys: readonly ServerKey[];
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
}) {
  /** Given up when `signal` is aborted. */
  return async (target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<Sent> => {
    const key = keys.find(({ publicKey }) => publicKey === target.publicKey);
    // Its secret was removed from the file.
    if (!key) return 'gone';
    const answer = await safeFetch.fetch({
      url: target.endpoint,
      method: 'POST',
      headers: {
        authorization: key.authorization(target.endpoint, target.contact, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT_FOR),
        urgency: 'high',
      },
      body: encryptMessage(target, JSON.stringify(message)),
      signal: AbortSignal.any([signal, timeout(PATIENCE)]),
    });
    if (!answer.ok) return answer.problem.code.startsWith('address-') ? 'gone' : 'failed';
    const { status } = answer.value;
    if (status === 404 || status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'sent' : 'failed';
  };
}
