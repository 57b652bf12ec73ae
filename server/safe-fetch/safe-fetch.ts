import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, errors, request as send } from 'undici';
import { done, type Outcome, type ProblemCode, refuse } from '../../domain/problem/problem.ts';
import { isPublicAddress } from './public-address.ts';

/** In bytes. A store's month of shifts is below 1 MB. */
const LARGEST_ANSWER = 8_000_000;
/** For one answer, in milliseconds, unless a request says otherwise. */
const PATIENCE = 20_000;
const MOST_HOPS = 5;
const TRIES = 3;
/** A provider that asks for more patience than this, in seconds, is told of instead. */
const LONGEST_PAUSE = 10;

export interface Outgoing {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborted when the person does not wait any more. */
  readonly signal: AbortSignal;
  /** Redirects are answers to look at, instead of to be followed. */
  readonly keepsRedirects?: boolean;
  /** Statuses from 500 on are answers to look at, when they are still there after the last try. */
  readonly keepsFailures?: boolean;
  /** In milliseconds, for the answer. */
  readonly patience?: number;
}

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The address that answered in the end. */
  readonly url: string;
}

/**
 * The one way out. Only https, only public addresses, checked where the name was resolved, again after each redirect;
 * bounded in size and time. Problems: `address-unsafe`, `address-private`, `schedule-unreachable`, `schedule-slow`,
 * `schedule-busy`, `schedule-unreadable`, `schedule-refused`, `call-cancelled`.
 */
export interface Door {
  /** What speaks against an address as it stands; null when it may be asked, if its name leads where everyone sees it. */
  problemWith(address: string): ProblemCode | null;
  fetch(request: Outgoing): Promise<Outcome<Answer>>;
  close(): Promise<void>;
}

interface Parts {
  /** Hosts with their ports that the operator excepts, such as 'schedule.store.lan:8080'; they may be plain http. */
  readonly allowed: ReadonlySet<string>;
  /** Resolves after so many milliseconds, or rejects when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  /** How names become addresses, if not as the system does it. */
  readonly resolve?: Resolve;
}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

class NotPublic extends Error {}

export function createDoor({ allowed, pause, now, resolve = lookup }: Parts): Door {
  const isAllowed = (url: URL): boolean => allowed.has(`${url.hostname}:${portOf(url)}`);
  const inside = new Agent({ maxResponseSize: LARGEST_ANSWER });
  const outside = new Agent({ maxResponseSize: LARGEST_ANSWER, connect: { lookup: lookupPublic(resolve) } });

  async function once(request: Outgoing, url: URL): Promise<Answer> {
    const { statusCode, headers, body } = await send(url, {
      method: request.method ?? 'GET',
      headers: { 'user-agent': 'Lineup', ...request.headers },
      body: request.body ?? null,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(request.patience ?? PATIENCE)]),
      dispatcher: isAllowed(url) ? inside : outside,
    });
    return { status: statusCode, headers, text: await body.text(), url: url.href };
  }

  /** Follows redirects; secrets in headers are not told to another origin. */
  async function follow(request: Outgoing): Promise<Outcome<Answer>> {
    let next = request;
    for (let hop = 0; hop <= MOST_HOPS; hop++) {
      const problem = problemWith(next.url);
      if (problem) return refuse(problem);
      const url = new URL(next.url);
      const answer = await once(next, url);
      const location = request.keepsRedirects ? null : redirectOf(answer, url);
      const following = location && redirected(next, answer.status, url, location);
      if (!following) return done(answer);
      next = following;
    }
    return refuse('schedule-unreadable');
  }

  /** Names are looked at again when they are resolved. */
  function problemWith(address: string): ProblemCode | null {
    const url = URL.parse(address);
    if (!url) return 'address-unsafe';
    if (isAllowed(url)) return /^https?:$/.test(url.protocol) ? null : 'address-unsafe';
    if (url.protocol !== 'https:' || url.username !== '') return 'address-unsafe';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(host) === 0 || isPublicAddress(host) ? null : 'address-private';
  }

  return {
    problemWith,
    async fetch(request) {
      for (let attempt = 1; ; attempt++) {
        let outcome: Outcome<Answer>;
        try {
          outcome = await follow(request);
        } catch (error) {
          outcome = problemOf(error, request.signal);
        }
        const wait = attempt < TRIES ? pauseBefore(outcome, attempt, now()) : null;
        if (wait === null) return told(outcome, request, now());
        try {
          await pause(wait, request.signal);
        } catch (error) {
          return problemOf(error, request.signal);
        }
      }
    },
    close: async () => {
      await Promise.all([inside.close(), outside.close()]);
    },
  };
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** Names become only addresses that everyone on the internet sees; those are connected to, and not asked for again. */
const lookupPublic =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      // One private address among them is enough to mistrust the name.
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new NotPublic(hostname), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

function redirectOf({ status, headers }: Answer, from: URL): URL | null {
  const { location } = headers;
  return status >= 300 && status < 400 && typeof location === 'string'
    ? URL.parse(location, from.href)
    : null;
}

/** The request that follows a redirect; null where it would tell another origin what was sent to this one. */
function redirected(request: Outgoing, status: number, from: URL, to: URL): Outgoing | null {
  const { body, ...rest } = request;
  const isSameOrigin = to.origin === from.origin;
  const headers = isSameOrigin ? request.headers : withoutSecrets(request.headers);
  const staysAsItIs = status === 307 || status === 308;
  if (!staysAsItIs) return { ...rest, url: to.href, method: 'GET', headers };
  return isSameOrigin || body === undefined ? { ...request, url: to.href, headers } : null;
}

const withoutSecrets = (headers: Outgoing['headers'] = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(accept|user-agent|content-type)$/i.test(name)),
  );

function problemOf(error: unknown, signal: AbortSignal): Outcome<Answer> {
  if (signal.aborted) return refuse(isTimeout(signal.reason) ? 'schedule-slow' : 'call-cancelled');
  if (error instanceof NotPublic) return refuse('address-private');
  // A password or token with characters that no header can have.
  if (error instanceof errors.InvalidArgumentError) return refuse('schedule-refused');
  if (error instanceof errors.ResponseExceededMaxSizeError) return refuse('schedule-unreadable');
  return refuse(isTimeout(error) ? 'schedule-slow' : 'schedule-unreachable');
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error instanceof errors.ConnectTimeoutError);

/** Milliseconds to wait before trying once more; null when that would not help. */
function pauseBefore(outcome: Outcome<Answer>, attempt: number, now: number): number | null {
  const backOff = 250 * 2 ** attempt;
  if (!outcome.ok) return outcome.problem.code === 'schedule-unreachable' ? backOff : null;
  const { status } = outcome.value;
  if (status === 429) {
    const seconds = retryAfter(outcome.value, now);
    return seconds <= LONGEST_PAUSE ? seconds * 1_000 : null;
  }
  return [502, 503, 504].includes(status) ? backOff : null;
}

function retryAfter({ headers }: Answer, now: number): number {
  const text = String(headers['retry-after'] ?? '1');
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 1;
}

/** '10 minutes' */
export function spoken(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}

/** What is still refused after the last try, as a problem. */
function told(outcome: Outcome<Answer>, request: Outgoing, now: number): Outcome<Answer> {
  if (!outcome.ok) return outcome;
  const { status } = outcome.value;
  if (status === 429) {
    const seconds = retryAfter(outcome.value, now);
    return refuse('schedule-busy', { details: { pause: spoken(seconds), seconds } });
  }
  return status >= 500 && !request.keepsFailures ? refuse('schedule-unreachable') : outcome;
}
