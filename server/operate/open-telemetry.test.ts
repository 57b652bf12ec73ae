import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDocument } from '../../contract/documents.ts';
import { newcomer, newTeam, runServer } from '../../test/servers/running-server.ts';
import { createLog } from './log.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { key: string; value: object }[];
}

/** A collector of traces, as it is reached by OTLP over HTTP. */
let collector: Server;
let endpoint: string;
let status = 200;
let received: { readonly path: string | undefined; readonly text: string }[];
beforeAll(async () => {
  received = [];
  collector = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    received.push({ path: request.url, text });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => collector.close());

test('requests, changes and commits are traced, without anything about people', async () => {
  const server = await runServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, TRUSTED_PROXIES: '127.0.0.1' },
  });
  const ana = await newcomer(server.address, 'Anastasia');
  const team = await newTeam(ana);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await ana.send(`/api/teams/${team}/documents/${team}/changes`, {
    method: changeDocument.method,
    headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    body: JSON.stringify({ id: 'change-1', change: { type: 'team.rename', name: 'Northside' } }),
  });
  await server.stop();

  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  const sent = received.flatMap(({ text }) =>
    JSON.parse(text).resourceSpans.flatMap((each: { scopeSpans: { spans: SentSpan[] }[] }) =>
      each.scopeSpans.flatMap(({ spans }) => spans),
    ),
  ) as SentSpan[];
  const [request] = sent.filter((span) => span.traceId === traceId && span.kind === 2);
  expect(request).toMatchObject({ name: `POST ${changeDocument.path}`, parentSpanId: 'b7ad6b7169203331' });
  const [change] = sent.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(change).toMatchObject({ name: 'change', traceId });
  const commits = sent.filter(({ name }) => name === 'commit');
  expect(commits.length).toBeGreaterThan(0);
  expect(commits[0]?.attributes).toEqual([{ key: 'lineup.changes', value: { intValue: 1 } }]);
  const all = received.map(({ text }) => text).join('');
  for (const each of ['Anastasia', 'anastasia', 'Northside', team, 'change-1', '127.0.0.1']) {
    expect(all).not.toContain(each);
  }
});

/** What is logged by a server that was used and stopped, with this collector. */
async function loggedWith(address: string): Promise<string[]> {
  const logged: string[] = [];
  const log = createLog('warn', { write: (line) => void logged.push(JSON.parse(line).msg) });
  const server = await runServer({ log, env: { OTEL_EXPORTER_OTLP_ENDPOINT: address } });
  expect((await newcomer(server.address, 'Ben')).cookie()).not.toBe('');
  await server.stop();
  return logged;
}

test('a collector that refuses traces is logged, and one that is gone holds nothing up', async () => {
  status = 400;
  expect(await loggedWith(endpoint)).toEqual([expect.stringContaining('Traces could not be sent to ')]);
  expect(await loggedWith('http://127.0.0.1:9')).toEqual([]);
});

test('only the file that is loaded for traces imports OpenTelemetry', () => {
  const root = join(import.meta.dirname, '../..');
  const importing = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).filter((file) =>
    /from '(@opentelemetry\/|.*\/open-telemetry\.ts')/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(importing).toEqual(['server/operate/open-telemetry.ts']);
});
