import { expect, type Page } from '@playwright/test';
import { createLayout, openTeam, read, remember } from './restaurant.ts';

/** Path and heading of a page. */
export type Place = readonly [path: string, heading: string];

export const beforeAnyTeam: readonly Place[] = [
  ['/login', 'Sign in'],
  ['/register', 'Register'],
  // without email
  ['/forgot', 'Forgot your password?'],
  ['/nowhere', 'Page not found'],
];
export const ofTheTeam: readonly Place[] = [
  ['/layouts', 'Layouts'],
  ['/layouts/setup', 'New Layout'],
  ['/templates', 'Templates'],
  ['/templates/setup', 'New Template'],
  ['/team', 'Team'],
  ['/team/security', 'Security'],
  ['/team/devices', 'Devices'],
  ['/team/devices/instructions', 'Set up a television or tablet'],
  ['/pair', 'Pair a Screen'],
  ['/account', 'Account'],
  ['/start', 'Create or Join a Team'],
];
export const ofTheDay: readonly Place[] = [
  ['/', '11/21/2026'],
  ['/editor/overview', 'Overview'],
  ['/editor/shifts', 'Shifts'],
  ['/editor/shifts/add', 'Add Shift'],
  ['/editor/shifts/import', 'Import File'],
  ['/editor/rotations', 'Rotations'],
  ['/editor/plan', 'Edit Rotations'],
];
/** Those that other journeys look at with axe. */
export const moreOfTheTeam: readonly Place[] = [
  ['/mine', 'My Day'],
  ['/crew', 'Crew'],
  ['/crew/skills', 'Skills'],
  ['/editor/planner', 'Plan the Day'],
  ['/editor/history', 'History'],
  ['/team/history', 'History'],
  ['/timeline', '11/21/2026'],
];
export const ofATemplate = (id: string): readonly Place[] => [
  [`/templates/${id}`, 'Overview'],
  [`/templates/${id}/rotations`, 'Rotations'],
  [`/templates/${id}/rotations/add`, 'Add Rotation'],
];
export const insideATemplate = (id: string): readonly Place[] => [
  [`/templates/${id}/rotations/0`, 'Edit Rotation'],
  [`/templates/${id}/rotations/0/charts`, 'Headcount Charts: Lunch'],
  [`/templates/${id}/rotations/0/0`, 'Rename Area'],
  [`/templates/${id}/rotations/0/add`, 'Add Subarea'],
  [`/templates/${id}/rotations/0/0/0`, 'Edit Position'],
  [`/templates/${id}/rotations/0/0/add`, 'Add Position'],
];

/** The previews of sheets; a week is that of a person of the crew. */
export const onPaper = (person: string): readonly Place[] => [
  ['/print/day', '11/21/2026'],
  ['/print/rotation', '11/21/2026'],
  ['/print/handover', '11/21/2026'],
  [`/print/week?from=2026-11-21&person=${person}`, 'Week'],
  ['/team/poster', 'Poster'],
];

/** The sample, copied to a fixed date. */
export async function openSample(page: Page): Promise<{ team: string; layout: string }> {
  const { team, layout } = await openTeam(page);
  const sample = await read(page.context(), team, layout);
  const dated = await createLayout(page.context(), team, { ...sample, date: '2026-11-21' });
  await remember(page, { team, layout: dated });
  return { team, layout: dated };
}

/** Goes from page to page as links do, which is faster; first-load.test.ts opens each one cold. */
export async function visit(page: Page, places: readonly Place[], run: (path: string) => Promise<unknown>) {
  const [[first] = ['/']] = places;
  await page.goto(first);
  for (const [path, heading] of places) {
    await page.evaluate((next) => {
      if (location.pathname + location.search !== next) history.pushState(null, '', next);
    }, path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
    await expect(page.locator('.loading')).toHaveCount(0);
    await run(path);
  }
}
