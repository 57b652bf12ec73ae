import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { done, type Outcome, type ProblemCode, refuse } from '../../domain/problem/problem.ts';
import { StartProblem } from '../start-problem.ts';

/** The only allocated IPv6 range; addresses outside it are unused or wrap an IPv4 address. */
const allocated = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether it is an IP address on the public internet, as opposed to a private network, this machine, or a cloud's internals. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(allocated));
}

/** Addresses of schedule providers, without a slash at the end. */
export interface OutgoingConfig {
  /** 'host:port' of servers that may be private and plain http. */
  readonly allowed: ReadonlySet<string>;
  /** The same of push services. */
  readonly pushServices: ReadonlySet<string>;
  readonly hotschedules: string;
  readonly sevenshifts: string;
  /** Null to use the address that each team enters. */
  readonly deputy: string | null;
}

/** Throws `StartProblem` with a sentence that names the variable. */
export const parseOutgoing = (given: (name: string) => string | null): OutgoingConfig => ({
  allowed: parseAllowed('OUTGOING_ALLOW', given('OUTGOING_ALLOW') ?? ''),
  pushServices: parseAllowed('PUSH_ALLOW', given('PUSH_ALLOW') ?? ''),
  hotschedules: parseBase('HOTSCHEDULES_URL', given('HOTSCHEDULES_URL') ?? 'https://app.hotschedules.com'),
  sevenshifts: parseBase('SEVENSHIFTS_URL', given('SEVENSHIFTS_URL') ?? 'https://api.7shifts.com'),
  deputy: given('DEPUTY_URL') && parseBase('DEPUTY_URL', given('DEPUTY_URL') ?? ''),
});

/** Normalized for comparison: '[0:0::7]:443' is '[::7]:443'. */
function parseAllowed(variable: string, text: string): ReadonlySet<string> {
  const allowed = new Set<string>();
  for (const name of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const url = /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(name) ? URL.parse(`https://${name}`) : null;
    if (!url) {
      throw new StartProblem(
        `${variable} names “${name}”, but must be hosts with their ports, such as schedule.store.lan:8080.`,
      );
    }
    allowed.add(`${url.hostname}:${url.port || 443}`);
  }
  return allowed;
}

function parseBase(name: string, text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return text.replace(/\/+$/, '');
  }
  throw new StartProblem(
    `${name} is “${text}”, but must be an address such as https://schedule.example.com.`,
  );
}

/** In bytes: an answer without end would fill the memory. A store's month of shifts is below 1 MB. */
const MAX_RESPONSE_SIZE = 8_000_000;
/** Per response, in milliseconds, unless a request sets its own: one that never ends would keep a person waiting. */
const DEFAULT_TIMEOUT = 20_000;
const tooLarge = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
/** Addresses that lead to each other would never end. */
const MAX_REDIRECTS = 5;
/** A provider that stumbles costs nobody a second press; one that lies down is not to be taken for attacked. */
const MAX_ATTEMPTS = 3;
/** The longest Retry-After, in seconds, that a person is kept waiting for; longer ones are reported. */
const MAX_RETRY_AFTER = 10;

interface SafeFetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Redirects are answers, as they always are of POST. */
  readonly manualRedirects?: boolean;
  /** After the last attempt, return responses with a status of 500 or above instead of a problem. */
  readonly returnsServerErrors?: boolean;
  /** Per response, in milliseconds. */
  readonly timeout?: number;
  /** Of a response, in bytes; less than for other requests. */
  readonly largest?: number;
}

export interface SafeFetchResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
  /** The bytes as UTF-8. */
  readonly text: string;
  /** The address after redirects. */
  readonly url: string;
}

export type SafeFetch = ReturnType<typeof createSafeFetch>;

interface SafeFetchOptions {
  /** 'host:port' of hosts that may be private and use plain HTTP, such as 'schedule.store.lan:8080'. */
  readonly allowed: ReadonlySet<string>;
  /** Resolves after the delay; rejects when the signal is aborted. */
  readonly delay?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly resolve?: Resolve;
}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal });

class PrivateAddressError extends Error {}

/**
 * The only way for the server to fetch an address that a person entered: by another, anybody with a team could read what only
 * the operator's own network may. HTTPS to public addresses, checked when a name is resolved and after each redirect. Problems: `address-unsafe`,
 * `address-private`, `schedule-unreachable`, `schedule-slow`, `schedule-busy`, `schedule-unreadable`,
 * `schedule-refused`, `call-cancelled`.
 */
