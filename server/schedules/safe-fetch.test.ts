import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ReceivedRequest, type Reply, runStandIn, type StandIn } from '../../test/providers/stand-in.ts';
import { createTestFetch, neverAborted, type TestFetch } from '../../test/providers/test-fetch.ts';

let reply: (asked: ReceivedRequest) => Reply;
let here: StandIn;
let elsewhere: StandIn;
let safeFetch: TestFetch;
let now: number;
beforeEach(async () => {
  reply = () => ({ body: 'fine' });
  now = Date.parse('2026-11-21T12:00:00Z');
  here = await runStandIn((asked) => reply(asked));
  elsewhere = await runStandIn(() => ({ body: 'elsewhere' }));
  safeFetch = createTestFetch([here, elsewhere], () => now);
});
afterEach(async () => {
  await safeFetch.close();
  await here.stop();
  await elsewhere.stop();
});

const get = (url: string) => safeFetch.fetch({ url, signal: neverAborted() });
const refused = (code: string, details?: object) => ({
  ok: false,
  problem: { code, ...(details && { details }) },
});

describe('[OG1] only https, only public addresses', () => {
  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'https://name:password@example.com/',
    'no address',
    '',
  ])('%j is refused as it stands', async (url) => {
    expect(await get(url)).toEqual(refused('address-unsafe'));
  });

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://0/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://192.168.1.1.:8443/',
    'https://１２７.0.0.1/',
    'https://100.64.0.1/',
    'https://[::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
  ])('%j is not public', async (url) => {
    expect(await get(url)).toEqual(refused('address-private'));
  });

  test('a name is refused when it leads to a private address', async () => {
    const { port } = new URL(here.address);
    expect(await get(`https://localhost:${port}/`)).toEqual(refused('address-private'));
    expect(safeFetch.delays).toEqual([]);
    expect(here.asked).toEqual([]);
  });

  /** Names lead to each of these addresses in turn, and to the last one from then on. */
  function leadingTo(...turns: readonly (readonly string[])[]) {
    const asked: string[] = [];
    const there = createTestFetch([], () => now, {
      resolve(hostname, _, callback) {
        const addresses = turns[Math.min(asked.length, turns.length - 1)] ?? [];
        asked.push(hostname);
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      },
    });
    const fetch = () =>
      there.fetch({
        url: `https://two-faced.example:${new URL(here.address).port}/`,
        timeout: 300,
        signal: neverAborted(),
      });
    return { asked, fetch, close: there.close };
  }

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.8'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['3000::1', '127.0.0.1'],
    ['10.0.0.8', '3000::1'],
  ])('a name that leads to %s %s is refused, and nothing is sent', async (...addresses) => {
    const { fetch, close } = leadingTo(addresses);
    expect(await fetch()).toEqual(refused('address-private'));
    expect(here.reached()).toBe(0);
    await close();
  });

  test('a name is asked for once for a connection, so that it cannot lead elsewhere after it was looked at', async () => {
    // Nobody has that address, yet it is one that everyone would see.
    const { asked, fetch, close } = leadingTo(['3000::1'], ['127.0.0.1']);
    const first = await fetch();
    expect(first).toMatchObject({
      ok: false,
      problem: { code: expect.stringMatching(/^(schedule-(slow|unreachable)|address-private)$/) },
    });
    expect(here.reached()).toBe(0);
    expect(await fetch()).toEqual(refused('address-private'));
    expect(here.reached()).toBe(0);
    expect(new Set(asked)).toEqual(new Set(['two-faced.example']));
    await close();
  });

  test('what the operator excepts is one host with one port', async () => {
    expect(await get(`${here.address}/`)).toMatchObject({ ok: true, value: { text: 'fine' } });
    const strict = createTestFetch([elsewhere]);
    expect(await strict.fetch({ url: here.address, signal: neverAborted() })).toEqual(
      refused('address-unsafe'),
    );
    const { port } = new URL(here.address);
    expect(await strict.fetch({ url: `https://127.0.0.1:${port}`, signal: neverAborted() })).toEqual(
      refused('address-private'),
    );
    await strict.close();
  });
});

