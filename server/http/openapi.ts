import * as z from 'zod/mini';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { refusal } from '../../contract/problem.ts';
import { type ProblemCode, wordingOf } from '../../domain/problem.ts';
import { endpoints } from './endpoints.ts';
import { readLogo } from './logos.ts';
import { statusOf } from './status.ts';

/** Refusals that follow from who may call. */
const refusedByAccess = {
  anyone: [],
  'signed-in': ['signed-out', 'invalid-api-key', 'token-too-narrow'],
  'in-person': ['signed-out', 'token-too-narrow'],
  member: ['signed-out', 'invalid-api-key', 'token-too-narrow', 'not-found'],
  manager: ['signed-out', 'invalid-api-key', 'token-too-narrow', 'not-found', 'not-allowed'],
} as const satisfies Record<Access, readonly ProblemCode[]>;

const securityOf: Record<Access, object[]> = {
  anyone: [],
  'in-person': [{ session: [] }],
  'signed-in': [{ session: [] }, { token: [] }],
  member: [{ session: [] }, { token: [] }],
  manager: [{ session: [] }, { token: [] }],
};

/** Pictures are answered without a schema, and described all the same. */
export const describedEndpoints: readonly Endpoint[] = [...endpoints, readLogo];

/** The endpoints of the contract as an OpenAPI 3.1 description. */
export function describeApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of describedEndpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lineup',
      version: '1',
      description:
        'Sign in to get the session cookie, or send an API token. People outside a team are told that it does not exist. /api has the same description as a page. In addition, POST /hotschedules-getSchedule answers callers of the hosted function of that name by its own protocol, as docs/operations.md says.',
    },
    paths,
    components: {
      schemas: { Refusal: schemaOf(refusal) },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'lineup.session_token' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, created at /account.' },
      },
    },
  };
}

function operationOf(endpoint: Endpoint): object {
  const { summary, access, path, query, body, response } = endpoint;
  return {
    summary,
    security: securityOf[access],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => parameter('path', name ?? '', { type: 'string' })),
      ...Object.entries(query ? (schemaOf(query).properties ?? {}) : {}).map(([name, schema]) =>
        parameter('query', name, schema),
      ),
    ],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body)) } }),
    responses: {
      200: { description: 'Success.', content: endpoint === readLogo ? picture : json(schemaOf(response)) },
      ...refusals(endpoint),
      default: { description: 'Any other error.', content: json({ $ref: '#/components/schemas/Refusal' }) },
    },
  };
}

/** Every code by which an endpoint refuses, each once. */
export const refusalsOf = ({ access, problems }: Endpoint): ProblemCode[] => [
  ...new Set<ProblemCode>(['request-invalid', ...refusedByAccess[access], ...problems]),
];

function refusals(endpoint: Endpoint): Record<string, object> {
  const sentences = new Map<number, string[]>();
  for (const code of refusalsOf(endpoint)) {
    const status = statusOf(code);
    sentences.set(status, [...(sentences.get(status) ?? []), `${code}: ${wordingOf(code)}`]);
  }
  return Object.fromEntries(
    [...sentences].map(([status, lines]) => [
      status,
      { description: lines.join('\n\n'), content: json({ $ref: '#/components/schemas/Refusal' }) },
    ]),
  );
}

const parameter = (place: 'path' | 'query', name: string, schema: unknown): object => ({
  in: place,
  name,
  required: true,
  schema,
});

const picture = { 'image/*': {} };

const json = (schema: object): object => ({ 'application/json': { schema } });

export const schemaOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' });
