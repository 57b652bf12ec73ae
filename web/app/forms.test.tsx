import type { Template } from '../../domain/team/template.ts';
import {
  answered,
  atPage,
  change,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  type Locator,
  openTeam,
  type Page,
  password,
  read,
  register,
  remember,
  shiftOf,
  signOutAt,
  test,
} from '../../test/page/restaurant.ts';

const unreadable = '“25:99” is not a time. Try 3:30 PM, 3p, or 15:30.';

test('[P2] register: errors at their field', async ({ page }) => {
  await page.goto('/register');
  const first = page.getByLabel('First Name');
  const last = page.getByLabel('Last Name');
  const email = page.getByLabel('Email');
  const word = page.getByLabel('Password', { exact: true });
  const again = page.getByLabel('Confirm Password');
  const send = page.getByRole('button', { name: 'Register' });

  await fill([first, '   '], [last, 'gutiérrez'], [email, 'not an address'], [word, 'abc'], [again, 'abcd']);
  await send.click();
  await expectAt(first, 'Invalid first name or last name.');
  await fill([first, 'élodie'], [last, ' ']);
  await send.click();
  await expectAt(last, 'Invalid first name or last name.');
  await last.fill('mcKay');
  await send.click();
  await expectAt(again, 'Passwords do not match.');
  await again.fill('abc');
  await send.click();
  await expectMarked(email, 'Enter an email address.');
  const address = `elodie.${process.pid}@example.com`;
  await email.fill(address);
  await send.click();
  await expectMarked(word, 'Password should be at least 8 characters');
  await expectKept([first, 'élodie'], [last, 'mcKay'], [email, address], [word, 'abc'], [again, 'abc']);

  const taken = await register(page.context());
  await page.context().clearCookies();
  await fill([email, taken.email], [word, 'abc def ghi'], [again, 'abc def ghi']);
  await send.click();
  await expectMarked(email, 'That email address already has an account. Sign in instead.');
  await expectKept([first, 'élodie'], [last, 'mcKay'], [email, taken.email], [word, 'abc def ghi']);

  await email.fill(address);
  await send.click();
  await expect(page).toHaveURL('/start');
  await page.goto('/account');
  await expect(page.getByText('Élodie', { exact: true })).toBeVisible();
  await expect(page.getByText('McKay', { exact: true })).toBeVisible();
});

test('[AX15] the address that was typed to sign in is not asked for again', async ({ page }) => {
  const { email } = await register(page.context());
  await page.context().clearCookies();
  const field = page.getByLabel('Email');
  const go = (name: string) => page.getByRole('link', { name }).click();
  await page.goto('/login');
  await fill([field, email], [page.getByLabel('Password', { exact: true }), 'a wrong password']);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await go('Forgot your password?');
  await go('Back to Sign In');
  await expect(field).toHaveValue(email);
  await go('Need to register?');
  await expect(page).toHaveURL('/register');
  await expect(field).toHaveValue(email);
  await go('Have an account? Sign in');
  await expect(field).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/start');

  await signOutAt(page);
  await expect(field, 'the next person is asked').toHaveValue('');
});

test('a wrong password shows an alert and keeps what was typed', async ({ page }) => {
  const { email } = await register(page.context());
  await page.context().clearCookies();
  await page.goto('/login');
  const address = page.getByLabel('Email');
  const word = page.getByLabel('Password', { exact: true });
  for (const [typed, secret] of [
    [email, 'not the password'],
    ['nobody@example.com', 'any password'],
    ['', ''],
  ] as const) {
    await fill([address, typed], [word, secret]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await answered(page);
    await expectSaid(page, 'The email or password is incorrect.');
    await expectKept([address, typed], [word, secret]);
  }
  await fill([address, email], [word, 'still not it']);
  await word.press('Enter');
  await answered(page);
  await expectSaid(page, 'The email or password is incorrect.');
  await expect(word).toBeFocused();
  await page.getByText('Show password').click();
  await expect(word).toHaveAttribute('type', 'text');
  await fill([address, ` ${email} `], [word, password]);
  await word.press('Enter');
  await expect(page).toHaveURL('/start');
});

test('a form that fails offline keeps what was typed and says so', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('maria@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a secret');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Can’t reach Lineup. Check your connection and try again.',
  );
  await expect(page.getByLabel('Email')).toHaveValue('maria@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a secret');
});

