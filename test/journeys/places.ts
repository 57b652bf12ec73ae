import { expect, type Page } from '@playwright/test';
import type { Layout } from '../../domain/day/layout.ts';
import {
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  openTeam,
  read,
  register,
  remember,
} from './restaurant.ts';

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

type Rotations = Layout['rotations'];

/** The first once more, under its name, at the end of the day. */
const withNamesake = (rotations: Rotations): Rotations =>
  rotations[0]
    ? [
        ...rotations,
        { ...structuredClone(rotations[0]), id: 'again', startTime: '9:00 PM', endTime: '11:00 PM' },
      ]
    : rotations;

/** The same, with two of everything: teams, areas, templates, layouts of the day, rotations and people of one name. */
export async function openDouble(page: Page) {
  const { email } = await register(page.context());
  const { team, layout: sample } = await createTeam(page.context(), { sample: true });
  await createTeam(page.context());
  const day = await read<Layout>(page.context(), team, sample);
  const [breakfast, lunchThere, ...later] = day.rotations as [Rotations[number], Rotations[number]];
  const lunchWithChart = { ...lunchThere, charts: [{ people: 12, coveredBy: {} }] };
  const [someone, ...others] = day.shifts as [Layout['shifts'][number]];
  const { person = '', ...namesake } = someone;
  for (const area of ['Front of House', 'Kitchen']) {
    await createLayout(page.context(), team, { area });
    await createTemplate(page.context(), team, { area });
  }
  const template = await createTemplate(page.context(), team, {
    name: 'Weekend',
    rotations: withNamesake([
      lunch,
      { ...lunch, id: 'dinner', name: 'Dinner', startTime: '5:00 PM', endTime: '9:00 PM' },
    ]),
  });
  const layout = await createLayout(page.context(), team, {
    ...day,
    date: '2026-11-21',
    rotations: withNamesake([breakfast, lunchWithChart, ...later]),
    shifts: [someone, { ...namesake, id: 'namesake' }, ...others],
  });
  await remember(page, { team, layout });
  return { email, team, layout, template, person };
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
