import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Body, Endpoint, Params, Query, Refusal, Response } from '../../contract/endpoint.ts';
import { done, type Outcome, type Problem, type ProblemCode, refuse } from '../../domain/problem/problem.ts';
import type { DeviceKind } from '../../domain/team/device.ts';
import type { Role } from '../../domain/team/user.ts';
import type { FindBearer } from '../accounts/access-tokens.ts';
import type { AccountDatabase } from '../accounts/account-tables.ts';
import type { Accounts, Caller } from '../accounts/accounts.ts';
import type { Mailer } from '../accounts/email.ts';
import type { PasswordPolicy } from '../accounts/password-policy.ts';
import type { PendingProofs } from '../accounts/pending-proofs.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { SignInKeys } from '../accounts/sign-in-keys.ts';
import type { KnownDevices, SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { Config } from '../config.ts';
import type { DatabaseStore } from '../database/store.ts';
import type { DeviceCaller, PairedDevices } from '../devices/devices.ts';
import type { Kiosks } from '../devices/kiosk.ts';
import type { PinHash } from '../devices/pin-hash.ts';
import type { Documents } from '../live/documents.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { WorkTurns } from '../live/work-turns.ts';
import type { SafeFetch } from '../schedules/safe-fetch.ts';
import type { CrewLinks } from '../teams/crew-links.ts';
import type { EmailLinks } from '../teams/email-links.ts';
import type { Memberships } from '../teams/members.ts';
import { sentence } from '../words.ts';
import { type AnyCaller, type Authorized, authorize, identityCost, sourceOf } from './guard.ts';
import type { IsAllowedHost, Proxies } from './proxies.ts';
import {
  type CreateLimit,
  createKeyedLimit,
  createRateLimit,
  limitCalls,
  MOST_GUESSES,
} from './rate-limit.ts';

/** In bytes. Smaller ones are not limited. */
const large = 100_000;
/** Large bodies of one person in memory at a time. */
const mostAtOnce = 2;

const isLarge = ({ headers }: IncomingMessage): boolean =>
  // Without a length it may be large.
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= large;

/** Lets the large bodies of a person in one after the other: parsed, each takes several times its size, and many fill the memory. */
function createLargeBodies() {
  const limit = createKeyedLimit(mostAtOnce, Number.POSITIVE_INFINITY);

  /** Resolves when the body may be read. */
  return (person: string, request: IncomingMessage, response: ServerResponse): Promise<void> =>
    new Promise((enter) => {
      if (!isLarge(request)) return enter();
      void limit(person, async () => {
        enter();
        if (!response.closed) await new Promise((leave) => response.once('close', leave));
      });
    });
}

const statuses: Partial<Record<ProblemCode, number>> = {
  'credentials-wrong': 401,
  'signed-out': 401,
  'sign-in-again': 401,
  'multi-factor-auth-required': 401,
  'code-wrong': 401,
  'passkey-failed': 401,
  'invalid-api-key': 401,
  'token-too-narrow': 403,
  'device-refused': 403,
  'kiosk-locked': 403,
  'pin-wrong': 401,
  'pin-missing': 404,
  'pin-wait': 429,
  'pin-locked': 429,
  'device-link-invalid': 404,
  'unauthorized-domain': 403,
  'provider-unavailable': 404,
  'provider-unverified': 403,
  'reset-invalid': 404,
  'confirm-invalid': 404,
  'email-to-confirm': 403,
  'not-allowed': 403,
  'second-factor-required': 403,
  'second-factor-missing': 403,
  'registration-closed': 403,
  'registration-invited': 403,
  'origin-foreign': 403,
  'not-found': 404,
  'document-missing': 404,
  'invitation-invalid': 404,
  'document-exists': 409,
  'email-taken': 409,
  'undo-impossible': 409,
  'undo-changed': 409,
  'undo-overtaken': 409,
  'undo-missing': 409,
  'person-linked': 409,
  'person-has-pin': 409,
  'account-linked': 409,
  'last-manager': 409,
  'last-manager-of': 409,
  'user-mismatch': 409,
  'second-factor-exists': 409,
  'too-many-tries': 429,
  'too-many-requests': 429,
  'too-many-changes': 429,
  'request-too-large': 413,
  'host-unknown': 421,
  'call-cancelled': 499,
  internal: 500,
  'too-busy': 503,
  'storage-failed': 503,
  'mail-unavailable': 503,
  'provider-failed': 503,
  'schedule-busy': 429,
  'schedule-unreadable': 500,
  'schedule-unreachable': 503,
  'schedule-failed': 503,
  'schedule-slow': 504,
};

/** The HTTP status of a problem; 400 for what the caller can correct. */
export const statusOf = (code: ProblemCode): number => statuses[code] ?? 400;

/** A person, or for endpoints that say so a paired device. */
type CallerOf<E extends Endpoint> = E extends { readonly devices: readonly DeviceKind[] }
  ? AnyCaller | DeviceCaller
  : AnyCaller;
type Identity<E extends Endpoint> = E['access'] extends 'anyone'
  ? { readonly caller: CallerOf<E> | null }
  : E['access'] extends 'in-person'
    ? { readonly caller: Caller }
    : E['access'] extends 'signed-in'
      ? { readonly caller: CallerOf<E> }
      : { readonly caller: CallerOf<E>; readonly role: Role; readonly givenRole: Role };

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender's address or network, for rate limits. */
    readonly place: string;
    /** What `authorize` found, before the body is read. */
    authorized: Authorized | null;
    /** The browser uses https, so its cookies are `Secure`. */
    readonly isHttps: boolean;
    /** The origin of our pages at the address that the request was sent to; '' if its Host header is invalid. */
    readonly ownOrigin: string;
  }
}

