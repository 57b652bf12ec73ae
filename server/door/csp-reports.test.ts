import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, runServer, visit } from '../../test/servers/running-server.ts';
import { reportPath } from './security-headers.ts';

const lines: string[] = [];
let server: RunningServer;
beforeAll(async () => {
  // The clock stands still: how much is logged in a minute does not depend on how long the test takes.
  const startedAt = Date.now();
  const now = () => startedAt;
  server = await runServer({ now, log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) });
});
afterAll(() => server.stop());

const report = (fields: object) =>
  visit(server.address).send(reportPath, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({ 'csp-report': fields }),
  });

test('what a browser stopped is logged once, without secrets of addresses', async () => {
  const fields = {
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example.com/x.js?stolen=1',
    'source-file': 'https://lineup.example.com/join/secret?token=secret',
    'script-sample': 'Element innerHTML|secret',
    'document-uri': 'https://lineup.example.com/join/secret',
    'line-number': 3,
  };
  for (let time = 0; time < 3; time++) expect((await report(fields)).status).toBe(204);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.example.com/x.js',
    source: 'https://lineup.example.com',
    sink: 'Element innerHTML',
    line: 3,
  });
  expect(lines[0]).not.toContain('secret');
});

test('only reports have the type of reports', async () => {
  const { status } = await visit(server.address).send('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({ email: 'ann@example.com', password: 'a good long password' }),
  });
  expect(status).toBe(415);
});

test('a flood of reports adds few lines to the log', async () => {
  lines.length = 0;
  for (let index = 0; index < 60; index++) await report({ 'blocked-uri': `https://${index}.example.com` });
  expect(lines.length).toBeLessThanOrEqual(20);
  for (const body of ['{', '[]', '{"csp-report":{"line-number":"x","__proto__":{}}}', 'x'.repeat(20_000)]) {
    const { status } = await visit(server.address).send(reportPath, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body,
    });
    expect(status).toBeLessThan(500);
  }
});
