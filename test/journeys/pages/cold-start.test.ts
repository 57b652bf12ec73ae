import { expect, type Page } from '@playwright/test';
import type { Crew } from '../../../domain/crew/crew.ts';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import { buildOf, startUpdatingServer } from '../../servers/updating-server.ts';
import { isStored, keeps } from '../device-storage.ts';
import {
  colleague,
  createLayout,
  createTeam,
  lunch,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.use({ loadsAhead: true });

test.use({ serviceWorkers: 'allow' });

const slot = (page: Page, state: string, name = 'Chloe Davis') =>
  page.getByRole('button', { name: new RegExp(`^${name}, break 1: ${state}`) });
const offlineWith = (waiting: string) => new RegExp(`^As of \\d+:\\d\\d, offline${waiting}$`);

/** The day of a team with two people, on a page whose app is stored on the device. */
async function openDay(page: Page): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const shifts = [shiftOf('Chloe Davis'), shiftOf('Liam Park')];
  const layout = await createLayout(page.context(), team, { shifts, rotations: [lunch] });
  await remember(page, { team, layout });
  await page.goto('/');
  await expect(slot(page, 'not taken')).toBeVisible();
  await isStored(page);
  await keeps(page, `${team}/${layout}`);
  return { team, layout };
}

test('[OB19] a change of the crew made offline is sent by a page that has not opened the crew', async ({
  page,
}) => {
  const { team } = await openDay(page);
  await page.goto('/crew');
  await expect(page.getByRole('button', { name: 'Open Liam Park' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add Person' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Zoe Quinn');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Open Zoe Quinn' })).toBeVisible();
  await page.goto('/');
  await expect(slot(page, 'not taken')).toBeVisible();
  await expect(page.getByText(offlineWith(', 1 change waiting'))).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/offline|waiting|^Sending/)).toHaveCount(0);
  const names = async () => {
    const crew = (await read(page.context(), team, crewDocument)) as unknown as Crew;
    return crew.people.map(({ name }) => name);
  };
  await expect.poll(names).toContain('Zoe Quinn');
});

test('[OF2] [OF5] [OF6] [OF9] without the server pages open and take changes, which others see later', async ({
  page,
  server,
}) => {
  const { team, layout } = await openDay(page);
  const manifest = await page.request.get('/manifest.webmanifest');
  expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  for (const { src, type } of (await manifest.json()).icons) {
    expect((await page.request.get(src)).headers()['content-type'], src).toBe(type);
  }
  const other = await colleague(page, team, 'lead');
  await remember(other, { team, layout });
  await other.goto('/');
  await expect(slot(other, 'not taken')).toBeVisible();
  await page.goto('/layouts');
  await expect(page.getByRole('button', { name: /^Select/ })).toHaveCount(1);
  await keeps(page, `${team}/api/teams/${team}/layouts?`);
  await keeps(page, `${team}/api/teams/${team}/templates`);

  await server.kill();
  const context = page.context();
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/');
  await expect(cold.getByText(offlineWith(''))).toBeVisible();
  await slot(cold, 'not taken').click();
  await expect(slot(cold, 'running')).toBeVisible();
  await expect(cold.getByText(offlineWith(', 1 change waiting'))).toBeVisible();
  await cold.goto('/layouts');
  await expect(cold.getByRole('button', { name: /^Select/ })).toHaveCount(1);
  await cold.goto('/editor/rotations');
  await cold.getByRole('button', { name: /^Liam Park/ }).click();
  await cold.getByRole('button', { name: 'Place Liam Park on Register 2, Front Counter' }).click();
  await cold.getByRole('link', { name: 'Overview' }).click();
  await cold.locator('.ql-editor[contenteditable="true"]').fill('The fryer is cold');
  await cold.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cold.getByText(offlineWith(', 3 changes waiting'))).toBeVisible();

  await server.start();
  await expect(slot(other, 'running')).toBeVisible();
  await expect(other.locator('.positions__row', { hasText: 'Register 2' })).toContainText('Liam P.');
  await expect(other.getByText('The fryer is cold')).toBeVisible();
  await expect(cold.getByText(/offline/)).toHaveCount(0);
});

/** The languages of which the device has the words of a page that was never opened. */
const storedLanguages = (page: Page) =>
  page.evaluate(async () => {
    const stored = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    const found = stored.flat().flatMap(({ url }) => /\/words-(.+)-crew-/.exec(url)?.[1] ?? []);
    return [...new Set(found)].sort();
  });

