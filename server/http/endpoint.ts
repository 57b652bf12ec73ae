import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { plainId } from '../../contract/changes.ts';
import type { Body, Endpoint, Params, Query, Response } from '../../contract/endpoint.ts';
import type { Refusal } from '../../contract/problem.ts';
import { mayManage, type Role } from '../../domain/access.ts';
import { done, type Outcome, type Problem, refuse, sentence } from '../../domain/problem.ts';
import type { Caller, SignedIn } from '../auth/accounts.ts';
import { statusOf } from './status.ts';

/** Who is calling, and what they are in a team. Asked anew for every request. */
export interface Guard {
  whoIs(cookie: string | undefined): Promise<SignedIn<Caller | null>>;
  role(team: string, user: string): Promise<Role | null>;
}

type Granted<E extends Endpoint> = E['access'] extends 'anyone'
  ? { readonly caller: Caller | null }
  : E['access'] extends 'signed-in' | 'in-person'
    ? { readonly caller: Caller }
    : { readonly caller: Caller; readonly role: Role };

/** A call that passed its checks. */
export type Request<E extends Endpoint> = Granted<E> & {
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** The address it came from. */
  readonly address: string;
  /** What the browser says of itself. */
  readonly browser: string;
  readonly cookie: string | undefined;
  /** Adds `Set-Cookie` lines to the answer. */
  readonly setCookies: (lines: readonly string[]) => void;
};

export type Handler<E extends Endpoint> = (request: Request<E>) => Promise<Outcome<Response<E>>>;
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** How many calls a minute one address may make where secrets can be guessed. */
const GUESSES = 120;

/** Serves endpoints of the contract: access first, then the shape of what was sent, then the handler. */
export function createServe(app: FastifyInstance, guard: Guard): Serve {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: isGuessable(endpoint) ? { rateLimit: { max: GUESSES, timeWindow: '1 minute' } } : {},
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const outcome = await answer(endpoint, handler, guard, request, reply);
        return outcome.ok ? reply.send(outcome.value) : sendProblem(reply, outcome.problem);
      },
    });
  };
}

const isGuessable = ({ method, path }: Endpoint): boolean =>
  path.includes('/:token') || (method === 'POST' && path.startsWith('/api/auth/'));

async function answer<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  guard: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome<Response<E>>> {
  const { cookie } = request.headers;
  const { caller, cookies } = await guard.whoIs(cookie);
  const setCookies = (lines: readonly string[]) => {
    if (lines.length > 0) reply.header('set-cookie', [...lines]);
  };
  setCookies(cookies);
  const params = z.record(z.string(), plainId).safeParse(request.params);
  const granted = await grant(endpoint, guard, caller, params.data ?? {});
  if (!granted.ok) return granted;
  if (!params.success) return refuse('not-found');
  const query = parse(endpoint.query ?? nothing, request.query);
  const body = parse(endpoint.body ?? nothing, request.body ?? {});
  if (!query.ok || !body.ok) return refuse('request-invalid');
  return handler({
    ...granted.value,
    params: params.data,
    query: query.value,
    body: body.value,
    address: request.ip,
    browser: request.headers['user-agent'] ?? '',
    cookie,
    setCookies,
  } as unknown as Request<E>);
}

/** Whoever is not in a team learns nothing of it, not even that it is there. */
async function grant(
  { access }: Endpoint,
  guard: Guard,
  caller: Caller | null,
  params: Readonly<Record<string, string>>,
): Promise<Outcome<{ caller: Caller | null; role?: Role }>> {
  if (access === 'anyone') return done({ caller });
  if (!caller) return refuse('signed-out');
  if (access === 'signed-in' || access === 'in-person') return done({ caller });
  const role = await guard.role(params.team ?? '', caller.user.id);
  if (role === null) return refuse('not-found');
  return access === 'manager' && !mayManage(role) ? refuse('not-allowed') : done({ caller, role });
}

const nothing = z.strictObject({});

function parse(schema: z.core.$ZodType, given: unknown): Outcome<unknown> {
  const parsed = z.safeParse(schema, given);
  return parsed.success ? done(parsed.data) : refuse('request-invalid');
}

export function sendProblem(reply: FastifyReply, problem: Problem, status?: number): FastifyReply {
  const refusal: Refusal = { problem, message: sentence(problem) };
  return reply.status(status ?? statusOf(problem.code)).send(refusal);
}
