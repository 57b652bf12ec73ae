import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  type CallableCode,
  callableCodeFor,
  callableName,
  callableStatus,
} from '../../domain/problem/callable-status.ts';
import { done, type Outcome, type Problem, refuse } from '../../domain/problem/problem.ts';
import { rolesOf } from '../../domain/schedule/schedule.ts';
import { isIsoDate } from '../../domain/time/date.ts';
import { type Parts, signalOf } from '../door/endpoint.ts';
import { bearerOf } from '../door/guard.ts';
import { createRateLimit, limitCalls } from '../door/rate-limit.ts';
import { sentence } from '../words.ts';
import { type Provider, type ScheduleRequest, withProviderName } from './providers/provider.ts';
import type { ProviderLimits } from './schedules-endpoints.ts';

const name = 'hotschedules-getSchedule';
/** Of one address, a minute: anybody on the internet may call, and a call that is refused is work, too. */
const MOST_CALLS = 60;

type CallableDependencies = Pick<Parts, 'bearer' | 'turns' | 'now'> & {
  readonly hotSchedules: Provider;
  readonly visit: ProviderLimits;
};

const envelope = z.strictObject({ data: z.unknown() });
const asked = z.object({
  date: z.string().check(z.refine(isIsoDate)),
  user: z.string().check(z.minLength(1), z.maxLength(2_000)),
  pass: z.string().check(z.minLength(1), z.maxLength(2_000)),
  /** HotSchedules' id of the store to read, for an account that has several. */
  store: z.optional(z.union([z.string().check(z.maxLength(100)), z.number()])),
});

/** From callers that cannot set a header. */
function tokenIn(data: unknown): string | null {
  const token = (Object(data) as { token?: unknown }).token;
  return typeof token === 'string' && token.length <= 200 ? token : null;
}

/**
 * The hosted function of that name, for clients that still call it: with their protocol, at its own address
 * and at the one with a project and a region before it. Pages elsewhere may call it: no cookie is ever looked at.
 */
export async function serveCallable(app: FastifyInstance, parts: CallableDependencies): Promise<void> {
  const { hotSchedules, bearer, visit, turns, now } = parts;

  async function answer(request: FastifyRequest, data: unknown, gone: AbortSignal): Promise<Outcome<object>> {
    const secret = bearerOf(request.headers) ?? tokenIn(data);
    const found = secret === null ? refuse('signed-out') : await bearer(secret, request.place);
    if (!found.ok) return found;
    const terms = z.safeParse(asked, data);
    if (!terms.success) return refuse('request-invalid');
    const { id } = found.value.user;
    const timeSlice = turns.sliceFor([id]);
    return visit(id, gone, (signal) => parseDay(terms.data, { signal, timeSlice }));
  }

  async function parseDay(
    { date, user, pass, store }: z.infer<typeof asked>,
    caller: Pick<ScheduleRequest, 'signal' | 'timeSlice'>,
  ) {
    const location = store === undefined ? null : String(store);
    const terms = { settings: { user, pass }, location, date, timeZone: 'UTC', ...caller };
    const read = withProviderName(hotSchedules, await hotSchedules.fetchSchedule(terms));
    if (!read.ok) return read;
    const shifts = read.value.shifts.filter((shift) => shift.date === date);
    return done({
      schedule: {
        roles: rolesOf(shifts),
        shifts: shifts.map(({ date: _, person: __, id, ...shift }) => ({
          id: id.slice(prefix.length),
          ...shift,
        })),
      },
      warnings: read.value.warnings,
    });
  }

  const prefix = `${hotSchedules.key}:`;

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, parsed) => parsed(null, body));
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status === 429) return fail(reply, { code: 'too-many-requests' });
      if (status >= 400 && status < 500) return sayBadRequest(reply);
      request.log.error(error);
      reply.header('x-request-id', request.id);
      return sendError(reply, 'internal', 'INTERNAL');
    });
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
    });
    const onRequest = limitCalls(createRateLimit(MOST_CALLS, now));
    for (const url of [`/${name}`, `/:project/:region/${name}`]) {
      const config = { anyOrigin: true };
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        config,
        onRequest,
        handler: async (request, reply) => {
          const call = parseCall(request);
          if (call === null) return sayBadRequest(reply);
          const answered = await answer(request, call.data, signalOf(reply));
          if (!answered.ok) return fail(reply, answered.problem);
          // Clients of the specification read `data`, those of the protocol `result`.
          return reply.send({ result: answered.value, data: answered.value });
        },
      });
      scope.options(url, { config, onRequest }, async (_, reply) =>
        reply
          .header('access-control-allow-methods', 'POST')
          .header('access-control-allow-headers', allowedHeaders)
          .header('access-control-max-age', '3600')
          .status(204)
          .send(),
      );
    }
  });
}

const allowedHeaders =
  'authorization, content-type, firebase-instance-id-token, x-firebase-appcheck, x-firebase-client';

/** The body of a call, with its data and nothing else; null for anything that is no call. */
function parseCall({ method, headers, body }: FastifyRequest): z.infer<typeof envelope> | null {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (method !== 'POST' || type !== 'application/json' || typeof body !== 'string') return null;
  try {
    const read = z.safeParse(envelope, JSON.parse(body));
    return read.success && 'data' in read.data ? read.data : null;
  } catch {
    return null;
  }
}

const sayBadRequest = (reply: FastifyReply): FastifyReply =>
  sendError(reply, 'invalid-argument', 'Bad Request');

const fail = (reply: FastifyReply, problem: Problem): FastifyReply =>
  sendError(reply, callableCodeFor(problem), sentence(problem));

const sendError = (reply: FastifyReply, code: CallableCode, message: string): FastifyReply =>
  reply.status(callableStatus(code)).send({ error: { message, status: callableName(code) } });