test('[L8] the device has a language’s words for every page once it was chosen, and no others', async ({
  page,
  server,
}) => {
  await openDay(page);
  expect(await storedLanguages(page)).toEqual(['en']);
  await page.goto('/account');
  await page.getByLabel('Language').selectOption('es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.waitForFunction(() => localStorage.getItem('personLanguage') === 'es');
  expect(await storedLanguages(page)).toEqual(['en', 'es']);

  await server.kill();
  const cold = await page.context().newPage();
  await page.close();
  await cold.goto('/');
  await expect(cold.locator('html')).toHaveAttribute('lang', 'es');
  await expect(cold.getByText(/^Datos de .*, sin conexión$/)).toBeVisible();
  await cold.goto('/layouts');
  await expect(cold.getByRole('heading', { level: 1, name: 'Planes' })).toBeVisible();

  await cold.evaluate(async () => {
    localStorage.setItem('personLanguage', 'de');
  });
  await cold.reload();
  const heading = cold.getByRole('heading', { level: 1, name: /^(Layouts|Planes)$/ });
  await expect(heading, 'in a language that is there rather than not at all').toBeVisible();
  await server.start();
});

test('[OB18] what was answered a moment before the page and the server went is on the board', async ({
  page,
  server,
}) => {
  const answered = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => /^{"type":"accepted"/.test(String(payload)) && resolve()),
    );
  });
  await openDay(page);
  await slot(page, 'not taken').click();
  await answered;
  await server.kill();
  await page.reload();
  await expect(slot(page, 'running')).toBeVisible();
  await expect(page.getByText(offlineWith(''))).toBeVisible();
  await server.start();
});

test('[OF7] when the session ended meanwhile, the page says so, and nothing of it opens again', async ({
  page,
  server,
}) => {
  await openDay(page);
  await server.kill();
  await page.reload();
  await expect(slot(page, 'not taken')).toBeVisible();
  await page.context().clearCookies();
  await server.start();
  await expect(page.getByText('Your session ended.')).toBeVisible();
  await register(page.context(), 'Jordan');
  await page.goto('/start');
  await expect(page.getByRole('heading', { name: 'Create or Join a Team' })).toBeVisible();
  await server.kill();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Create or Join a Team' })).toBeVisible();
  await expect(page.getByText('Chloe')).toHaveCount(0);
  await server.start();
});

test('[OF11] a new version waits for what another page has not sent, then both change at rest', async ({
  page,
  server,
  clock,
}) => {
  await register(page.context());
  const { team, layout } = await createTeam(page.context(), { sample: true });
  const proxy = await startUpdatingServer(server.address);
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await each.goto(`${proxy.address}/favicon.svg`);
    await each.evaluate(
      ([of, day]) => {
        localStorage.setItem('selectedTeam', of ?? '');
        localStorage.setItem('selectedLayout', day ?? '');
      },
      [team, layout],
    );
    await each.goto(proxy.address);
    await isStored(each);
  }
  const amara = (state: string) =>
    other.getByRole('button', { name: new RegExp(`^Amara Nwosu.*: ${state}`) });
  await expect(amara('not taken')).toBeVisible();
  await clock.advance({ minutes: 1 });
  await proxy.block(true);
  proxy.publish();
  await amara('not taken').click();
  await expect(other.getByText('1 change waiting')).toBeVisible();
  const update = async () => (await navigator.serviceWorker.getRegistration())?.update();
  await page.evaluate(update);
  await expect.poll(() => page.evaluate(isWaiting)).toBe(true);
  await clock.advance({ minutes: 2 });
  await expect.poll(() => page.evaluate(heldLocks)).toEqual(['lineup unsaved', 'lineup unsaved']);
  expect([await buildOf(page), await buildOf(other)]).toEqual([0, 0]);

  await proxy.block(false);
  await expect(page.getByRole('button', { name: /^Amara Nwosu.*: running/ })).toBeVisible();
  await clock.advance({ minutes: 2 });
  for (const each of [page, other]) {
    await expect.poll(() => buildOf(each).catch(() => null)).toBe(1);
    await expect(each.getByRole('button', { name: /^Amara Nwosu.*: running/ })).toBeVisible();
  }
  await proxy.stop();
});

const isWaiting = async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null;
const heldLocks = async () =>
  ((await navigator.locks.query()).held ?? []).flatMap(({ name }) =>
    name?.startsWith('lineup ') ? [name] : [],
  );

test('[PP9] without the server, the sheets of the day and of a week open with what the device holds', async ({
  page,
  server,
}) => {
  const { team, layout } = await openDay(page);
  const { shifts } = await read(page.context(), team, layout);
  const week = `/print/week?person=${shifts[0]?.person}&from=2026-11-21`;
  const saturday = (each: Page) => each.getByRole('row', { name: /Saturday/ });
  await page.goto(week);
  await expect(saturday(page)).toContainText('9a–3p');
  await keeps(page, `${team}/api/teams/${team}/layouts?`);
  await server.kill();
  const context = page.context();
  await page.close();
  const cold = await context.newPage();
  for (const sheet of ['Day', 'Rotation', 'Handover']) {
    await cold.goto(`/print/${sheet.toLowerCase()}`);
    await expect(cold.getByRole('region', { name: sheet })).toContainText('Chloe Davis');
  }
  await cold.goto(week);
  await expect(saturday(cold)).toContainText('9a–3p');
  await server.start();
});
