import { type Call, type Endpoint, type Response as ResponseOf, refusal } from '../../contract/endpoint.ts';
import { getOutboxKeys } from '../../contract/me.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { readLeniently } from './read-leniently.ts';

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

type CallData = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** In milliseconds, until an answer begins: on Wi-Fi that hangs, a browser waits for minutes, and the person with it. */
const usualWait = 10_000;
/** The same where much is carried or somebody else is asked, and until all of an answer is here. */
const longWait = 100_000;

/** Ends a call that takes too long, or that its caller doesn't want anymore. */
function limitCall(wanted: AbortSignal | undefined) {
  const ending = new AbortController();
  const end = () => ending.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (wanted?.aborted) end();
  wanted?.addEventListener('abort', end);
  return {
    signal: ending.signal,
    within(milliseconds: number): void {
      clearTimeout(timer);
      timer = setTimeout(end, milliseconds);
    },
    over(): void {
      clearTimeout(timer);
      wanted?.removeEventListener('abort', end);
    },
  };
}

/** Calls an endpoint. Every failure, including network errors and aborts, is returned as a problem; it never throws. */
export async function callEndpoint<E extends Endpoint>(
  fetch: Fetch,
  endpoint: E,
  call: Call<E>,
  wanted?: AbortSignal,
): Promise<Outcome<ResponseOf<E>>> {
  const limit = limitCall(wanted);
  try {
    return await callWithin(limit, fetch, endpoint, call);
  } catch {
    return refuse(wanted?.aborted ? 'call-cancelled' : 'network-request-failed');
  } finally {
    limit.over();
  }
}

/** Rejects where there was no whole answer. */
async function callWithin<E extends Endpoint>(
  { signal, within }: ReturnType<typeof limitCall>,
  fetch: Fetch,
  endpoint: E,
  call: Call<E>,
): Promise<Outcome<ResponseOf<E>>> {
  const given = call as CallData;
  const { isLong, largestBody } = endpoint as Endpoint;
  within(isLong || largestBody !== undefined ? longWait : usualWait);
  const answer = await fetch(addressOf(endpoint.path, given), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: given.body === undefined ? {} : { 'content-type': 'application/json' },
    body: given.body === undefined ? undefined : JSON.stringify(given.body),
    signal,
    // Ours never redirects. A public network sends every request on to its sign-in, and each one that the page's policy
    // stops there sends a report: six of those wait long enough to hold up everything else the page asks for.
    redirect: 'error',
  });
  within(longWait);
  // A connection that breaks leaves half of a file.
  if (answer.ok && isFile(endpoint, answer)) return done((await answer.text()) as ResponseOf<E>);
  // An empty response, or one from a proxy, may not be JSON.
  const json: unknown = await answer.json().catch(() => undefined);
  if (signal.aborted) throw new Error('The answer took too long.');
  if (answer.ok) {
    const read = readLeniently(endpoint.response, json);
    if (read.success) return done(read.data as ResponseOf<E>);
  } else {
    const refused = readLeniently(refusal, json);
    if (refused.success) return { ok: false, problem: refused.data.problem };
  }
  return refuse(isOfNetwork(answer) ? 'network-request-failed' : 'internal');
}

const isFile = ({ contentType }: Endpoint, answer: Response): boolean =>
  contentType !== undefined && typeOf(answer).startsWith(contentType);

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';

/** A public network that wants a sign-in answers every request with its own page. */
const isOfNetwork = (answer: Response): boolean =>
  answer.status === 511 || (answer.ok && typeOf(answer).startsWith('text/html'));

export function addressOf(path: string, { params = {}, query = {} }: CallData): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const asked = search.toString();
  return asked ? `${filled}?${asked}` : filled;
}

/** Nothing comes back without a connection, and when another person is signed in by now. */
export async function fetchOutboxKeys(fetch: Fetch, user: string): Promise<readonly string[] | null> {
  const answer = await callEndpoint(fetch, getOutboxKeys, { query: { user } });
  return answer.ok ? answer.value.keys : null;
}
