import { test as base, inject } from 'vitest';
import { createTeam, post, register, type TeamForm } from '../team-requests.ts';
import type { Locator } from './locator.ts';
import { expect } from './matchers.ts';
import { Page } from './page.ts';
import { Session } from './session.ts';

export * from '../team-requests.ts';
export type { Page } from './page.ts';
export { expect, type Locator, Session };

/** As vitest's own, with a page on the server that all of these tests share, or on another that `server` is. */
export const test = base.extend<{
  page: Page;
  server: { readonly address: string; readonly dataDir: string };
}>({
  server: ({ task: _ }, use) => use({ address: inject('address'), dataDir: inject('dataDir') }),
  page: async ({ server }, use) => {
    const page = new Page(server.address);
    await use(page);
    await page.leave();
    localStorage.clear();
    sessionStorage.clear();
  },
});

/** Leaves in the browser what choosing a team and a layout leaves there. */
export function remember(_: Page, { team, layout }: { team: string; layout?: string }): void {
  localStorage.setItem('selectedTeam', team);
  if (layout) localStorage.setItem('selectedLayout', layout);
}

/** Someone with a team and a chosen layout, at the sample's unless another is given. */
export async function openTeam(
  page: Page,
  form: Partial<TeamForm> = { sample: true },
): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const made = await createTeam(page.context(), form);
  remember(page, made);
  return made;
}

/** A second person, who took an invite link of that role. */
export async function colleague(
  page: Page,
  team: string,
  role: 'manager' | 'lead' | 'viewer',
  firstName = 'Jordan',
): Promise<Session> {
  const { token } = await post(page.context(), `/api/teams/${team}/invitations`, {
    role,
    days: 7,
    once: false,
  });
  const session = new Session(page.session.address);
  await register(session, firstName);
  await post(session, `/api/invitations/${token}/accept`, {});
  return session;
}

/** An address by its path alone: which layout a page of a day is about stands behind it. */
export const atPage = (path: string) => (address: URL) => address.pathname + address.hash === path;

/** Signs out at the page for it. */
export async function signOutAt(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
}

/** Waits until a submitted form has its response; it ignores a second submit before that. */
export const answered = (page: Locator) => expect(page.locator('.submit__busy')).toHaveCount(0);
