import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servePages } from './app.ts';
import { addSecurityHeaders } from './door/security-headers.ts';

const page = '<!doctype html><title>Lineup</title>';
let root: string;
let app: FastifyInstance;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lineup-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), page);
  writeFileSync(join(root, 'favicon.svg'), '<svg/>');
  writeFileSync(join(root, '.built'), 'a hash of the sources');
  writeFileSync(join(root, 'assets/app-1a2b.js'), 'plain()');
  writeFileSync(join(root, 'assets/app-1a2b.js.gz'), gzipSync('packed()'));
  app = fastify();
  await servePages(app, root);
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

test.each([
  '/',
  '/index.html',
  '/login',
  '/editor/shifts?date=2026-11-21',
  '/join/some-token',
  '/templates/a.b',
  '/join/one.two.three',
  '/templates/%F0%9F%8D%9F%2F%20',
  '/nowhere',
])('the page stands at %s, and is asked for anew each time', async (url) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.body]).toEqual([200, page]);
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test('[PA50] the page of a television brings along what loads it again when none of its scripts came', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  for (const file of ['index.html', 'public/old-browser.js']) {
    copyFileSync(new URL(`../web/${file}`, import.meta.url), join(folder, basename(file)));
  }
  const walls = fastify();
  await addSecurityHeaders(walls, { requiresHttps: false, corsOrigins: [], secureOriginsFor: () => [] });
  await servePages(walls, folder);
  const wall = await walls.inject('/tv');
  expect([wall.statusCode, wall.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(wall.headers['content-type']).toBe('text/html; charset=utf-8');
  const code = /<script>([\s\S]*?)<\/script>/.exec(wall.body)?.[1] ?? '';
  const hash = createHash('sha256').update(code).digest('base64');
  expect(wall.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(wall.body).not.toContain('/old-browser.js');
  const other = await walls.inject('/login');
  expect(other.headers['content-security-policy']).toContain("script-src 'self';");
  expect(other.body).not.toMatch(/<script>/);
  await walls.close();
  rmSync(folder, { recursive: true });

  // without any other script, it loads the page again, and only once the server answers
  let status = 503;
  let loads = 0;
  let everyFive = () => {};
  const root = { firstChild: null };
  class XMLHttpRequest {
    status = 0;
    onload = () => {};
    open(_: string, path: string) {
      this.status = path === '/healthz' ? status : 404;
    }
    send() {
      this.onload();
    }
  }
  runInNewContext(code, {
    window: { HTMLDialogElement: { prototype: { showModal() {} } } },
    document: { readyState: 'complete', getElementById: () => root },
    location: { reload: () => loads++ },
    setInterval: (work: () => void) => {
      everyFive = work;
    },
    XMLHttpRequest,
  });
  for (let times = 0; times < 12; times++) everyFive();
  expect(loads).toBe(0);
  status = 200;
  for (let times = 0; times < 4; times++) everyFive();
  expect(loads).toBe(1);
});

test('files with a hash in their name are cached for good, others are not', async () => {
  expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toMatch(/max-age=31536000, immutable/);
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
});

test('a browser that accepts gzip gets the precompressed files', async () => {
  const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers['content-type']).toMatch(/javascript/);
  expect(packed.headers.vary).toMatch(/accept-encoding/i);
  expect(String(gunzipSync(packed.rawPayload))).toBe('packed()');
  expect((await get('/assets/app-1a2b.js')).body).toBe('plain()');
});

test.each([
  '/assets/gone-3c4d.js',
  '/.built',
  '/api',
  '/api/nothing',
  '/robots.txt',
  '/assets/../../secret.txt',
])('%s is not found, rather than a page', async (url) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.json().problem]).toEqual([404, { code: 'not-found' }]);
});

test('only GET and HEAD get a page', async () => {
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
});

test('without a build there are no pages', async () => {
  const bare = fastify();
  await servePages(bare, join(root, 'missing'));
  expect((await bare.inject('/')).statusCode).toBe(404);
  await bare.close();
});
