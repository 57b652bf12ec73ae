import type { RequestListener } from 'node:http';
import { createServer, type Server as PictureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { getMe } from '../../contract/me.ts';
import { deleteTeam, uploadLogo } from '../../contract/teams.ts';
import { largestLogo, logoSource } from '../../domain/team/team.ts';
import { png, smallestGif } from '../../test/pictures.ts';
import { manualTimeouts } from '../../test/servers/manual-timeouts.ts';
import {
  greet,
  heard,
  newTeam,
  problemOf,
  type RunningServer,
  runServer,
  teamForm,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { joinTeam, registrar } from '../../test/servers/team-members.ts';
import { query } from '../../test/stores/stored-data.ts';
import { isOnPostgres } from '../../test/stores/test-store.ts';
import { newId } from '../id.ts';
import { issueLeaf, type KeyPair, makeAuthority } from '../operate/certificates.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

const someone = registrar(() => server.address);
const upload = (visitor: Visitor, team: string, base64: string) =>
  visitor.call(uploadLogo, { params: { team }, body: { base64 } });
const setLogo = (visitor: Visitor, team: string, logoUrl: string | null) =>
  visitor.call(changeDocument, {
    params: { team, document: team },
    body: { id: newId(), change: { type: 'team.logo', logoUrl } },
  });
async function logoOf(visitor: Visitor, team: string): Promise<string | null> {
  const { body } = (await visitor.call(getDocument, { params: { team, document: team } })).value;
  return body.kind === 'team' ? body.logoUrl : null;
}

test('[TE21] an uploaded logo shows on all pages at once, and members can load it', async () => {
  const [ana, eve] = await Promise.all([someone(), someone()]);
  const team = await newTeam(ana);
  const page = await ana.live();
  await greet(page);
  const shown = heard(page, 'snapshot');
  page.send(JSON.stringify({ type: 'watch', team, document: team }));
  await shown;
  const told = heard(page, 'changed');
  const { user } = (await ana.call(getMe, {})).value;
  const { logoUrl } = (await upload(ana, team, smallestGif)).value;
  expect(await told).toMatchObject({ by: user?.id, change: { type: 'team.logo', logoUrl } });
  page.close();
  const answer = await fetch(server.address + logoUrl, { headers: { cookie: ana.cookie() } });
  expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(smallestGif);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/gif',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  const [stranger, outsider] = await Promise.all([visit(server.address).send(logoUrl), eve.send(logoUrl)]);
  expect([problemOf(stranger), problemOf(outsider)]).toEqual([
    [401, { code: 'signed-out' }],
    [404, { code: 'not-found' }],
  ]);
  expect(outsider.headers.get('cache-control')).toBe('no-store');
});

test('a new picture replaces the previous one', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const first = (await upload(ana, team, smallestGif)).value.logoUrl;
  const second = (await upload(ana, team, png(9, 9).toString('base64'))).value.logoUrl;
  expect(second).not.toBe(first);
  expect(await logoOf(ana, team)).toBe(second);
  expect((await ana.send(first)).status).toBe(404);
  expect((await ana.send(second)).headers.get('content-type')).toBe('image/png');
  expect((await upload(ana, team, png(9, 9).toString('base64'))).value.logoUrl).toBe(second);
  expect((await ana.send(second)).status).toBe(200);
});

test('of pictures uploaded at once, the one that is shown is stored', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const pictures = Array.from({ length: 8 }, (_, each) => png(9, 9 + each).toString('base64'));
  const uploads = await Promise.all(pictures.map((picture) => upload(ana, team, picture)));
  const shown = (await logoOf(ana, team)) ?? '';
  expect((await ana.send(shown)).status).toBe(200);
  const others = uploads.map(({ value }) => value.logoUrl).filter((address) => address !== shown);
  for (const address of others) expect((await ana.send(address)).status).toBe(404);
});

test('a picture of 512,000 bytes is accepted; a larger one is refused at its field', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const sized = (length: number) => upload(ana, team, png(9, 9, length).toString('base64'));
  expect((await sized(largestLogo)).status).toBe(200);
  const kept = await logoOf(ana, team);
  for (const length of [largestLogo + 1, largestLogo + 200_000]) {
    const problem = { code: 'image-too-large', field: 'base64', details: { max: 512 } };
    expect(problemOf(await sized(length))).toEqual([400, problem]);
  }
  expect((await sized(900_000)).status).toBeGreaterThanOrEqual(400);
  expect(await logoOf(ana, team)).toBe(kept);
});

