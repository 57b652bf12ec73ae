import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../../tools/chromium.ts';
import {
  createLayout,
  createTeam,
  lunch,
  password,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.use({ loadsAhead: true });

test.describe.configure({ mode: 'parallel' });

const people = ['Chloe Davis', 'Liam Park', 'Maya Ross'];
const slot = (page: Page, state: string, name = people[0]) =>
  page.getByRole('button', { name: new RegExp(`^${name}, break 1: ${state}`) });

async function openDay(page: Page) {
  const { email } = await register(page.context());
  const { team } = await createTeam(page.context());
  const shifts = people.map((name) => shiftOf(name));
  const layout = await createLayout(page.context(), team, { shifts, rotations: [lunch] });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(slot(page, 'not taken')).toBeVisible();
  const breaks = async () => {
    const body = await read(page.context(), team, layout);
    return body.shifts.map(({ breaks: [first] }) => first != null);
  };
  return { team, layout, breaks, email };
}

test('[OB3] two tabs show and count each other’s taps offline, and the one left open sends all', async ({
  page,
}) => {
  const { breaks } = await openDay(page);
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(slot(other, 'not taken')).toBeVisible();
  await page.context().setOffline(true);
  await slot(page, 'not taken').click();
  await expect(slot(other, 'running')).toBeVisible();
  await slot(other, 'not taken', people[1]).click();
  await expect(slot(page, 'running', people[1])).toBeVisible();
  for (const each of [page, other]) {
    await expect(each.getByText(/offline, 2 changes waiting/i)).toBeVisible();
  }
  await page.close({ runBeforeUnload: false });
  await other.context().setOffline(false);
  await expect(other.getByText(/waiting|^Sending/)).toHaveCount(0);
  await expect.poll(breaks).toEqual([true, true, false]);
});

test('[OB7] [OB12] signing out with unsent changes asks; what is kept is sealed, and sent after signing in', async ({
  page,
}) => {
  let holds = true;
  await page.routeWebSocket(/\/live$/, (socket) => {
    const line = socket.connectToServer();
    socket.onMessage((message) => {
      if (!(holds && String(message).startsWith('{"type":"change"'))) line.send(message);
    });
  });
  const { breaks, email } = await openDay(page);
  await slot(page, 'not taken').click();
  await expect(slot(page, 'running')).toBeVisible();
  expect(await stored(page)).toContain('break.press');
  await page.evaluate(() => {
    history.pushState(null, '', '/logout');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText('1 change is not sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out Now' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => stored(page)).not.toContain('break.press');
  expect(await stored(page)).toContain('sealed');

  holds = false;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await expect.poll(() => stored(page)).toBe('[]');
  await expect.poll(breaks).toEqual([true, false, false]);
});

/** What the device has stored of changes. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('lineup');
        opening.onsuccess = () => {
          const all = opening.result.transaction('waiting').objectStore('waiting').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );

test('[OB6] a tap survives a browser that is killed before it could even show it', async ({
  page,
  server,
}) => {
  const { team, layout, breaks } = await openDay(page);
  const cookies = await page.context().cookies();
  const folder = mkdtempSync(join(tmpdir(), 'lineup-browser-'));
  const browser = await startBrowser(folder);
  const choices = { selectedTeam: team, selectedLayout: layout };
  const tab = await browser.open(server.address, cookies, choices);
  await expect(slot(tab, 'not taken')).toBeVisible();
  // sees what is stored while the tab does nothing more, not even what it would do a moment later
  const witness = await tab.context().newPage();
  await witness.goto(`${server.address}/favicon.svg`);
  await tab.context().setOffline(true);
  const tapped = tab.waitForEvent('console', (message) => message.text() === 'tapped');
  slot(tab, 'not taken')
    .evaluate((button: HTMLElement) => {
      button.click();
      console.log('tapped');
      for (;;);
    })
    .catch(() => {});
  await tapped;
  await expect.poll(() => stored(witness)).toContain('break.press');
  await browser.kill();

  const next = await startBrowser(folder);
  const again = await next.open(server.address, cookies, choices);
  await expect(slot(again, 'running')).toBeVisible();
  await expect.poll(breaks).toEqual([true, false, false]);
  await next.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser whose process we can kill, over a profile that stays. */
async function startBrowser(folder: string) {
  const child = spawn(
    process.env.CHROMIUM ?? chromium.executablePath(),
    [
      ...CHROMIUM_FLAGS,
      '--headless',
      '--disable-gpu',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const address = await new Promise<string>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(address);
  return {
    async open(url: string, cookies: Cookies, choices: Record<string, string>): Promise<Page> {
      const [context] = browser.contexts();
      if (!context || child.pid === undefined) throw new Error('The browser did not start');
      await context.addCookies(cookies);
      const page = await context.newPage();
      await page.goto(`${url}/favicon.svg`);
      // The browser had not written what was chosen to its disk.
      await page.evaluate((chosen) => Object.assign(localStorage, chosen), choices);
      await page.goto(url);
      return page;
    },
    async kill() {
      const ended = once(child, 'exit');
      process.kill(-(child.pid as number), 'SIGKILL');
      await ended;
    },
  };
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];
