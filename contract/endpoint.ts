import * as z from 'zod/mini';
import type { Problem, ProblemCode } from '../domain/problem/problem.ts';
import type { DeviceKind } from '../domain/team/device.ts';

/** Typed text: longer than any rule allows, so that the rule's sentence is shown at the field. */
export const typed = z.string().check(z.maxLength(20_000));

/** A page reads codes that only a later release knows: sentence() says something for them. */
export const problemCode = z.string() as unknown as z.ZodMiniType<ProblemCode>;

export const problem: z.ZodMiniType<Problem> = z.strictObject({
  code: problemCode,
  field: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => problem)]))),
});

/** Of endpoints that change a document. */
export const notStored = ['too-busy', 'storage-failed'] as const;
export const passwordRefused = [
  'password-too-short',
  'password-too-long',
  'password-does-not-meet-requirements',
] as const;

export const refusal = z.strictObject({ problem, message: z.string() });
export type Refusal = z.infer<typeof refusal>;

type Schema = z.core.$ZodType;

/**
 * `in-person`: a session and no token. A role: members of the team in the path with at least this one. `operator`: whoever
 * runs the server, who needs no account.
 */
export type Access = 'anyone' | 'signed-in' | 'in-person' | 'viewer' | 'lead' | 'manager' | 'operator';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. */
  readonly path: `/api/${string}` | '/healthz' | '/up' | '/readyz' | '/metrics';
  readonly summary: string;
  readonly access: Access;
  /** A session and no token, in a team too: what comes of it outlives the token, such as a tablet that stays paired. */
  readonly isInPerson?: true;
  /** The paired devices that may call it, in their own team; none without it. */
  readonly devices?: readonly DeviceKind[];
  readonly query?: Schema;
  readonly body?: Schema;
  /** In bytes. By default 16 KB for callers who may be signed out, and 128 KB for others. */
  readonly largestBody?: number;
  /** Its answer takes long: it asks somebody else, or deletes everything of somebody. */
  readonly isLong?: true;
  readonly response: Schema;
  /** Of the response, if it is a file and not JSON. */
  readonly contentType?: 'text/csv' | 'text/plain' | 'image/*';
  /** Its refusals, in addition to those of its access and its schemas. */
  readonly problems: readonly ProblemCode[];
}

type Described = Pick<Endpoint, 'summary'> & Partial<Omit<Endpoint, 'method' | 'path' | 'access'>>;

const nothing = z.strictObject({});

/** Without a response it answers `{}`, and without problems it refuses nothing of its own. */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Who extends Access,
  const Given extends Described,
>(route: `${Method} ${Path}`, access: Who, given: Given) {
  const [method, path] = route.split(' ') as [Method, Path];
  const described = { response: nothing, problems: [], method, path, access, ...given };
  return described as unknown as Omit<Given, 'response' | 'problems'> & {
    readonly method: Method;
    readonly path: Path;
    readonly access: Who;
    readonly response: Given extends { readonly response: infer Answer extends Schema }
      ? Answer
      : typeof nothing;
    readonly problems: readonly ProblemCode[];
  };
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<E extends Endpoint> = { readonly [Name in Names<E['path']>]: string };
type Input<S> = S extends Schema ? z.infer<S> : undefined;
export type Body<E extends Endpoint> = Input<E['body']>;
export type Query<E extends Endpoint> = Input<E['query']>;
export type Response<E extends Endpoint> = z.infer<E['response']>;

export type Call<E extends Endpoint> = ([Names<E['path']>] extends [never]
  ? unknown
  : { params: Params<E> }) &
  (E['query'] extends Schema ? { query: Query<E> } : unknown) &
  (E['body'] extends Schema ? { body: Body<E> } : unknown);