export function createSafeFetch({ allowed, delay = wait, now, resolve = lookup }: SafeFetchOptions) {
  const isAllowed = (url: URL): boolean => allowed.has(`${url.hostname}:${portOf(url)}`);
  let client: ReturnType<typeof openClient> | null = null;

  async function sendOnce(request: SafeFetchRequest, url: URL): Promise<SafeFetchResponse> {
    client ??= openClient(resolve);
    const { send, unrestricted, publicOnly } = await client;
    const { statusCode, headers, body } = await send(url, {
      method: request.method ?? 'GET',
      headers: { 'user-agent': 'Lineup', ...request.headers },
      body: request.body ?? null,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(request.timeout ?? DEFAULT_TIMEOUT)]),
      dispatcher: isAllowed(url) ? unrestricted : publicOnly,
    });
    const bytes = await bytesOf(body, request.largest ?? MAX_RESPONSE_SIZE);
    return { status: statusCode, headers, bytes, text: new TextDecoder().decode(bytes), url: url.href };
  }

  async function followRedirects(request: SafeFetchRequest): Promise<Outcome<SafeFetchResponse>> {
    let { url: address, headers = {} } = request;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const problem = checkAddress(address);
      if (problem) return refuse(problem);
      const url = new URL(address);
      const response = await sendOnce({ ...request, headers }, url);
      // What is sent stays with whom it was sent to.
      const isFollowed = !request.manualRedirects && request.method !== 'POST';
      const next = isFollowed ? redirectTarget(response, url) : null;
      if (!next) return done(response);
      if (next.origin !== url.origin) headers = withoutSecrets(headers);
      address = next.href;
    }
    return refuse('schedule-unreadable');
  }

  /** Checks the form of an address; the IP addresses behind a host name are checked on connect. Null if it's fine. */
  function checkAddress(address: string): ProblemCode | null {
    const url = URL.parse(address);
    if (!url) return 'address-unsafe';
    if (isAllowed(url)) return /^https?:$/.test(url.protocol) ? null : 'address-unsafe';
    if (url.protocol !== 'https:' || url.username !== '') return 'address-unsafe';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(host) === 0 || isPublicAddress(host) ? null : 'address-private';
  }

  return {
    checkAddress,
    async fetch(request: SafeFetchRequest): Promise<Outcome<SafeFetchResponse>> {
      for (let attempt = 1; ; attempt++) {
        let outcome: Outcome<SafeFetchResponse>;
        try {
          outcome = await followRedirects(request);
        } catch (error) {
          outcome = toProblem(error, request.signal);
        }
        const wait = attempt < MAX_ATTEMPTS ? retryDelay(outcome, attempt, now()) : null;
        if (wait === null) return finalOutcome(outcome, request, now());
        try {
          await delay(wait, request.signal);
        } catch (error) {
          return toProblem(error, request.signal);
        }
      }
    },
    async close(): Promise<void> {
      const opened = await client;
      await Promise.all([opened?.unrestricted.close(), opened?.publicOnly.close()]);
    },
  };
}

/** Loads the library with the first request: it takes 15 MB, and many servers never send one. */
async function openClient(resolve: Resolve) {
  const { Agent, request: send } = await import('undici');
  return {
    send,
    unrestricted: new Agent(),
    publicOnly: new Agent({ connect: { lookup: publicLookup(resolve) } }),
  };
}

/** Receiving ends with the part that is too much. */
async function bytesOf(body: AsyncIterable<Uint8Array>, largest: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > largest) throw Object.assign(new Error('The response is too large.'), { code: tooLarge });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** The socket connects to the addresses returned here, so a second DNS answer can't replace them. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      // A single private address makes the whole name suspicious.
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new PrivateAddressError(hostname), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

function redirectTarget({ status, headers }: SafeFetchResponse, from: URL): URL | null {
  const { location } = headers;
  return status >= 300 && status < 400 && typeof location === 'string'
    ? URL.parse(location, from.href)
    : null;
}

/** Providers have secrets in headers of their own, so only known harmless ones go to another origin. */
const withoutSecrets = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(accept|user-agent|content-type)$/i.test(name)),
  );

function toProblem(error: unknown, signal: AbortSignal): Outcome<SafeFetchResponse> {
  if (signal.aborted) return refuse(isTimeout(signal.reason) ? 'schedule-slow' : 'call-cancelled');
  if (error instanceof PrivateAddressError) return refuse('address-private');
  // A password or token has characters that aren't allowed in a header.
  if (codeOf(error) === 'UND_ERR_INVALID_ARG') return refuse('schedule-refused');
  if (codeOf(error) === tooLarge) return refuse('schedule-unreadable');
  return refuse(isTimeout(error) ? 'schedule-slow' : 'schedule-unreachable');
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT');

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** Milliseconds until the next attempt; null if another attempt wouldn't help. */
function retryDelay(outcome: Outcome<SafeFetchResponse>, attempt: number, now: number): number | null {
  const backoff = 250 * 2 ** attempt;
  if (!outcome.ok) return outcome.problem.code === 'schedule-unreachable' ? backoff : null;
  const { status } = outcome.value;
  if (status === 429) {
    const seconds = retryAfter(outcome.value, now);
    return seconds <= MAX_RETRY_AFTER ? seconds * 1_000 : null;
  }
  return [502, 503, 504].includes(status) ? backoff : null;
}

/** The Retry-After header in seconds, which may hold a date; 1 if it's missing or invalid. */
function retryAfter({ headers }: SafeFetchResponse, now: number): number {
  const text = String(headers['retry-after'] ?? '1');
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 1;
}

/** How long to wait, such as '10 minutes', for a sentence. */
export function pauseOf(seconds: number) {
  const [amount, unit] =
    seconds < 120
      ? [seconds, 'seconds']
      : seconds < 7_200
        ? [Math.ceil(seconds / 60), 'minutes']
        : [Math.ceil(seconds / 3_600), 'hours'];
  return { pause: amount === 1 ? '1 second' : `${amount} ${unit}`, amount, unit, seconds };
}

function finalOutcome(
  outcome: Outcome<SafeFetchResponse>,
  { returnsServerErrors = false }: SafeFetchRequest,
  now: number,
): Outcome<SafeFetchResponse> {
  if (!outcome.ok) return outcome;
  const { status } = outcome.value;
  if (status === 429) return refuse('schedule-busy', { details: pauseOf(retryAfter(outcome.value, now)) });
  return status >= 500 && !returnsServerErrors ? refuse('schedule-unreachable') : outcome;
}
