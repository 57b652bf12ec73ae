import { globSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { phone } from '../look.ts';
import { openDouble } from '../places.ts';
import { colleague, password, post, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ hasTouch: true, isMobile: true, viewport: phone });

/** What a finger taps: a button, an item of a menu or a box by its name, or words on the page. */
type Tap = string | RegExp | { readonly words: string };
/** The file of `web/screens` or `web/parts` that opens it, the taps that do, and its name. */
type Sheet = readonly [by: string, taps: readonly Tap[], opens: string | RegExp];
/** An item of a menu that does its work at once, and what is said then. */
type Deed = readonly [taps: readonly Tap[], says: string | RegExp];
type Sheets = Readonly<Record<string, readonly Sheet[]>>;

const cody = /^Cody L\..*, Register 1$/;
const whyNot = /^Why not somebody else on Expo in Lunch/;

/** For a finger, the controls of a row come with the first tap on it. */
const ofRow = (name: string, ...items: Tap[]): readonly Tap[] => [
  { words: name },
  `More for ${name}`,
  ...items,
];

const ofARotation: readonly Sheet[] = [
  ['plan/rotation-section', ofRow('Front Counter'), 'More for Front Counter'],
  ['plan/transfer-dialog', ofRow('Front Counter', 'Copy to…'), 'Copy Front Counter'],
  ['plan/transfer-dialog', ofRow('Front Counter', 'Move to…'), 'Move Front Counter'],
  ['plan/rotation-section', ofRow('Register 2'), 'More for Register 2'],
  ['plan/transfer-dialog', ofRow('Register 2', 'Copy to…'), 'Copy Register 2'],
  ['plan/transfer-dialog', ofRow('Register 2', 'Move to…'), 'Move Register 2'],
];

const ofTheDay: Sheets = {
  '/': [
    ['frame/frame', ['Team menu'], 'Team menu'],
    ['palette/palette', ['Team menu', 'Find'], 'Find people, positions, days and actions'],
    ['board/headcount/headcount-bar', [/People in Lunch$/], 'People in Lunch'],
    ['day/actions/person-sheet', [cody], 'Cody Larsen'],
    ['day/actions/person-sheet', [cody, 'Edit Times'], 'Cody Larsen’s Times'],
    ['day/actions/action-sheet', [/^Bagger 2/], 'Bagger 2'],
    ['day/actions/action-sheet', ['Walk-In'], 'Walk-In'],
  ],
  '/editor/overview': [['notes/notes-editor', ['Link'], 'Link']],
  '/editor/shifts': [
    ['editor/shifts/selection-dialogs', ['Select Beatriz Lima', 'Change Job'], /^Change Job/],
    ['editor/shifts/selection-dialogs', ['Move Times'], /^Move Times/],
    ['editor/shifts/shifts', ['Select Dmitri Volkov', 'Delete'], 'Delete 2 shifts?'],
  ],
  '/editor/rotations': [
    ['editor/fill/fill-menu', ['Fill Positions'], 'Fill Positions'],
    ['editor/fill/fill-dialog', ['Fill Positions', /^Copy, Swap/], 'Fill Lunch'],
  ],
  '/editor/planner': [['editor/planner/why-not', [whyNot], whyNot]],
  '/editor/plan': [
    ['page/template-dialog', ['Save as Template'], 'Save as Template'],
    ['plan/rotation-section', [/^Lunch/, 'Delete Rotation Lunch'], 'Delete Lunch?'],
    ...ofARotation,
  ],
  '/editor/plan/1/charts': [
    ['plan/chart-table-dialog', ['Paste a Table'], 'Paste a Table'],
    ['plan/chart-grid', [/Column for 12 people$/], /Column for 12/],
    ['plan/chart-grid', [/Expo with 12 people$/], /Expo with 12 people$/],
  ],
};
const ofTheTeam: Sheets = {
  '/layouts': [
    ['layouts/layouts', ['More for Kitchen, Weekday'], 'More for Kitchen, Weekday'],
    ['layouts/layouts', ['More for Kitchen, Weekday', 'Move to another area'], 'Move to Another Area'],
    ['page/template-dialog', ['More for Kitchen, Weekday', 'Save as template'], 'Save as Template'],
  ],
  '/team': [
    ['team/members', ['Leave Team'], /^Leave /],
    ['team/members', ['Remove Jordan Sample'], 'Remove Jordan Sample?'],
    ['team/dialogs', ['Rename Kitchen'], 'Rename Kitchen'],
    ['team/dialogs', ['Delete Team'], /^Delete /],
  ],
  '/team/devices': [
    ['devices/devices', ['Edit Tablet'], 'Edit Tablet'],
    ['devices/devices', ['Revoke Tablet'], 'Revoke Tablet'],
    ['devices/devices', ['Create Link'], 'Create Link'],
  ],
  '/crew': [
    ['crew/crew', ['Add Person'], 'Add Person'],
    ['crew/crew', ['Open Cody Larsen'], 'Cody Larsen'],
    ['crew/crew', ['Open Cody Larsen', 'Merge…'], 'Merge Cody Larsen'],
    ['crew/crew', ['Open Cody Larsen', 'Delete…'], 'Delete Cody Larsen?'],
  ],
  '/crew/skills': [
    ['crew/skills/suggest-dialog', ['Suggest from the Last 30 Days'], 'Suggested Levels'],
    ['crew/skills/station-dialog', [/^Dining & Support/], /Dining & Support$/],
    ['crew/skills/skills', ['Cody Larsen'], 'Cody Larsen'],
  ],
  '/account': [
    ['account/profile-dialogs', ['Edit Names'], 'Edit Names'],
    ['account/profile-dialogs', ['Change Email'], 'Change Email'],
    ['account/profile-dialogs', ['Delete Account'], 'Delete Account'],
    ['account/sign-in', ['Change Password'], 'Change Password'],
    ['account/second-factor-setup', ['Set Up App'], 'Set Up an Authenticator App'],
    ['account/account', [/^Sign Out .*, last used/], /^Sign Out .*\?$/],
    ['account/account', ['Sign Out Other Devices'], 'Sign Out Other Devices'],
    ['account/tokens', ['New Token'], 'New API Token'],
    ['account/tokens', ['Revoke Token Report'], 'Revoke Report'],
  ],
};
const ofATemplate = (template: string): Sheets => ({
  [`/templates/${template}/rotations`]: ofARotation,
});

