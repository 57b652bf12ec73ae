import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../contract/account.ts';
import { listLayouts } from '../../contract/documents.ts';
import { exportHistory } from '../../contract/history.ts';
import { acceptInvitation, uploadLogo } from '../../contract/teams.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import { sentence } from '../words/sentence.ts';
import { callEndpoint, type Fetch } from './api.ts';

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

/** A real server with configurable answers, and the `fetch` of a page that came from it. */
async function serve(answer: RequestListener): Promise<Fetch> {
  const running = createServer(answer).listen(0, '127.0.0.1');
  server = running;
  await new Promise((resolve) => running.once('listening', resolve));
  const { port } = running.address() as AddressInfo;
  return (address, init) => fetch(`http://127.0.0.1:${port}${address}`, init);
}

const layouts = { params: { team: 'nor/th' }, query: { date: '2026-11-21' } };
const row = { id: 'monday', date: '2026-11-21', area: 'Front', template: 'Weekday' };

describe('a call', () => {
  it('fills the path and the query, and reads the answer by its schema', async () => {
    let asked = '';
    const fetch = await serve((request, response) => {
      asked = `${request.method} ${request.url} ${request.headers['content-type']}`;
      response.end(JSON.stringify({ layouts: [row] }));
    });
    expect(await callEndpoint(fetch, listLayouts, layouts)).toEqual({ ok: true, value: { layouts: [row] } });
    expect(asked).toBe('GET /api/teams/nor%2Fth/layouts?date=2026-11-21 undefined');
  });

  it('sends its body as JSON', async () => {
    let asked = '';
    const fetch = await serve(async (request, response) => {
      asked = `${request.method} ${request.headers['content-type']} ${(await request.toArray()).join('')}`;
      response.end(JSON.stringify({ user: null, teams: [] }));
    });
    const body = { email: 'ann@example.com', password: 'secret' };
    expect(await callEndpoint(fetch, signIn, { body })).toEqual({
      ok: true,
      value: { user: null, teams: [] },
    });
    expect(asked).toBe(`POST application/json ${JSON.stringify(body)}`);
  });

  it('ends when it is aborted', async () => {
    const asking = new AbortController();
    const fetch = await serve(() => asking.abort());
    const answer = await callEndpoint(fetch, listLayouts, layouts, asking.signal);
    expect(answer).toEqual({ ok: false, problem: { code: 'call-cancelled' } });
  });

  it('sends no body when there is none', async () => {
    let length: string | undefined = '';
    const fetch = await serve((request, response) => {
      length = request.headers['content-type'];
      response.end(JSON.stringify({ team: 'north' }));
    });
    const outcome = await callEndpoint(fetch, acceptInvitation, { params: { token: 'abc' } });
    expect(outcome).toEqual({ ok: true, value: { team: 'north' } });
    expect(length).toBeUndefined();
  });

  it('gives the problem of a refusal', async () => {
    const problem = { code: 'credentials-wrong', field: 'password' };
    const fetch = await serve((_, response) => {
      response.writeHead(422).end(JSON.stringify({ problem, message: 'Wrong.' }));
    });
    const outcome = await callEndpoint(fetch, signIn, { body: { email: '', password: '' } });
    expect(outcome).toEqual({ ok: false, problem });
  });

  it('gives a problem of a later release, with a sentence for it', async () => {
    const problem = { code: 'odd' as ProblemCode };
    const fetch = await serve((_, response) => {
      response.writeHead(409).end(JSON.stringify({ problem, message: '' }));
    });
    expect(await callEndpoint(fetch, listLayouts, layouts)).toEqual({ ok: false, problem });
    expect(sentence(problem)).toBe('Something went wrong. Try again in a moment.');
  });

  it('gives the text of a file, whole or not at all', async () => {
    const history = { params: { team: 'north' }, query: {} };
    const file = { 'content-type': 'text/csv; charset=utf-8' };
    const whole = await serve((_, response) => void response.writeHead(200, file).end('Date,Time'));
    expect(await callEndpoint(whole, exportHistory, history)).toEqual({ ok: true, value: 'Date,Time' });
    server?.close();
    const half = await serve((_, response) => {
      response.writeHead(200, file).write('Date,', () => response.destroy());
    });
    const cut = await callEndpoint(half, exportHistory, history);
    expect(cut).toEqual({ ok: false, problem: { code: 'network-request-failed' } });
  });

  it('is a network problem when nobody answers', async () => {
    const fetch = await serve((request) => request.socket.destroy());
    const outcome = await callEndpoint(fetch, listLayouts, layouts);
    expect(outcome).toEqual({ ok: false, problem: { code: 'network-request-failed' } });
  });

  const gone = { ok: false, problem: { code: 'network-request-failed' } };
  const logo = { params: { team: 'north' }, body: { base64: '' } };
  it.each<[string, number, string, (fetch: Fetch) => Promise<unknown>]>([
    ['after 10 seconds', 10_000, '', (fetch) => callEndpoint(fetch, listLayouts, layouts)],
    ['later where more is carried', 100_000, '', (fetch) => callEndpoint(fetch, uploadLogo, logo)],
    ['with an answer that stops', 100_000, '{"la', (fetch) => callEndpoint(fetch, listLayouts, layouts)],
  ])('[OF21] gives up when the network hangs, %s', async (_, longest, half, call) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const fetch = await serve((_request, response) => {
      if (half !== '') response.write(half);
      asked.resolve();
    });
    let isOver = false;
    const answer = call(async (...given) => {
      const response = await fetch(...given);
      begun.resolve();
      return response;
    }).finally(() => {
      isOver = true;
    });
    await (half === '' ? asked : begun).promise;
    await nextTurn();
    vi.advanceTimersByTime(longest - 1);
    await nextTurn();
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await answer).toEqual(gone);
    server?.closeAllConnections();
  });

  it('takes a redirect for a public network, and does not follow it', async () => {
    const asked: (string | undefined)[] = [];
    const fetch = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/wifi' }).end();
    });
    expect(await callEndpoint(fetch, listLayouts, layouts)).toEqual({
      ok: false,
      problem: { code: 'network-request-failed' },
    });
    expect(asked).not.toContain('/wifi');
  });

  it.each([200, 511])(
    '[OF16] is a network problem when a public network answers with its page and %i',
    async (status) => {
      const fetch = await serve((_, response) => {
        response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sign in to the Wi-Fi</h1>');
      });
      const outcome = await callEndpoint(fetch, listLayouts, layouts);
      expect(outcome).toEqual({ ok: false, problem: { code: 'network-request-failed' } });
    },
  );

  it.each([
    ['of a proxy on the way', 502, '<h1>Bad gateway</h1>'],
    ['that is cut short', 200, '{"layouts": ['],
    ['of another shape', 200, '{"layouts": [{"id": 3}]}'],
  ])('is an internal problem on an answer %s', async (_, status, text) => {
    const fetch = await serve((_request, response) => {
      response.writeHead(status).end(text);
    });
    const outcome = await callEndpoint(fetch, listLayouts, layouts);
    expect(outcome).toEqual({ ok: false, problem: { code: 'internal' } });
  });
});
