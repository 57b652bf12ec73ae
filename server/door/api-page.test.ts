import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type RunningServer, runServer } from '../../test/servers/running-server.ts';
import { problemCodes } from '../words.ts';
import { describeApi, endpoints } from './openapi.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

const get = async (path: string) => {
  const answer = await fetch(server.address + path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

test.each(['/api', '/api/'])('%s is a page that works without scripts', async (path) => {
  const { status, type, text } = await get(path);
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).not.toMatch(/<script/);
  expect(text).toContain('href="/api/openapi.json"');
  expect(text).toContain('Authorization: Bearer');
  expect(await get('/api/page.css')).toMatchObject({ status: 200, type: 'text/css; charset=utf-8' });
});

test('every endpoint is on the page once, with its description', async () => {
  const { text } = await get('/api');
  expect(text.match(/<details>/g)).toHaveLength(endpoints.length);
  for (const { method, path, summary } of endpoints) {
    const heading = `${method}</span> <code>${path.replace(/:(\w+)/g, '{$1}')}</code>`;
    expect(text).toContain(heading);
    expect(text).toContain(summary.replaceAll('&', '&amp;'));
  }
});

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  requestBody?: { content: { 'application/json': { example: unknown } } };
  security: object[];
  parameters: { in: string; name: string; required: boolean; schema: object }[];
  responses: Record<string, { description: string }>;
};
const described = describeApi() as {
  paths: Record<string, Record<string, Operation>>;
  servers: object[];
  components: { securitySchemes: object; schemas: object };
};
const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
);

test('every reference in the description resolves', () => {
  const references = [...JSON.stringify(described).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
  expect(references.length).toBeGreaterThan(0);
  for (const to of new Set(references)) {
    expect(to).toMatch(/^#\//);
    const found = to
      .slice(2)
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], described);
    expect(found, to).toBeTypeOf('object');
  }
});

test.each(operations)('$name is described completely', ({ path, operation }) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const { summary, parameters, responses, security } = operation;
  expect(summary).not.toBe('');
  expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
  expect(
    parameters.every(
      ({ in: place, required, schema }) => (required || place === 'query') && typeof schema === 'object',
    ),
  ).toBe(true);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', 'default']));
  for (const scheme of security.flatMap(Object.keys)) {
    expect(described.components.securitySchemes).toHaveProperty(scheme);
  }
  for (const [status, { description }] of Object.entries(responses)) {
    expect(status).toMatch(/^[2-5]\d\d$|^default$/);
    for (const line of /^[45]/.test(status) ? description.split('\n\n') : []) {
      expect(problemCodes).toContain(line.split(':', 1)[0]);
    }
  }
});

test('[AP4] each operation has an id and a description, named schemas, and valid examples', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(operations.length);
  expect(described.servers).toEqual([{ url: '/' }]);
  expect(Object.keys(described.components.schemas)).toEqual(
    expect.arrayContaining([
      'Layout',
      'Shift',
      'Rotation',
      'Change',
      'ShiftAddChange',
      'Refusal',
      'Document',
    ]),
  );
  expect(described.paths['/api/teams/{team}/documents/{document}']?.get?.responses['200']).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/GetDocumentResponse' } } },
  });
  for (const { operation } of operations) expect(operation.description).toMatch(/Who can call it: /);
});

test.each(endpoints.filter(({ body }) => body).map((endpoint) => [endpoint.path, endpoint] as const))(
  'the example request for %s is valid',
  (path, { method, body }) => {
    const operation = described.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const example = operation?.requestBody?.content['application/json'].example;
    expect(z.safeParse(body as z.core.$ZodType, example)).toMatchObject({ success: true });
  },
);