const deeds: Readonly<Record<string, readonly Deed[]>> = {
  '/': [[[/People in Lunch$/, /^Set up for/], /Set up Lunch for/]],
  '/editor/rotations': [[['Fill Positions', /^Whole Day by Job/], /Filled|Placed/]],
  '/editor/plan': [
    [[/^Lunch/, ...ofRow('Front Counter', 'Duplicate')], /Added|Duplicated/],
    [ofRow('Expo', 'Duplicate'), /Added|Duplicated/],
    [ofRow('Expo 2', 'Copy to…', /^Breakfast, 9p/, 'Copy'), /Expo 2 copied to Breakfast/],
  ],
  '/editor/plan/1/charts': [
    [[/Expo with 12 people$/, 'Closed'], /Expo/],
    [[/Column for 12 people$/, /^Copy to /], /^Copied the column/],
    [[/Column for 12 people$/, 'Remove Column'], /^Removed the column/],
  ],
  '/layouts': [[['More for Kitchen, Weekday', 'Delete'], /Kitchen, Weekday deleted/]],
};

/** Files with a menu or a sheet that these tests do not open, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'parts/kiosk/kiosk-button': 'tapped in every-page.test.ts and kiosk.test.ts',
  'parts/kiosk/who-is-here': 'tapped in every-page.test.ts and kiosk.test.ts',
  'screens/team/team-security': 'asks as the members do, once a manager has an app',
  'screens/team/schedule-connection': 'asks as the members do, once a provider is connected',
};

test('every file with a menu or a sheet has one of them opened by touch', () => {
  const opened = [ofTheDay, ofTheTeam, ofATemplate('')]
    .flatMap((sheets) => Object.values(sheets).flat())
    .map(([by]) => by);
  const opens = /<(Dialog|FormDialog|MenuButton|MenuOpener|Sheet)\b|\baskFinally\(\{/;
  const missing = globSync('web/{screens,parts}/**/*.tsx', { exclude: ['**/*.test.tsx'] })
    .filter((file) => opens.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace(/^web\/|\.tsx$/g, ''))
    .filter((file) => !opened.some((by) => file.endsWith(`/${by}`)) && !(file in elsewhere));
  // which the others are made of
  expect(missing.sort()).toEqual(['parts/ask/asked-first', 'parts/forms/submit']);
});

test('[AX16] every sheet and menu of a day opens, works and closes by touch', async ({ page }) => {
  await openDouble(page);
  await tapThrough(page, ofTheDay);
});

test('[AX16] every sheet and menu of a template opens, works and closes by touch', async ({ page }) => {
  const { template } = await openDouble(page);
  await tapThrough(page, ofATemplate(template));
});

test('[AX16] every sheet and menu of a team opens, works and closes by touch', async ({
  page,
  browser,
  server,
}) => {
  const { team, email } = await openDouble(page);
  await colleague(page, team, 'lead');
  const other = await browser.newContext({ baseURL: server.address });
  await post(other, '/api/auth/sign-in', { email, password });
  const token = { name: 'Report', scope: 'read', team: null, days: 30, password };
  await post(page.context(), '/api/account/tokens', token);
  const { userCode } = await post(other, '/api/auth/device/start', { kind: 'kiosk' });
  const form = { code: userCode, name: 'Tablet', area: null, role: 'lead' };
  await post(page.context(), `/api/teams/${team}/pairing/approve`, form);
  await tapThrough(page, ofTheTeam);
});

test('[AX16] what a menu does at once is done by touch', async ({ page }) => {
  await openDouble(page);
  for (const [address, all] of Object.entries(deeds)) {
    await page.goto(address);
    for (const [taps, says] of all) {
      for (const tap of taps) await target(page, tap).tap();
      await expect(page.getByRole('status', { name: 'Messages' }), said(taps)).toContainText(says);
    }
  }
});

async function tapThrough(page: Page, sheets: Sheets) {
  for (const [address, all] of Object.entries(sheets)) {
    await page.goto(address);
    for (const [, taps, opens] of all) {
      for (const tap of taps) await target(page, tap).tap();
      await tryOut(page, opens, `${address}: ${said(taps)}`);
    }
  }
}

const said = (taps: readonly Tap[]): string =>
  taps.map((tap) => (typeof tap === 'object' && 'words' in tap ? tap.words : String(tap))).join(' > ');

const openOver = (page: Page): Locator => page.locator('dialog:modal, .sheet, [role="menu"]:not(dialog *)');

/** In what is open over the page, or else on the page. */
function target(page: Page, tap: Tap): Locator {
  if (typeof tap === 'object' && 'words' in tap) return page.getByText(tap.words, { exact: true }).first();
  const named = { name: tap, exact: true };
  return page
    .getByRole('menuitem', named)
    .or(page.getByRole('button', named))
    .or(page.getByRole('checkbox', named))
    .first();
}

