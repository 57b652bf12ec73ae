import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { refusal } from '../../contract/problem.ts';
import { sentence } from '../../domain/problem.ts';
import { endpoints } from './endpoints.ts';
import { statusOf } from './status.ts';

/** The endpoints of the contract as an OpenAPI 3.1 description. */
export function describeApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lineup',
      version: '1',
      description:
        'Sign in to get the session cookie. Whoever is not a member of a team is told that there is no such team.',
    },
    paths,
    components: {
      schemas: { Refusal: schemaOf(refusal) },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'lineup.session_token' } },
    },
  };
}

function operationOf(endpoint: Endpoint): object {
  const { summary, access, path, query, body, response } = endpoint;
  return {
    summary,
    security: access === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => parameter('path', name ?? '', { type: 'string' })),
      ...Object.entries(query ? (schemaOf(query).properties ?? {}) : {}).map(([name, schema]) =>
        parameter('query', name, schema),
      ),
    ],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body)) } }),
    responses: {
      200: { description: 'Done.', content: json(schemaOf(response)) },
      ...refusals(endpoint),
      default: { description: 'Any other refusal.', content: json({ $ref: '#/components/schemas/Refusal' }) },
    },
  };
}

function refusals({ access, problems }: Endpoint): Record<string, object> {
  const byAccess = {
    anyone: [],
    'signed-in': ['signed-out'],
    'in-person': ['signed-out'],
    member: ['signed-out', 'not-found'],
    manager: ['signed-out', 'not-found', 'not-allowed'],
  } as const;
  const sentences = new Map<number, string[]>();
  for (const code of ['request-invalid', ...byAccess[access], ...problems] as const) {
    const status = statusOf(code);
    sentences.set(status, [...(sentences.get(status) ?? []), `${code}: ${sentence({ code })}`]);
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

const json = (schema: object): object => ({ 'application/json': { schema } });

const schemaOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' });