test.each([
  ['nothing', ''],
  ['no base64', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7 <script>'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
  ['a picture of absurd sides', png(65_000, 65_000).toString('base64')],
])('[TE7] %s is not accepted as a logo', async (_, base64) => {
  const ana = await someone();
  const team = await newTeam(ana);
  const problem = { code: 'image-unreadable', field: 'base64' };
  expect(problemOf(await upload(ana, team, base64))).toEqual([400, problem]);
  expect(await logoOf(ana, team)).toBeNull();
});

test('[TE15] a logo is an https address, none, or a picture uploaded for the team', async () => {
  const [ana, eve] = await Promise.all([someone(), someone()]);
  const [team, foreign] = await Promise.all([newTeam(ana), newTeam(eve)]);
  const own = (await upload(ana, team, smallestGif)).value.logoUrl;
  const theirs = (await upload(eve, foreign, smallestGif)).value.logoUrl;
  for (const address of ['https://example.com/logo.png', null, own]) {
    expect((await setLogo(ana, team, address)).status).toBe(200);
    expect(await logoOf(ana, team)).toBe(address);
  }
  for (const address of [
    theirs,
    `/api/teams/${team}/logo/other`,
    `/api/teams/${team}/members`,
    `/api/teams/${team}/logo/../members`,
    `${own}?x`,
    '/api/teams/',
    'http://example.com/logo.png',
    'javascript:alert(1)',
    'data:image/gif;base64,R0lGODlh',
    '//example.com/logo.png',
  ]) {
    const problem = { code: 'address-unsafe', field: 'logoUrl' };
    expect(problemOf(await setLogo(ana, team, address)), address).toEqual([400, problem]);
  }
  expect(await logoOf(ana, team)).toBe(own);
});

test.each(['lead', 'viewer'] as const)('a %s sees the logo and can’t upload one', async (role) => {
  const [ana, bo] = await Promise.all([someone(), someone()]);
  const team = await newTeam(ana);
  await joinTeam(ana, team, role, bo);
  const { logoUrl } = (await upload(ana, team, smallestGif)).value;
  expect((await bo.send(logoUrl)).status).toBe(200);
  expect(problemOf(await upload(bo, team, png(9, 9).toString('base64')))).toEqual([
    403,
    { code: 'not-allowed' },
  ]);
});

test.skipIf(isOnPostgres)('a picture that is uploaded while its team is deleted is not kept', async () => {
  const ana = await someone();
  const team = await newTeam(ana);
  const database = new DatabaseSync(join(server.dataDir, 'lineup.db'), { timeout: 30_000 });
  database.exec('begin immediate');
  const uploading = upload(ana, team, png(9, 9).toString('base64'));
  // By then the server has looked at who uploads, and waits for the database.
  for (let each = 0; each < 3; each++) await ana.call(getMe, {});
  for (const table of ['changes', 'snapshots', 'documents'])
    database.prepare(`delete from ${table} where team_id = ?`).run(team);
  database.exec('commit');
  database.close();
  expect((await uploading).status).toBe(404);
  expect(await query(server.dataDir, 'select id from logos where team_id = ?', team)).toEqual([]);
});

describe('the picture at an https address', () => {
  let authority: KeyPair;
  let answer: RequestListener;
  let asked: string[];
  let address: string;
  let pictures: PictureServer;
  beforeAll(async () => {
    authority = await makeAuthority('Pictures', Date.now());
    setDefaultCACertificates([...getCACertificates('default'), authority.cert]);
    const leaf = await issueLeaf(authority, ['127.0.0.1'], Date.now());
    pictures = createServer(leaf, (request, response) => {
      asked.push(request.url ?? '');
      answer(request, response);
    });
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
    const { port } = pictures.address() as AddressInfo;
    address = `https://127.0.0.1:${port}`;
    await server.stop();
    server = await runServer({ env: { OUTGOING_ALLOW: `127.0.0.1:${port}` } });
  });
  beforeEach(() => {
    asked = [];
    answer = (_, response) => response.end(png(9, 9));
  });
  afterAll(() => pictures.close());

  async function teamWith(logoUrl: string) {
    const ana = await someone();
    const team = await newTeam(ana);
    expect((await setLogo(ana, team, logoUrl)).status).toBe(200);
    return { ana, team, load: (visitor = ana) => visitor.send(logoSource(team, logoUrl)) };
  }

  test('[TE28] is fetched once by the server, and nobody’s browser asks there', async () => {
    const { ana, team, load } = await teamWith(`${address}/logo.png?a=1&b=2`);
    const [first, second] = await Promise.all([load(), load()]);
    for (const each of [first, second, await load()]) {
      expect(each.headers.get('content-type')).toBe('image/png');
      expect(each.headers.get('content-security-policy')).toContain('sandbox');
    }
    expect(asked).toEqual(['/logo.png?a=1&b=2']);
    expect(first.headers.get('content-security-policy')).not.toContain('https:');
    expect((await ana.send('/')).headers.get('content-security-policy')).toContain(
      "img-src 'self' data: blob:;",
    );
    const eve = await someone();
    expect((await load(eve)).status).toBe(404);

    expect((await setLogo(ana, team, `${address}/new.png`)).status).toBe(200);
    expect((await load()).status, 'until the new one is there').toBe(200);
    expect((await ana.send(logoSource(team, `${address}/new.png`))).status).toBe(200);
    expect((await load()).status, 'what is no longer the logo is not kept').toBe(404);
    expect((await ana.send(logoSource(team, `${address}/other.png`))).status).toBe(404);
    expect(asked).toEqual(['/logo.png?a=1&b=2', '/new.png']);
  });

  test.each<[string, RequestListener]>([
    [
      'a page',
      (_, response) =>
        response.setHeader('content-type', 'image/png').end('<!doctype html><script>1</script>'),
    ],
    ['an error', (_, response) => response.writeHead(500).end(png(9, 9))],
    ['too large', (_, response) => response.end(png(9, 9, 2_000_001))],
    ['of absurd sides', (_, response) => response.end(png(65_000, 65_000))],
  ])('[TE28] that is %s isn’t shown, and is not asked for again at once', async (_, bad) => {
    answer = bad;
    const { load } = await teamWith(`${address}/bad.png`);
    expect((await load()).status).toBe(404);
    const { length } = asked;
    expect((await load()).status).toBe(404);
    expect(asked.length).toBe(length);
  });

  test('[TE28] that arrives after its team was deleted is not kept', async () => {
    const { ana, team, load } = await teamWith(`${address}/gone.png`);
    answer = async (_, response) => {
      const deleted = await ana.call(deleteTeam, { params: { team }, body: { name: teamForm.name } });
      expect(deleted.status, deleted.text).toBe(200);
      response.end(png(9, 9));
    };
    await load();
    expect(asked).toEqual(['/gone.png']);
    expect(await query(server.dataDir, 'select id from logos where team_id = ?', team)).toEqual([]);
  });

  test('[TE28] that never comes is given up, and asked for again after ten minutes', async () => {
    const { timeout, last } = manualTimeouts();
    let ahead = 0;
    await server.stop();
    server = await runServer({
      ...{ timeout, now: () => Date.now() + ahead },
      env: { OUTGOING_ALLOW: new URL(address).host },
    });
    answer = () => {};
    const { load } = await teamWith(`${address}/late.png`);
    const loading = load();
    await expect.poll(() => asked.length).toBe(1);
    expect(last().milliseconds).toBe(20_000);
    last().pass();
    expect((await loading).status).toBe(404);
    answer = (_, response) => response.end(png(9, 9));
    expect((await load()).status).toBe(404);
    ahead = 601_000;
    expect((await load()).status).toBe(200);
  });

  test('[TE28] may be an SVG, which runs nothing', async () => {
    answer = (_, response) =>
      response.end('<?xml version="1.0"?><!-- logo --><svg xmlns="http://www.w3.org/2000/svg"/>');
    const { load } = await teamWith(`${address}/logo.svg`);
    const { headers } = await load();
    expect(headers.get('content-type')).toContain('image/svg+xml');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
  });

  test('[TE28] [OG1] is not fetched from the network of the server', async () => {
    const { load } = await teamWith('https://127.0.0.1:1/logo.png');
    expect((await load()).status).toBe(404);
    expect(asked).toEqual([]);
  });
});
