import fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { refuse } from '../../domain/problem/problem.ts';
import { createServe, type Parts } from './endpoint.ts';

const busy = endpoint('POST /api/busy', 'signed-in', {
  summary: 'Refuses everything',
  body: z.strictObject({ name: z.string() }),
});

/** A server with one endpoint, which ann calls. */
async function call(body: unknown) {
  const taken: unknown[] = [];
  const app = fastify();
  app.decorateRequest('place', '10.0.0.7');
  const parts = {
    turns: { take: (...turn: unknown[]) => void taken.push(turn) },
    createLimit: () => ({ add: () => true }),
    now: () => 0,
    accounts: { whoIs: async () => ({ caller: { user: { id: 'ann' } }, cookies: [] }) },
    securityLog: { recordLater: () => {} },
  };
  createServe(app, parts as unknown as Parts)(busy, async () => refuse('too-busy'));
  const answer = await app.inject({ method: 'POST', url: busy.path, payload: body as object });
  await app.close();
  return { taken, answer };
}

test('[CH40] finding out who calls is work for an address, and the answer for the person', async () => {
  const { taken } = await call({ name: 'Pier' });
  expect(taken).toEqual([
    [['10.0.0.7'], 1],
    [['ann'], 2],
  ]);
});

test('who is told that the server is busy is told when to try again', async () => {
  const { answer } = await call({ name: 'Pier' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
});

test('a refusal does not repeat a long name of a field', async () => {
  const { answer } = await call({ ['x'.repeat(5_000)]: 1, name: 'Pier' });
  expect(answer.json().problem).toEqual({ code: 'request-invalid', field: 'x'.repeat(200) });
});