/** A finger gets at each control, uses the first field, and closes it. */
async function tryOut(page: Page, name: string | RegExp, what: string) {
  const surface = openOver(page).last();
  await expect(surface, what).toHaveAccessibleName(name);
  expect.soft(await surface.evaluate(dead), what).toEqual([]);
  if ((await surface.getAttribute('role')) === 'menu') {
    const address = page.url();
    // over the logo, which leads to another page
    await page.touchscreen.tap(20, 20);
    await expect(surface, what).toHaveCount(0);
    expect.soft(page.url(), what).toBe(address);
    return;
  }
  const field = surface.locator('input:not([type="radio"], [type="file"]), textarea').first();
  if ((await field.count()) > 0) await use(field, what);
  for (let open = openOver(page).last(); (await open.count()) > 0; open = openOver(page).last()) {
    const element = await open.elementHandle();
    const way = open.getByRole('button', { name: /^(Cancel|Close|Done)$/ }).first();
    await way.tap();
    await expect.poll(() => element?.evaluate((each) => each.isConnected), what).toBe(false);
  }
}

async function use(field: Locator, what: string) {
  const isBox = (await field.getAttribute('type')) === 'checkbox';
  const before = isBox && (await field.isChecked());
  await field.tap();
  if (isBox) await expect(field, what).toBeChecked({ checked: !before });
  else await expect(field, what).toBeFocused();
}

/** What a finger does not get at. Runs in the page. */
function dead(surface: Element): string[] {
  const controls = surface.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, [role="menuitem"]',
  );
  return [...controls]
    .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((each) => {
      each.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = each.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return width > 2 && !each.contains(hit) && !each.closest('label, .field__select')?.contains(hit);
    })
    .map((each) => `${each.tagName} ${each.getAttribute('aria-label') ?? each.textContent}`);
}
