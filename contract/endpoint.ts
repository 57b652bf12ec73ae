import type * as z from 'zod/mini';
import type { ProblemCode } from '../domain/problem/problem.ts';

type Schema = z.core.$ZodType;

/**
 * Who may call: anyone, anyone signed in, only with a session and not by a token, any member of the team in the path,
 * or its managers.
 */
export type Access = 'anyone' | 'signed-in' | 'in-person' | 'member' | 'manager';

/** One thing the server does over HTTP, described once for both sides. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  /** What it refuses beside what its access and its schemas refuse. */
  readonly problems: readonly ProblemCode[];
}

export const endpoint = <const E extends Endpoint>(described: E): E => described;

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

/** What a caller gives: the path's parameters, and query and body where the endpoint has them. */
export type Call<E extends Endpoint> = ([Names<E['path']>] extends [never]
  ? unknown
  : { params: Params<E> }) &
  (E['query'] extends Schema ? { query: Query<E> } : unknown) &
  (E['body'] extends Schema ? { body: Body<E> } : unknown);
