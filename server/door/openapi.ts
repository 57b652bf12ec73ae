import * as z from 'zod/mini';
import { type Access, type Endpoint, refusal } from '../../contract/endpoint.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import { wordingOf } from '../../domain/problem/sentences.ts';
import { getLogo } from '../teams/logos-endpoints.ts';
import { descriptions } from './api-descriptions.ts';
import { exampleOf } from './api-examples.ts';
import { createSchemas, type JsonSchema } from './api-schemas.ts';
import { endpointNames, endpoints } from './endpoints.ts';
import { statusOf } from './status.ts';

/** Refusals that follow from `access`. */
const refusedByAccess = {
  anyone: [],
  'signed-in': ['signed-out', 'invalid-api-key', 'token-too-narrow'],
  'in-person': ['signed-out', 'token-too-narrow'],
  viewer: ['signed-out', 'invalid-api-key', 'token-too-narrow', 'not-found'],
  lead: ['signed-out', 'invalid-api-key', 'token-too-narrow', 'not-found', 'not-allowed'],
  manager: [
    'signed-out',
    'invalid-api-key',
    'token-too-narrow',
    'not-found',
    'not-allowed',
    'second-factor-required',
  ],
  operator: ['not-found'],
} as const satisfies Record<Access, readonly ProblemCode[]>;

const securityOf: Record<Access, object[]> = {
  anyone: [],
  'in-person': [{ session: [] }],
  'signed-in': [{ session: [] }, { token: [] }],
  viewer: [{ session: [] }, { token: [] }],
  lead: [{ session: [] }, { token: [] }],
  manager: [{ session: [] }, { token: [] }],
  operator: [{ metrics: [] }],
};

/** The logo is not in the contract, since its response is a picture. */
export const describedEndpoints: readonly Endpoint[] = [...endpoints, getLogo];

const nameOf = (endpoint: Endpoint): string => endpointNames.get(endpoint) ?? 'getLogo';

let description: object | undefined;

/** The endpoints of the contract as an OpenAPI 3.1 description, made with the first call. */
export function describeApi(): object {
  description ??= makeDescription();
  return description;
}

function makeDescription(): object {
  const schemas = createSchemas(describedEndpoints.map((endpoint) => [endpoint, nameOf(endpoint)]));
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of describedEndpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lineup',
      version: '1',
      description:
        'Sign in to get the session cookie, or send an API token. People outside a team are told that it does not exist. /api has the same description as a page. In addition, POST /hotschedules-getSchedule answers callers of the hosted function of that name by its own protocol, as docs/operations.md says.',
    },
    // relative to where the description was loaded from
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'lineup.session_token' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, created at /account.' },
        metrics: { type: 'http', scheme: 'bearer', description: 'The METRICS_TOKEN of the server.' },
      },
    },
  };
}

export const descriptionOf = (endpoint: Endpoint): string | undefined => descriptions[nameOf(endpoint)];

type Schemas = ReturnType<typeof createSchemas>;

function operationOf(endpoint: Endpoint, { schemaOf, components }: Schemas): object {
  const { summary, access, path, query, body } = endpoint;
  schemaOf(refusal);
  const described = (shape: z.core.$ZodType) => json(schemaOf(shape), components);
  const asked = query ? schemaOf(query) : {};
  const example = (name: string, schema: unknown) =>
    exampleOf(schema as JsonSchema, (id) => components[id], name);
  return {
    operationId: nameOf(endpoint),
    summary,
    description: [descriptionOf(endpoint), `Who can call it: ${callers[access]}.`]
      .filter(Boolean)
      .join('\n\n'),
    security: securityOf[access],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
        parameter('path', { name, schema: text, required: true, example: example(name, text) }),
      ),
      ...Object.entries(resolved(asked, components).properties ?? {}).map(([name, schema]) => {
        const required = resolved(asked, components).required?.includes(name) ?? false;
        return parameter('query', { name, schema, required, example: example(name, schema) });
      }),
    ],
    ...(body && { requestBody: { required: true, content: described(body) } }),
    responses: {
      200: { description: 'Success.', content: contentOf(endpoint, described) },
      ...refusals(endpoint),
      default: { description: 'Any other error.', content: refused },
    },
  };
}

/** The problem codes of an endpoint, without duplicates. */
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
    [...sentences].map(([status, lines]) => [status, { description: lines.join('\n\n'), content: refused }]),
  );
}

const text = { type: 'string' } as const;

const parameter = (
  place: 'path' | 'query',
  described: { name: string; schema: unknown; required: boolean; example: unknown },
): object => ({ in: place, ...described });

const resolved = (schema: JsonSchema, components: Schemas['components']): JsonSchema =>
  schema.$ref ? (components[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const picture = { 'image/*': {} };

function contentOf(endpoint: Endpoint, described: (shape: z.core.$ZodType) => object): object {
  const { contentType, response } = endpoint;
  if (contentType) return { [contentType]: { schema: text } };
  return endpoint === getLogo ? picture : described(response);
}

const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };

const json = (schema: JsonSchema, components: Schemas['components']): object => ({
  'application/json': { schema, example: exampleOf(schema, (id) => components[id]) },
});

/** As shown on /api. */
export const callers: Record<Access, string> = {
  anyone: 'Anyone',
  'signed-in': 'Any signed-in user, or their token',
  'in-person': 'Any signed-in user; no tokens',
  viewer: 'Team members, or their tokens',
  lead: 'Team leads and managers, or their tokens',
  manager: 'Team managers, or their tokens',
  operator: 'The operator of the server, with its METRICS_TOKEN or from the same machine',
};

/** A schema on its own, with nothing named. */
export const schemaOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' });
