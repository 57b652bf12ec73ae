import type { Crew } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import type { Layout } from '../../domain/day/layout.ts';
import {
  createLayout,
  createTeam,
  expect,
  lunch,
  type Page,
  post,
  read,
  register,
  Session,
  shiftOf,
} from './restaurant.ts';

export const pins = { Maria: '2580', Bo: '1937' };
export type Named = keyof typeof pins;

export interface Tablet {
  /** Who gave the PINs, at another browser. */
  readonly manager: Session;
  readonly team: string;
  readonly layout: string;
  /** Of a person of the crew. */
  readonly idOf: (name: Named) => string;
}

/** A tablet of a team in which Chloe Davis, and two people who have PINs, work at lunch. */
export async function openTablet(
  page: Page,
  { role = 'lead', over = {} }: { role?: 'viewer' | 'lead'; over?: Partial<Layout> } = {},
): Promise<Tablet> {
  const manager = page.context();
  await register(manager, 'Ana');
  const { team } = await createTeam(manager);
  const names = ['Chloe Davis', ...Object.keys(pins).map((name) => `${name} Lee`)];
  const shifts = names.map((name) => shiftOf(name, { breaks: [null] }));
  const layout = await createLayout(manager, team, { shifts, rotations: [lunch], ...over });
  const crew = await read<Crew>(manager, team, crewDocument);
  const idOf = (name: Named) => crew.people.find((each) => each.name === `${name} Lee`)?.id ?? '';
  for (const name of Object.keys(pins) as Named[]) {
    await post(manager, `/api/teams/${team}/pins/${idOf(name)}`, { pin: pins[name], role: 'lead' });
  }
  const tablet = new Session(manager.address);
  const { deviceCode, userCode } = await post(tablet, '/api/auth/device/start', { kind: 'kiosk' });
  await post(manager, `/api/teams/${team}/pairing/approve`, {
    ...{ code: userCode, name: 'Tablet 2', area: null, role },
  });
  await post(tablet, '/api/auth/device/poll', { deviceCode });
  await page.handTo(tablet);
  await page.goto(`/?team=${team}&layout=${layout}`);
  const locked = page.getByRole('button', { name: 'Locked' });
  await expect(role === 'lead' ? locked : page.getByText('Chloe D.').first()).toBeVisible();
  return { manager, team, layout, idOf };
}

/** Says who is there, once that is asked. */
export async function unlock(page: Page, name: Named, pin: string = pins[name]): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Who is here?' });
  await asked.getByRole('button', { name: `${name} Lee` }).click();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
}

/** Who is there leaves, or leaves it to another. */
export async function leave(page: Page, name: Named, how: 'Lock' | 'Someone Else'): Promise<void> {
  await page.getByRole('button', { name: `${name} Lee is here` }).click();
  await page
    .getByRole('dialog', { name: `${name} Lee` })
    .getByRole('button', { name: how, exact: true })
    .click();
}

/** Who changed the day, where, and what, the newest first. */
export async function recorded({ manager, team, layout }: Tablet): Promise<string[]> {
  const history = await manager.request.get(`/api/teams/${team}/documents/${layout}/history`);
  return (await history.json()).entries.map((entry: object) => JSON.stringify(entry));
}
