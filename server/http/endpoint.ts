import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { plainId } from '../../contract/changes.ts';
import type { Body, Endpoint, Params, Query, Response } from '../../contract/endpoint.ts';
import type { Refusal } from '../../contract/problem.ts';
import type { Role } from '../../domain/account/access.ts';
import { done, type Outcome, type Problem, refuse, sentence } from '../../domain/problem/problem.ts';
import type { Caller } from '../auth/account/accounts.ts';
import { createRateLimit } from '../auth/throttle/rate-limit.ts';
import { type AnyCaller, type Guard, grant, identify } from './guard.ts';
import { statusOf } from './status.ts';

type Granted<E extends Endpoint> = E['access'] extends 'anyone'
  ? { readonly caller: AnyCaller | null }
  : E['access'] extends 'in-person'
    ? { readonly caller: Caller }
    : E['access'] extends 'signed-in'
      ? { readonly caller: AnyCaller }
      : { readonly caller: AnyCaller; readonly role: Role };

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it comes from, as tries are counted. */
    readonly place: string;
  }
}

/** A call that passed its checks. */
export type Request<E extends Endpoint> = Granted<E> & {
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** Where it comes from, as tries are counted. */
  readonly address: string;
  /** The host that it was sent to, as the browser knows it. */
  readonly host: string;
  /** What the browser says of itself. */
  readonly browser: string;
  readonly cookie: string | undefined;
  /** Aborted when the caller goes away before the answer. */
  readonly signal: AbortSignal;
  /** Adds `Set-Cookie` lines to the answer. */
  readonly setCookies: (lines: readonly string[]) => void;
};

export type Handler<E extends Endpoint> = (request: Request<E>) => Promise<Outcome<Response<E>>>;
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** How many calls a minute one address may make where secrets can be guessed. */
export const GUESSES = { max: 120, timeWindow: '1 minute' };

/** How many calls a minute one person may make that change their account: each may have to compare a password. */
const ACCOUNT_CHANGES = 120;

/** Serves endpoints of the contract: access first, then the shape of what was sent, then the handler. */
export function createServe(app: FastifyInstance, guard: Guard, now: () => number): Serve {
  const changes = createRateLimit(ACCOUNT_CHANGES, now);
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: isGuessable(endpoint) ? { rateLimit: GUESSES } : {},
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const outcome = await answer(endpoint, handler, { guard, changes }, request, reply);
        return outcome.ok ? reply.send(outcome.value) : sendProblem(reply, outcome.problem);
      },
    });
  };
}

const isGuessable = ({ method, path }: Endpoint): boolean =>
  path.includes('/:token') || (method === 'POST' && path.startsWith('/api/auth/'));

const isAccountChange = ({ method, path }: Endpoint): boolean =>
  method !== 'GET' && path.startsWith('/api/account/');

async function answer<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  { guard, changes }: { guard: Guard; changes: ReturnType<typeof createRateLimit> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome<Response<E>>> {
  const { cookie } = request.headers;
  const identified = await identify(guard, request);
  if (!identified.ok) return identified;
  const { caller, cookies } = identified.value;
  const setCookies = (lines: readonly string[]) => {
    if (lines.length > 0) reply.header('set-cookie', [...lines]);
  };
  setCookies(cookies);
  const params = z.record(z.string(), plainId).safeParse(request.params);
  const granted = await grant(endpoint, guard, caller, params.data?.team);
  if (!granted.ok) return granted;
  const person = granted.value.caller?.user.id;
  if (person !== undefined && isAccountChange(endpoint) && !changes.add(person)) {
    return refuse('too-many-requests');
  }
  if (!params.success) return refuse('not-found');
  const query = parse(endpoint.query ?? nothing, request.query);
  const body = parse(endpoint.body ?? nothing, request.body ?? {});
  if (!query.ok) return query;
  if (!body.ok) return body;
  return handler({
    ...granted.value,
    params: params.data,
    query: query.value,
    body: body.value,
    address: request.place,
    host: request.headers.host ?? '',
    browser: request.headers['user-agent'] ?? '',
    cookie,
    signal: signalOf(reply),
    setCookies,
  } as unknown as Request<E>);
}

/** Aborted when the caller goes away before the answer. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}

const nothing = z.strictObject({});

function parse(schema: z.core.$ZodType, given: unknown): Outcome<unknown> {
  const parsed = z.safeParse(schema, given);
  return parsed.success ? done(parsed.data) : refuse('request-invalid', fieldOf(parsed.error));
}

/** Names the place that a schema refuses, such as 'change.shift.startTime'; nothing where it is the whole. */
function fieldOf(error: z.core.$ZodError): { field?: string } {
  const path = deepest(error.issues);
  return path.length === 0 ? {} : { field: path.map(String).join('.').slice(0, LONGEST_FIELD) };
}

/** In characters: what was sent can have keys of any length. */
const LONGEST_FIELD = 200;

/** Of what may be one of several shapes, the shape that was followed furthest tells best what is wrong. */
function deepest(issues: readonly z.core.$ZodIssue[]): readonly PropertyKey[] {
  const paths = issues.map((issue) => {
    const inside = issue.code === 'invalid_union' ? deepest(issue.errors.flat()) : [];
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    return [...issue.path, ...inside, ...unknown];
  });
  return paths.reduce((one, other) => (other.length > one.length ? other : one), []);
}

export function sendProblem(reply: FastifyReply, problem: Problem, status?: number): FastifyReply {
  const seconds = problem.code === 'too-busy' ? 1 : problem.details?.seconds;
  if (seconds !== undefined) reply.header('retry-after', seconds);
  const refusal: Refusal = { problem, message: sentence(problem) };
  return reply.status(status ?? statusOf(problem.code)).send(refusal);
}