test('template forms: errors for name and area', async ({ page }) => {
  await openTeam(page, {});
  await page.goto('/templates/setup');
  const name = page.getByLabel('Template Name');
  const area = page.getByLabel('Area');
  const create = page.getByRole('button', { name: 'Create' });
  await fill([name, '   ']);
  await area.selectOption('Kitchen');
  await create.click();
  await expectAt(name, 'Invalid name or area');
  await expect(area).toHaveValue('Kitchen');
  await page.reload();
  await fill([name, 'Weekend']);
  await create.click();
  await expectAt(area, 'Invalid name or area');
  await expect(name).toHaveValue('Weekend');
  await area.selectOption('Kitchen');
  await create.click();
  await expect(page).toHaveURL(/\/templates\/[\w-]{10,}$/);

  await expect(name).toHaveValue('Weekend');
  await fill([name, ' ']);
  await area.selectOption('Front of House');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expectAt(name, 'Invalid name');
  await expect(area).toHaveValue('Front of House');
  await fill([name, 'Sunday']);
  await save.click();
  await expect(page.getByText('Template saved')).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Sunday');
  await expect(area).toHaveValue('Front of House');
});

test('rotation, subarea and position forms have errors', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team, { rotations: [] });
  const rotations = `/templates/${template}/rotations`;
  await page.goto(rotations);
  await expect(page.getByText('No rotations added yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add Rotation' }).click();
  const name = page.getByLabel('Rotation Name');
  const start = page.getByLabel('Start Time');
  const end = page.getByLabel('End Time');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  const finish = page.getByRole('button', { name: 'Done' });
  await fill([name, ' '], [start, '10:30'], [end, '2p']);
  await add.click();
  await expectAt(name, 'Invalid name or time. Enter a name.');
  await fill([name, 'Lunch'], [end, '25:99']);
  await add.click();
  await expectAt(end, 'Invalid name or time. Enter a time, such as 3:30 PM.');
  await expectKept([name, 'Lunch'], [start, '10:30 AM'], [end, '25:99']);
  await fill([start, ''], [end, '14']);
  await add.click();
  await expectAt(start, 'Invalid name or time. Enter a time, such as 3:30 PM.');
  await start.fill('10:30a');
  await end.fill('2 pm');
  await finish.click();
  await expect(page).toHaveURL(rotations);
  await expect(page.getByText('10:30 AM to 2:00 PM')).toBeVisible();

  await expect(page.getByText('No subareas added yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add Subarea' }).click();
  await add.click();
  await expectAt(page.getByLabel('Subarea Name'), 'Invalid name');
  await page.getByLabel('Subarea Name').fill('Front Counter');
  await finish.click();
  await expect(page.getByText('No positions added yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add Position' }).click();
  await add.click();
  await expectAt(page.getByLabel('Position Name'), 'Invalid name');
  await page.getByLabel('Position Name').fill('Register 1');
  await finish.click();
  await expect(page).toHaveURL(rotations);
  await expect(page.getByText('Register 1', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await read<Template>(page.context(), team, template)).rotations)
    .toMatchObject([
      {
        name: 'Lunch',
        startTime: '10:30 AM',
        endTime: '2:00 PM',
        subareas: [{ name: 'Front Counter', positions: [{ name: 'Register 1', seats: [] }] }],
      },
    ]);
});

