import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Crew } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import type { LineupServer } from './lineup-server.ts';
import { tablet } from './look.ts';
import { createLayout, createTeam, lunch, post, read, register, shiftOf } from './restaurant.ts';

export const pins = { Maria: '2580', Bo: '1937' };
export const names = ['Chloe Davis', 'Maria Lee', 'Bo Lee'];

interface PairedKiosk {
  readonly context: BrowserContext;
  readonly team: string;
  readonly layout: string;
}

/** A tablet of a team that the page's person made, at whose lunch three work, and two of them have PINs. */
export async function pairKiosk(
  page: Page,
  browser: Browser,
  { address }: LineupServer,
  options: BrowserContextOptions = {},
): Promise<PairedKiosk> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const shifts = names.map((name) => shiftOf(name, { breaks: [null] }));
  const layout = await createLayout(page.context(), team, { shifts, rotations: [lunch] });
  const crew = await read<Crew>(page.context(), team, crewDocument);
  for (const [name, pin] of Object.entries(pins)) {
    const person = crew.people.find((each) => each.name === `${name} Lee`)?.id ?? '';
    await post(page.context(), `/api/teams/${team}/pins/${person}`, { pin, role: 'lead' });
  }
  const context = await browser.newContext({
    viewport: tablet,
    hasTouch: true,
    baseURL: address,
    ...options,
  });
  const { deviceCode, userCode } = await post(context, '/api/auth/device/start', { kind: 'kiosk' });
  const form = { code: userCode, name: 'Tablet 2', area: null, role: 'lead' };
  await post(page.context(), `/api/teams/${team}/pairing/approve`, form);
  await post(context, '/api/auth/device/poll', { deviceCode });
  return { context, team, layout };
}

/** Says who is there with a finger, once that is asked. */
export async function unlock(kiosk: Page, name: keyof typeof pins): Promise<void> {
  const asked = kiosk.getByRole('dialog');
  await asked.getByRole('button', { name: `${name} Lee` }).tap();
  for (const digit of pins[name]) await asked.getByRole('button', { name: digit, exact: true }).tap();
  await asked.getByRole('button', { name: 'Unlock' }).tap();
}