describe('redirects', () => {
  const redirectTo = (location: string, status = 302) => {
    reply = ({ path }) => (path === '/' ? { status, headers: { location } } : { body: `at ${path}` });
  };

  test('are followed, and the last address is told', async () => {
    redirectTo('/other?x=1');
    expect(await get(here.address)).toMatchObject({
      value: { status: 200, text: 'at /other', url: `${here.address}/other?x=1` },
    });
  });

  test.each([
    ['http://10.0.0.1/', 'address-unsafe'],
    ['https://10.0.0.1/', 'address-private'],
    ['https://localhost/', 'address-private'],
    ['http://example.com/', 'address-unsafe'],
    ['file:///x', 'address-unsafe'],
  ])('to %s are refused', async (location, code) => {
    redirectTo(location);
    expect(await get(here.address)).toEqual(refused(code));
  });

  test('in a circle end', async () => {
    reply = () => ({ status: 302, headers: { location: '/' } });
    expect(await get(here.address)).toEqual(refused('schedule-unreadable'));
    expect(here.asked).toHaveLength(6);
  });

  test('can be answers to look at', async () => {
    redirectTo('/other');
    const answer = await safeFetch.fetch({
      url: here.address,
      manualRedirects: true,
      signal: neverAborted(),
    });
    expect(answer).toMatchObject({ value: { status: 302, headers: { location: '/other' } } });
  });

  const secrets = {
    authorization: 'Bearer x',
    cookie: 'hs_user=1',
    'x-company-guid': 'g',
    accept: 'text/plain',
  };

  test('tell another origin no secret', async () => {
    redirectTo(`${elsewhere.address}/`);
    const request = { url: here.address, headers: secrets, signal: neverAborted() };
    expect(await safeFetch.fetch(request)).toMatchObject({ value: { text: 'elsewhere' } });
    const [asked] = elsewhere.asked;
    expect(asked).toMatchObject({ method: 'GET', headers: { accept: 'text/plain' } });
    for (const name of ['authorization', 'cookie', 'x-company-guid'])
      expect(asked?.headers).not.toHaveProperty(name);
  });

  test.each([302, 307, 308])('of a request with a body (%i) are not followed', async (status) => {
    redirectTo(`${elsewhere.address}/`, status);
    const post = { url: here.address, method: 'POST', body: 'pass=x', signal: neverAborted() } as const;
    expect(await safeFetch.fetch(post)).toMatchObject({ value: { status } });
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('an answer has bounds', () => {
  test('of size', async () => {
    reply = () => ({ body: 'x'.repeat(8_000_001) });
    expect(await get(here.address)).toEqual(refused('schedule-unreadable'));
  });

  test('of time', async () => {
    here.faults.hangs = true;
    const answer = await safeFetch.fetch({ url: here.address, timeout: 50, signal: neverAborted() });
    expect(answer).toEqual(refused('schedule-slow'));
    expect(here.asked).toHaveLength(1);
  });

  test('of time for all of what a person waits for', async () => {
    here.faults.hangs = true;
    expect(await safeFetch.fetch({ url: here.address, signal: AbortSignal.timeout(50) })).toEqual(
      refused('schedule-slow'),
    );
  });

  test('and ends when the person goes away', async () => {
    here.faults.hangs = true;
    const leaving = new AbortController();
    const answer = safeFetch.fetch({ url: here.address, signal: leaving.signal });
    await expect.poll(() => here.asked.length).toBe(1);
    leaving.abort();
    expect(await answer).toEqual(refused('call-cancelled'));
  });

  test('and ends when the person goes away during a pause', async () => {
    const leaving = new AbortController();
    reply = () => {
      leaving.abort();
      return { status: 503 };
    };
    expect(await safeFetch.fetch({ url: here.address, signal: leaving.signal })).toEqual(
      refused('call-cancelled'),
    );
    expect(here.asked).toHaveLength(1);
  });
});

describe('[OG14] what fails for a moment is tried again', () => {
  test.each([502, 503, 504])('status %i, three times in all, with growing pauses', async (status) => {
    here.faults.broken = { times: 2, status };
    expect(await get(here.address)).toMatchObject({ value: { text: 'fine' } });
    here.faults.broken = { times: 3, status };
    expect(await get(here.address)).toEqual(refused('schedule-unreachable'));
    expect(safeFetch.delays).toEqual([500, 1_000, 500, 1_000]);
    expect(here.asked).toHaveLength(6);
  });

  test('status 500 is told at once, other statuses are for the provider to read', async () => {
    here.faults.broken = { times: 1, status: 500 };
    expect(await get(here.address)).toEqual(refused('schedule-unreachable'));
    here.faults.broken = { times: 1, status: 404 };
    expect(await get(here.address)).toMatchObject({ ok: true, value: { status: 404 } });
    expect(here.asked).toHaveLength(2);
  });

  test('a connection that breaks', async () => {
    here.faults.half = true;
    expect(await get(here.address)).toEqual(refused('schedule-unreachable'));
    expect(here.asked).toHaveLength(3);
  });

  test('nobody who listens, and a name that nobody has', async () => {
    await elsewhere.stop();
    expect(await get(elsewhere.address)).toEqual(refused('schedule-unreachable'));
    expect(await get('https://nobody.invalid/')).toEqual(refused('schedule-unreachable'));
  });

  test.each([
    ['3', [3_000]],
    ['Sat, 21 Nov 2026 12:00:04 GMT', [4_000]],
    ['Sat, 21 Nov 2026 11:00:00 GMT', [0]],
    ['soon', [1_000]],
    [undefined, [1_000]],
  ])('a provider that asks for a short pause gets it: %s', async (retryAfter, pauses) => {
    here.faults.busy = { times: 1, ...(retryAfter !== undefined && { retryAfter }) };
    expect(await get(here.address)).toMatchObject({ value: { text: 'fine' } });
    expect(safeFetch.delays).toEqual(pauses);
  });

  test.each([
    ['90', 90, 'seconds', 90],
    ['3590', 60, 'minutes', 3_590],
    ['86400', 24, 'hours', 86_400],
    ['Sat, 21 Nov 2026 12:05:00 GMT', 5, 'minutes', 300],
  ])('a long pause is told, not waited for: %s', async (retryAfter, amount, unit, seconds) => {
    here.faults.busy = { times: 1, retryAfter };
    const pause = `${amount} ${unit}`;
    expect(await get(here.address)).toEqual(refused('schedule-busy', { pause, amount, unit, seconds }));
    expect(here.asked).toHaveLength(1);
  });

  test('a provider that asks for pauses without end', async () => {
    here.faults.busy = { times: 9, retryAfter: '1' };
    expect(await get(here.address)).toEqual(
      refused('schedule-busy', { pause: '1 second', amount: 1, unit: 'seconds', seconds: 1 }),
    );
    expect(here.asked).toHaveLength(3);
  });
});

test('a token that no header can have is one that is refused', async () => {
  const headers = { authorization: 'Bearer a\nb' };
  expect(await safeFetch.fetch({ url: here.address, headers, signal: neverAborted() })).toEqual(
    refused('schedule-refused'),
  );
  expect(safeFetch.delays).toEqual([]);
});