/** A request that passed its access and schema checks. */
type Request<E extends Endpoint> = Identity<E> & {
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  readonly place: string;
  readonly origin: string;
  /** The User-Agent header. */
  readonly browser: string;
  readonly cookie: string | undefined;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
  readonly setCookies: (lines: readonly string[]) => void;
};

/** A file that is sent while it is made. */
interface Download {
  readonly filename: string;
  readonly lines: AsyncIterable<string>;
}

/** Answers are only written out, so nothing of them has to be mutable. */
type Sent<T> = { readonly [Key in keyof T]: Sent<T[Key]> };
type Answer<E extends Endpoint> = E['contentType'] extends string ? Download : Sent<Response<E>>;
type Handler<E extends Endpoint> = (request: Request<E>) => Promise<Outcome<Answer<E>>>;
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** Calls a minute of one person that change their account: each may check a password, which takes all others' time. */
const MOST_ACCOUNT_CHANGES = 120;

/** Calls a minute of one person that only read. A page needs about ten; a script without an end would slow everybody's. */
const MOST_READS = 600;

/** Milliseconds that answering a request takes; many take less. It waits its turn: one person's calls would hold up all. */
const ANSWER_COST = 2;

/** Serves endpoints of the contract: checks access first, then params, query and body, and then calls the handler. */
export function createServe(app: FastifyInstance, parts: Parts): Serve {
  const { turns, createLimit, now } = parts;
  const limits = {
    changes: createRateLimit(MOST_ACCOUNT_CHANGES, now),
    reads: createRateLimit(MOST_READS, now),
  };
  const enterLarge = createLargeBodies();
  const guesses = limitCalls(createLimit(MOST_GUESSES));
  app.decorateRequest('authorized', null);
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: bodyLimitOf(endpoint),
      onRequest: isGuessable(endpoint) ? [guesses] : [],
      // Before the body is read, so that only callers who may use the endpoint can make the server parse it.
      preParsing: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await turns.take([request.place], identityCost);
        const outcome = await authorize(parts, endpoint, request, reply);
        if (outcome.ok) {
          request.authorized = outcome.value;
          const [worker] = workersOf(request);
          await enterLarge(worker, request.raw, reply.raw);
          return;
        }
        // Otherwise the body would be read while the hooks of the answer run.
        await sendProblem(reply, outcome.problem);
      },
      handler: async (request, reply) => {
        await turns.take(workersOf(request), ANSWER_COST);
        const outcome = await answer(endpoint, handler, limits, request, reply);
        if (!outcome.ok && outcome.problem.code === 'request-invalid') recordInvalid(parts, request);
        if (!outcome.ok) return sendProblem(reply, outcome.problem);
        return endpoint.contentType
          ? sendFile(reply, endpoint.contentType, outcome.value as Download)
          : reply.send(outcome.value);
      },
    });
  };
}

function workersOf({ authorized, place }: FastifyRequest): readonly [string, ...string[]] {
  const person = authorized?.caller?.user.id ?? place;
  const team = authorized?.role ? authorized.params?.team : undefined;
  return team === undefined ? [person] : [person, team];
}

