import { createHash, X509Certificate } from 'node:crypto';
import { type Browser, chromium, devices, expect, type Page } from '@playwright/test';
import { startProcess } from '../../servers/real-process.ts';
import { type LineupServer, startServer } from '../lineup-server.ts';
import { look } from '../look.ts';
import {
  createLayout,
  createTeam,
  lunch,
  password,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.use({ loadsAhead: true });

test.describe.configure({ mode: 'serial' });

let server: LineupServer;
/** What the command printed. */
let said: string;
/** A browser that trusts the authority, as after its steps were followed. */
let trusting: Browser;
test.beforeAll(async ({ launchOptions }) => {
  server = await startServer({
    // Below the ports of the journeys' servers.
    env: (address) => ({ HTTPS_PORT: String(Number(new URL(address).port) - 10_000) }),
  });
  await server.kill();
  said = (await startProcess('lineup.ts', ['https'], { DATA_DIR: server.dataDir }).ended).stdout;
  await server.start();
  const { publicKey } = new X509Certificate(await (await fetch(`${server.address}/lineup-ca.crt`)).text());
  const hash = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const args = [...(launchOptions.args ?? []), `--ignore-certificate-errors-spki-list=${hash}`];
  trusting = await chromium.launch({ ...launchOptions, args });
});
test.afterAll(async () => {
  await trusting.close();
  await server.stop();
});

const slot = (page: Page, state: string) =>
  page.getByRole('button', { name: new RegExp(`^Liam Park, break 1: ${state}`) });
const steps = (page: Page, platform: string) => page.getByRole('region', { name: platform });

test('/secure has the steps for this device first, without signing in', async ({ browser }) => {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: server.address });
  const page = await context.newPage();
  await page.goto('/secure');
  await expect(page.getByText('This device isn’t set up yet.')).toBeVisible();
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Android');
  for (const each of ['iPad and iPhone', 'Windows', 'Chromebook, and Chrome on Linux', 'Mac']) {
    await expect(steps(page, each).getByRole('listitem').first()).toBeVisible();
  }
  await expect(page.getByText(`${server.address}/secure`)).toBeVisible();
  const [, fingerprint = '-'] = /fingerprint: (\S+)/.exec(said) ?? [];
  await expect(page.getByText(fingerprint)).toBeVisible();
  const download = page.waitForEvent('download');
  await steps(page, 'Android').getByRole('link', { name: 'Download Certificate' }).click();
  expect((await download).suggestedFilename()).toBe('lineup-ca.crt');
  await look(page, '/secure');

  await register(context);
  await createTeam(context);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Set Up a Secure Connection' }).click();
  await expect(page).toHaveURL('/secure');
});

test('[HS19] [HS20] [PA43] a device moves to https once it trusts it and nothing waits', async () => {
  const context = await trusting.newContext({ baseURL: server.address, serviceWorkers: 'allow' });
  let isCut = false;
  await context.routeWebSocket(/\/live$/, (socket) => {
    if (isCut) void socket.close();
    else socket.connectToServer();
  });
  const { email } = await register(context);
  const { team } = await createTeam(context);
  const liam = shiftOf('Liam Park');
  const layout = await createLayout(context, team, { shifts: [liam], rotations: [lunch] });
  const page = await context.newPage();
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(slot(page, 'not taken')).toBeVisible();
  isCut = true;
  await context.setOffline(true);
  // on a busy machine, a tap could still be sent before the page hears of it
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  await context.setOffline(false);

  await page.goto('/secure');
  await expect(page.getByText('but 1 change isn’t saved yet.')).toBeVisible();
  expect(page.url()).toBe(`${server.address}/secure`);
  isCut = false;
  await expect(page).toHaveURL(/^https:.*\/secure$/);
  await expect(page.getByText('This device uses the secure connection.')).toBeVisible();
  await expect(page.getByText('This device', { exact: true }), 'its steps are done').toHaveCount(0);

  await page.addInitScript(sayWhenKeptAwake);
  await page.evaluate(sayWhenKeptAwake);
  await page.getByRole('link', { name: 'Open Lineup' }).click();
  await expect(page).toHaveURL(/^https:.*\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(slot(page, 'running')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-awake', 'screen');
  await page.goto(new URL('/tv', page.url()).href);
  await expect(page.locator('html')).toHaveAttribute('data-awake', 'screen');
  const cookies = (await context.cookies(page.url())).filter(({ secure }) => secure);
  expect(cookies.length).toBeGreaterThan(0);
  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  expect(worker).toMatch(/^https:/);
  await context.close();
});

function sayWhenKeptAwake() {
  const { wakeLock } = navigator;
  const request = wakeLock.request.bind(wakeLock);
  wakeLock.request = (type) => {
    document.documentElement.dataset.awake = type;
    return request(type);
  };
}
