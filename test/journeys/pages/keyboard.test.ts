import { expect, type Locator, type Page } from '@playwright/test';
import { answered } from '../look.ts';
import { atPage, password, test } from '../restaurant.ts';

test('the main workflow works by keyboard, with focus visible at each step', async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const go = async (target: Locator) => {
    await tabTo(page, target);
    await press('Enter');
  };
  const write = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await press('Control+A');
    await page.keyboard.type(text);
  };

  await test.step('register', async () => {
    await page.goto('/login');
    await go(link('Need to register?'));
    await write('First Name', 'ana');
    await write('Last Name', 'lopez');
    await write('Email', `ana.${process.pid}.keys@example.com`);
    await write('Password', password);
    await write('Confirm Password', password);
    await press('Enter');
    await expect(page).toHaveURL('/start');
  });

  await test.step('a team with the sample', async () => {
    await write('Team Name', 'Oak Street');
    await tabTo(page, page.getByRole('checkbox', { name: /sample restaurant/ }));
    await press('Space');
    await go(button('Create Team'));
    await answered(page);
    await expect(page).toHaveURL(atPage('/'));
    await expect(page.getByRole('heading', { name: 'Drive-Thru' })).toBeVisible();
  });

  await test.step('a layout from the template', async () => {
    await go(button(/Team menu/));
    await expect(page.getByRole('menuitem', { name: 'View Layouts' })).toBeFocused();
    await press('Enter');
    await expect(heading('Layouts')).toBeFocused();
    await go(link('New Layout'));
    await expect(page).toHaveURL(/\/layouts\/setup/);
    await tabTo(page, page.getByLabel('Date', { exact: true }));
    await page.keyboard.type('11212026');
    await tabTo(page, page.getByLabel('Template', { exact: true }));
    await page.keyboard.type('W');
    await go(button('Create'));
    await expect(page).toHaveURL(atPage('/editor/overview'));
    await expect(heading('Overview')).toBeFocused();
  });

  await test.step('notes', async () => {
    await tabTo(page, page.getByRole('textbox', { name: 'Shift notes' }));
    await press('Control+B');
    await page.keyboard.type('Fryer 2 is slow');
    // many editors insert a tab; here Tab moves on
    await go(button('Save'));
    await expect(page.getByText('Notes saved')).toBeVisible();
  });

  await test.step('a shift', async () => {
    await go(link('Shifts'));
    await expect(heading('Shifts')).toBeFocused();
    await go(link('Add Shift'));
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Chloe Davis');
    await write('Start Time', '4a');
    await write('End Time', '11p');
    await go(button('Keep 19 hours'));
    await go(button('Save'));
    await expect(page.getByRole('cell', { name: 'Chloe Davis', exact: true })).toBeVisible();
  });

  await test.step('assign to a position', async () => {
    await go(link('Rotations'));
    await expect(heading('Rotations')).toBeFocused();
    await go(button(/^Chloe Davis/));
    await go(page.getByRole('button', { name: /^Place Chloe Davis on / }).first());
    await expect(page.getByRole('button', { name: /remove Chloe Davis from/ })).toBeVisible();
  });

  await test.step('a break', async () => {
    await go(link('Return'));
    await expect(page).toHaveURL(atPage('/'));
    await expect(heading('11/21/2026')).toBeFocused();
    await go(button(/^Chloe Davis, break 1: not taken/));
    await expect(button(/^Chloe Davis, break 1: running/)).toBeFocused();
  });

  await test.step('rename a subarea of the day', async () => {
    await go(link('Edit'));
    await go(link('Rotations'));
    await go(link('Edit Rotations'));
    await expect(heading('Edit Rotations')).toBeFocused();
    await openPart(page);
    await go(page.getByRole('link', { name: /^Rename Area / }).first());
    await write('Subarea Name', 'Front');
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'Front', exact: true })).toBeVisible();
  });

  await test.step('a rotation of the template', async () => {
    await go(button(/Team menu/));
    await expect(page.getByRole('menuitem', { name: 'View Layouts' })).toBeFocused();
    await press('Enter');
    await go(link('Edit Templates'));
    await expect(heading('Templates')).toBeFocused();
    await go(page.getByRole('link', { name: 'Edit Weekday', exact: true }));
    await expect(heading('Overview')).toBeFocused();
    await go(link('Rotations'));
    await go(page.getByRole('link', { name: /^Edit Rotation / }).first());
    await expect(page.getByLabel('Rotation Name')).toBeFocused();
    await press('Control+A');
    await page.keyboard.type('Early');
    await press('Enter');
    await expect(page.getByRole('heading', { name: /^Early/ })).toBeVisible();
  });

  await test.step('invite, then sign out', async () => {
    await go(button(/Team menu/));
    await expect(page.getByRole('menuitem', { name: 'View Layouts' })).toBeFocused();
    // past the plan of the day and the crew
    for (let item = 0; item < 3; item++) await press('ArrowDown');
    await press('Enter');
    await expect(heading('Team')).toBeFocused();
    await go(button('Invite'));
    await expect(page.getByLabel('Invite link', { exact: true })).toBeFocused();
    await go(link('Ana Lopez'));
    await expect(heading('Account')).toBeFocused();
    await go(link('Sign Out'));
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email')).toBeFocused();
  });
});

/** Expands rotations, which start collapsed if there are many. */
async function openPart(page: Page) {
  await tabTo(page, page.locator('h2 button').first());
  await page.keyboard.press('Enter');
}

/** Presses Tab until the element has visible focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  // found once: after each press, the search of a large page would take most of the time
  let found = await target.elementHandle();
  for (let presses = 0; presses < 160; presses++) {
    if (!(await found?.evaluate((element) => element.isConnected))) found = await target.elementHandle();
    if (await found?.evaluate((element) => element === document.activeElement)) {
      // some show focus on a child or parent, such as the notes
      const isSeen = (element: Element) => {
        const around = ['.notes-editor', 'label', '.field'].map((each) => element.closest(each));
        return [element, ...element.querySelectorAll('*'), ...around].some((each) => {
          if (!each) return false;
          const { outlineStyle, outlineWidth } = getComputedStyle(each);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        });
      };
      // the notes hand the focus on to their editor once it is loaded
      await expect.poll(() => target.evaluate(isSeen), `the focus is in sight on ${target}`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}