const sendFile = (reply: FastifyReply, contentType: string, { filename, lines }: Download) =>
  reply
    .type(`${contentType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(lines));

/** By whom, not about whom: people learn nothing from it in their own log. */
function recordInvalid({ securityLog }: Parts, request: FastifyRequest): void {
  const caller = request.authorized?.caller ?? null;
  const event = { type: 'request-invalid', ...(caller && { by: caller.user.id }) } as const;
  securityLog.recordLater(event, sourceOf(request, caller));
}

/** In bytes, since all of it is in memory before it is looked at. */
const bodyLimitOf = ({ access, largestBody }: Endpoint): number =>
  largestBody ?? (access === 'anyone' ? 16_000 : 128_000);

const isGuessable = ({ method, path }: Endpoint): boolean =>
  path.includes('/:token') || (method === 'POST' && path.startsWith('/api/auth/'));

const isAccountChange = ({ method, path }: Endpoint): boolean =>
  method !== 'GET' && path.startsWith('/api/account/');

async function answer<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  { changes, reads }: Record<'changes' | 'reads', ReturnType<typeof createRateLimit>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome<Answer<E>>> {
  const { cookie } = request.headers;
  if (!request.authorized) return refuse('internal');
  const { params, ...identity } = request.authorized;
  const person = identity.caller?.user.id;
  if (person !== undefined && isAccountChange(endpoint) && !changes.add(person)) {
    return refuse('too-many-requests');
  }
  if (person !== undefined && endpoint.method === 'GET' && !reads.add(person)) {
    return refuse('too-many-requests');
  }
  if (params === null) return refuse('not-found');
  const query = parse(endpoint.query ?? nothing, request.query);
  const body = parse(endpoint.body ?? nothing, request.body ?? {});
  if (!query.ok) return query;
  if (!body.ok) return body;
  return handler({
    ...identity,
    params,
    query: query.value,
    body: body.value,
    place: request.place,
    origin: request.ownOrigin,
    browser: request.headers['user-agent'] ?? '',
    cookie,
    signal: signalOf(reply),
    setCookies: (lines: readonly string[]) => {
      if (lines.length > 0) reply.header('set-cookie', [...lines]);
    },
  } as unknown as Request<E>);
}

/** Aborted when the client disconnects before the response. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

const nothing = z.strictObject({});

function parse(schema: z.core.$ZodType, input: unknown): Outcome<unknown> {
  const parsed = z.safeParse(schema, input);
  return parsed.success ? done(parsed.data) : refuse('request-invalid', fieldOf(parsed.error));
}

/** The path of the value a schema refuses, such as 'change.shift.startTime'; nothing if it is the whole input. */
function fieldOf(error: z.core.$ZodError): { field?: string } {
  const path = deepest(error.issues);
  return path.length === 0 ? {} : { field: path.map(String).join('.').slice(0, LONGEST_FIELD) };
}

/** In characters, since keys of the input can have any length. */
const LONGEST_FIELD = 200;

/** In a union, the member that matched furthest describes the problem best. */
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

/** What endpoints of accounts and teams share. */
export interface Parts {
  readonly config: Config;
  readonly store: DatabaseStore;
  readonly db: AccountDatabase;
  readonly documents: Documents;
  readonly connections: LiveSessions;
  readonly turns: WorkTurns;
  readonly proxies: Proxies;
  readonly isAllowedHost: IsAllowedHost;
  readonly safeFetch: SafeFetch;
  readonly createLimit: CreateLimit;
  readonly signInKeys: SignInKeys;
  readonly proofs: PendingProofs;
  readonly accounts: Accounts;
  readonly bearer: FindBearer;
  readonly passwordPolicy: PasswordPolicy;
  readonly throttle: SignInThrottle;
  readonly devices: KnownDevices;
  readonly paired: PairedDevices;
  readonly kiosks: Kiosks;
  readonly pinHash: PinHash;
  /** There is none where email isn't set up. */
  readonly mailer: Mailer | null;
  readonly securityLog: SecurityLog;
  /** Does the team require a second factor that this manager doesn't have? */
  readonly isSecondFactorMissing: (team: string, manager: string) => Promise<boolean>;
  readonly memberships: Memberships;
  readonly links: CrewLinks;
  readonly emailLinks: EmailLinks;
  /** Of a person's outbox, the current one first. */
  readonly outboxKeys: (user: string) => readonly Buffer[];
  /** Of the certificate that the server has now. */
  readonly certifiedNames: () => readonly string[];
  /** The origin of http that other devices can open. */
  readonly plainOrigin: string;
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
}