test('shift form: errors at their field', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team);
  remember(page, { team, layout });
  await page.goto('/editor/shifts/add');
  const name = page.getByLabel('Name');
  const start = page.getByLabel('Start Time');
  const end = page.getByLabel('End Time');
  const save = page.getByRole('button', { name: 'Save' });

  await fill([name, ' '], [start, '3p'], [end, '25:99']);
  await save.click();
  await expectAt(name, 'Enter a name.');
  await name.fill('Chloe Davis');
  await save.click();
  await expectAt(end, unreadable);
  await expectKept([name, 'Chloe Davis'], [start, '3:00 PM'], [end, '25:99']);
  await expect(end).toBeFocused();
  await end.fill('');
  await save.click();
  await expectAt(end, 'Enter a time, such as 3:30 PM.');
  await end.fill('23:30');
  await end.press('Tab');
  await expect(end).toHaveValue('11:30 PM');
  await expect(page.getByText('8 h 30 min')).toBeVisible();
  await start.fill('15:30');
  await start.press('Enter');
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(row(page, 'Chloe Davis')).toContainText('3:30 PM');

  await page.getByRole('link', { name: 'Edit Chloe Davis' }).click();
  await expectKept([name, 'Chloe Davis'], [start, '3:30 PM'], [end, '11:30 PM']);
  await fill([name, ''], [end, '1a']);
  await save.click();
  await expectAt(name, 'Enter a name.');
  await expect(page.getByText('9 h 30 min, ends Sunday')).toBeVisible();
  await name.fill('Chloe Davis-Ng');
  await save.click();
  await expect(row(page, 'Chloe Davis-Ng')).toContainText('1:00 AM');
  await expect
    .poll(async () => (await read(page.context(), team, layout)).shifts)
    .toMatchObject([
      { teamMember: 'Chloe Davis-Ng', startTime: '3:30 PM', endTime: '1:00 AM', schedule: 'Manual' },
    ]);
});

test('two people edit one shift at once, and both edits are kept', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const shift = shiftOf('Chloe Davis', { startTime: '9:00 AM', endTime: '3:00 PM' });
  const layout = await createLayout(page.context(), team, { shifts: [shift] });
  remember(page, { team, layout });
  await page.goto(`/editor/shifts/${shift.id}`);
  await page.getByLabel('Name').fill('Chloe D. Davis');
  await change(page.context(), team, layout, { type: 'shift.edit', shift: shift.id, startTime: '10:00 AM' });
  await expect(page.getByLabel('Start Time')).toHaveValue('10:00 AM');
  await page.getByLabel('End Time').fill('4p');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect
    .poll(async () => (await read(page.context(), team, layout)).shifts[0])
    .toMatchObject({ teamMember: 'Chloe D. Davis', startTime: '10:00 AM', endTime: '4:00 PM' });
});

test('markup and emoji in names are plain text', async ({ page }) => {
  const markup = '<img src=x onerror="document.title=1"> 🍟 O’Néil';
  const shift = shiftOf(markup);
  await register(page.context(), '<b>Zoë</b>');
  const { team } = await createTeam(page.context(), { name: `Store ${markup}` });
  const layout = await createLayout(page.context(), team, {
    shifts: [shift],
    notes: [{ insert: `${markup}\n` }],
  });
  remember(page, { team, layout });
  for (const path of ['/', '/editor/overview', '/editor/shifts', '/editor/rotations', '/team', '/account']) {
    await page.goto(path);
    await expect(page.locator('main').getByText('<').first()).toBeVisible();
    expect(await page.locator('img[src="x"], main b').count(), path).toBe(0);
    await expect(page).toHaveTitle(/Lineup/);
  }
  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: markup }).click();
  await page.getByRole('button', { name: /^Place .* on Register 1/ }).click();
  await expect(page.getByText(`Placed ${markup} on Register 1 in Lunch`)).toBeVisible();
});

test('a double press creates one item', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await createTemplate(page.context(), team);
  await page.goto('/layouts/setup?date=2026-11-21');
  await page.getByLabel('Template').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Create' }).dblclick();
  await expect(page).toHaveURL(atPage('/editor/overview'));
  await page.goto('/layouts?date=2026-11-21');
  await expect(page.getByRole('button', { name: /^Select/ })).toHaveCount(1);
});

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function fill(...typed: [Locator, string][]) {
  for (const [field, text] of typed) await field.fill(text);
}

async function expectKept(...typed: [Locator, string][]) {
  for (const [field, text] of typed) await expect(field).toHaveValue(text);
}

/** The error belongs to this field only, visually and for screen readers. */
async function expectAt(field: Locator, sentence: string | RegExp) {
  const page = field.page();
  await expect(page.locator('.field__error')).toHaveText(sentence);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
  const words = (await page.locator('.field__error').textContent()) ?? '';
  expect(await describedBy(field)).toContain(words);
}

const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** The error is above the form; its field has focus and refers to it. */
async function expectMarked(field: Locator, sentence: string) {
  await expectSaid(field.page(), sentence);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(await describedBy(field)).toContain(sentence);
}

const expectSaid = (page: Pick<Locator, 'getByRole'>, sentence: string) =>
  expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
