import {
  answered,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  type Locator,
  lunch,
  openTeam,
  type Page,
  password,
  register,
  remember,
  shiftOf,
  test,
} from '../../test/page/restaurant.ts';
import { linkFor } from '../../test/servers/reset-link.ts';

/** Typed text and the error it causes. */
type Wrong = readonly (readonly [typed: string, sentence: string])[];
/** By field label: a valid value, and invalid ones. */
type Fields = Readonly<Record<string, readonly [right: string, wrong: Wrong]>>;

const long = 'x'.repeat(10_000);
/** Markup, right-to-left text, other digits, and symbols. */
const strange = '<b onclick="alert(1)">Grill</b> &amp; “O’Brien” مطبخ ١ 🍟';
const tooLong = 'That name is too long. Use 100 characters or fewer.';
const textTooLong = (max: number) => `That text is too long. Use ${max} characters or fewer.`;
const unlikely = ['<img src=x onerror=alert(1)>', '🍟', 'مساء', long];

const asName = (missing: string): Wrong => [
  ['', missing],
  [' \t ', missing],
  [long, tooLong],
  ['🍟'.repeat(51), tooLong],
];
const asEmail: Wrong = ['', 'no address', `${long}@example.com`, ...unlikely].map((typed) => [
  typed,
  'Enter an email address.',
]);
const asMinutes: Wrong = ['', ' ', '-3', '1.5', '١٢', '1441', ...unlikely].map((typed) => [
  typed,
  'Enter a whole number of minutes from 0 to 1440.',
]);
const asTime: Wrong = [
  ['', 'Enter a time, such as 3:30 PM.'],
  [' ', 'Enter a time, such as 3:30 PM.'],
  ...['25:99', '٤', ...unlikely].map((typed): Wrong[number] => [
    typed,
    'is not a time. Try 3:30 PM, 3p, or 15:30.',
  ]),
];
const asProof: Wrong = ['', ' ', ...unlikely].map((typed) => [typed, 'That password is incorrect.']);
const asNewPassword: Wrong = [
  ['', 'Password should be at least 8 characters'],
  ['🔑🔑', 'Password should be at least 8 characters'],
  [long, 'Password should be at most 256 characters'],
];

test('bad input when registering and signing in', async ({ page }) => {
  await page.goto('/register');
  await expectRefused(page, {
    'First Name': ['ana', asName('Invalid first name or last name.')],
    'Last Name': ['lopez', asName('Invalid first name or last name.')],
  });
  const email = page.getByLabel('Email');
  const word = page.getByLabel('Password', { exact: true });
  const again = page.getByLabel('Confirm Password');
  for (const [typed, sentence] of asEmail) {
    await email.fill(typed);
    await email.press('Enter');
    await answered(page);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(email).toHaveValue(typed);
  }
  await email.fill('ana@example.com');
  for (const [typed, sentence] of asNewPassword) {
    await again.fill(typed);
    await word.fill(typed);
    await word.press('Enter');
    await answered(page);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(word).toHaveValue(typed);
  }
  await refuse(again, long.slice(1), 'Passwords do not match.');

  const taken = await register(page.context());
  await page.context().clearCookies();
  await page.goto('/login');
  for (const [address, word] of [
    ['', ''],
    [' ', ' '],
    [long, password],
    [taken.email, long],
    [taken.email, strange],
    [strange, strange],
  ] as const) {
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill(word);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await answered(page);
    await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.');
    await expect(page.getByLabel('Email')).toHaveValue(address.trim());
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(word);
  }
});

test('bad input when resetting a password', async ({ page, server }) => {
  const { email } = await register(page.context());
  await page.context().clearCookies();
  await page.goto(`/reset/${await linkFor(server, email)}`);
  for (const [typed, sentence] of asNewPassword) {
    await page.getByLabel('Confirm Password').fill(typed);
    await refuse(page.getByLabel('New Password'), typed, sentence);
  }
  await refuse(page.getByLabel('Confirm Password'), 'another', 'Passwords do not match.');
});

test('bad input in the account', async ({ page }) => {
  const { email } = await register(page.context());
  await page.goto('/account');
  const open = (name: string) => page.getByRole('button', { name }).first().click();
  const close = () => page.keyboard.press('Escape');
  await open('Edit Names');
  await expectRefused(page, {
    'First Name': ['Ana', asName('Invalid first name or last name.')],
    'Last Name': ['Lopez', asName('Invalid first name or last name.')],
  });
  await page.getByLabel('Last Name').fill(strange);
  await page.keyboard.press('Enter');
  await expect(page.locator('dd').getByText(strange)).toBeVisible();

  await open('Change Email');
  await expectRefused(page, {
    'Your password': [password, [[long, 'That password is incorrect.']]],
    Email: [`new.${email}`, asEmail],
  });
  await close();
  await open('Change Password');
  await page.getByLabel('Current Password').fill(password);
  for (const [typed, sentence] of asNewPassword) {
    await page.getByLabel('Confirm Password').fill(typed);
    await refuse(page.getByLabel('New Password'), typed, sentence);
  }
  await refuse(page.getByLabel('Confirm Password'), 'another', 'Passwords do not match.');
  await close();
  await open('New Token');
  await expectRefused(page, {
    Name: ['Printer', asName('Enter a name.')],
    'Your password': ['', asProof.slice(0, 1)],
  });
  await close();
  for (const dialog of ['Set Up App', 'Delete account']) {
    await open(dialog);
    await expectRefused(page, {
      'Your password': ['', dialog === 'Set Up App' ? asProof.slice(2) : asProof.slice(-1)],
    });
    await close();
  }
});

test('bad input for a new team and an invite link', async ({ page }) => {
  await register(page.context());
  await page.goto('/start');
  const none = 'This invite link no longer works. Ask for a new one.';
  await expectRefused(page, {
    'Invite link': [
      '',
      ['', ' ', 'https://elsewhere.example/', '/join/🍟', strange, `${long}!`].map((typed) => [typed, none]),
    ],
  });
  await page.reload();
  await page.getByText('Areas, breaks, and time zone').click();
  await expectRefused(page, {
    'Team Name': [strange, asName('Enter a name.')],
    Areas: [
      `Kitchen, ${strange}`,
      [
        ['', 'A team needs at least one area.'],
        [' , ,', 'A team needs at least one area.'],
        ['Kitchen, Kitchen', 'That name is already taken. Enter a different one.'],
        [`Kitchen, ${long}`, tooLong],
        [[...Array(25).keys()].join(), 'You’ve reached the limit of 24.'],
      ],
    ],
    'Work time per break (minutes)': ['300', asMinutes],
    'Break length (minutes)': ['30', asMinutes],
    'Business day starts': ['4:00 AM', asTime],
  });
  await page.getByLabel('Business day starts').press('Enter');
  await expect(page).toHaveURL('/layouts');
  await expect(page.locator('header')).toContainText(strange);
});

test('[TE2] [TE12] [T11] bad input in team settings', async ({ page }) => {
  await openTeam(page, {});
  await page.goto('/team');
  const settings = page.getByRole('form', { name: 'Settings' });
  await expectRefused(settings, {
    'Team Name': [strange, asName('Enter a name.')],
    'Work time per break (minutes)': ['240', asMinutes],
    'Break length (minutes)': ['45', asMinutes],
    'Business day starts': ['5:00 AM', asTime],
  });
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.field__error')).toHaveCount(0);
  await settings.getByLabel('Team Name').fill(strange);
  await page.keyboard.press('Enter');
  await expect(page.locator('header')).toContainText(strange);

  const taken: Wrong = [['Kitchen', 'That name is already taken. Enter a different one.']];
  await expectRefused(page.getByRole('form', { name: 'Add Area' }), {
    'New area': [` ${strange} `, [...asName('Enter a name.'), ...taken]],
  });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Rename ${strange}`, exact: true }).click();
  await expectRefused(page.getByRole('dialog'), { Area: ['', [...asName('Enter a name.'), ...taken]] });
  await page.keyboard.press('Escape');

  const colors: Wrong = ['tomato', '#12', ...unlikely].map((typed) => [
    typed,
    'Enter a color, such as #1f5fbf.',
  ]);
  await expectRefused(page.getByRole('form', { name: 'Theme' }), { Color: ['#aa2200', colors] });
  await page.getByRole('form', { name: 'Theme' }).getByRole('button', { name: 'Cancel' }).click();
  const addresses = [
    'http://example.com/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,x',
    ...unlikely,
  ];
  await expectRefused(page.getByRole('form', { name: 'Logo' }), {
    'Logo URL': [
      '',
      addresses.map((typed) => [typed, 'Enter an https address without a user name or password.']),
    ],
  });
  await page.getByRole('form', { name: 'Logo' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Team' }).click();
  const names = ['', ' ', strange.toUpperCase(), ...unlikely];
  await expectRefused(page.getByRole('dialog'), {
    'Team Name': ['', names.map((typed) => [typed, 'That doesn’t match the team’s name.'])],
  });
});

test('[TM1] [TM7] [RO1] [PL2] bad input in templates', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team, { rotations: [lunch] });
  remember(page, { team });
  await page.goto('/templates/setup');
  await page.getByLabel('Area').selectOption('Kitchen');
  await expectRefused(page, { 'Template Name': [` ${strange} `, asName('Invalid name or area')] });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/templates\/[\w-]{20,}$/);
  await expect(page.getByLabel('Area')).toHaveValue('Kitchen');
  await expectRefused(page, { 'Template Name': [strange, asName('Invalid name')] });

  const rotations = `/templates/${template}/rotations`;
  await page.goto(`${rotations}/add`);
  const asRotationTime: Wrong = ['', ' ', '25:99', ...unlikely].map((typed) => [
    typed,
    'Invalid name or time. Enter a time, such as 3:30 PM.',
  ]);
  await expectRefused(page, {
    'Rotation Name': [strange, asName('Invalid name or time. Enter a name.')],
    'Start Time': ['3:30 PM', asRotationTime],
    'End Time': ['3:00 AM', asRotationTime],
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(rotations);
  for (const [part, label] of [
    ['0/add', 'Subarea Name'],
    ['0/0', 'Subarea Name'],
    ['0/0/add', 'Position Name'],
    ['0/0/0', 'Position Name'],
  ] as const) {
    await page.goto(`${rotations}/${part}`);
    await expectRefused(page, { [label]: [` ${strange} `, asName('Invalid name')] });
    await page.getByRole('button', { name: /^(Save|Done)$/ }).click();
    await expect(page).toHaveURL(rotations);
  }
  await expect(page.getByText(strange, { exact: true })).toHaveCount(5);
  await expect(page.locator('main b')).toHaveCount(0);
});

test('[LA2] [TM5] [SH18] bad input in a layout and its shifts', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  await createTemplate(page.context(), team);
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Ana Price')] });
  remember(page, { team, layout });
  await page.goto('/layouts/setup');
  await page.getByLabel('Template').selectOption({ index: 1 });
  await expectRefused(page, { Date: ['2026-11-22', [['', 'Choose a date.']]] });

  await page.goto('/layouts?date=2026-11-21');
  await page.getByRole('button', { name: 'More for Front of House, Weekday' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  await expectRefused(page, { 'Template Name': [strange, asName('Invalid name or area')] });
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${strange} saved as a template`)).toBeVisible();

  await page.goto('/editor/shifts/add');
  await expectRefused(page, {
    Name: [strange, asName('Enter a name.')],
    'Start Time': ['3:30 PM', asTime],
    'End Time': ['3:00 AM', asTime],
    Job: [strange, [[long.slice(0, 101), textTooLong(100)]]],
    Note: [strange, [1_001, 2_001].map((length) => [long.slice(0, length), textTooLong(1_000)] as const)],
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: `Edit ${strange}`, exact: true })).toBeVisible();

  await page.getByLabel(`Select ${strange}`).check();
  await page.getByRole('button', { name: 'Change Job' }).click();
  await expectRefused(page.getByRole('dialog'), { Job: ['Grill', [[long.slice(0, 101), textTooLong(100)]]] });
});

/** Fills in valid values, then tries each invalid one: its error appears at the field, and nothing typed is lost. */
async function expectRefused(form: Page | Locator, fields: Fields) {
  const field = (label: string) => form.getByLabel(label, { exact: true });
  for (const [label, [right]] of Object.entries(fields)) await field(label).fill(right);
  for (const [label, [right, wrong]] of Object.entries(fields)) {
    for (const [typed, sentence] of wrong) await refuse(field(label), typed, sentence);
    await field(label).fill(right);
  }
  for (const [label, [right]] of Object.entries(fields)) await expect(field(label)).toHaveValue(right);
}

async function refuse(field: Locator, typed: string, sentence: string) {
  await field.fill(typed);
  // email and URL fields trim blanks
  const kept = typed === typed.trim() ? typed : await field.inputValue();
  expect(kept.trim()).toBe(typed.trim());
  await field.press('Enter');
  await answered(field.page());
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence.replace(/[.?#]/g, '\\$&')));
  const after = { value: kept, invalidFields: 1, isInvalid: true, isFocused: true };
  await expect
    .poll(() => field.evaluate(stateOf), { message: `after “${typed.slice(0, 100)}”` })
    .toEqual(after);
}

/** In one call: there are hundreds. */
const stateOf = (field: Element) => ({
  value: (field as HTMLInputElement).value,
  invalidFields: document.querySelectorAll('[aria-invalid="true"]').length,
  isInvalid: field.getAttribute('aria-invalid') === 'true',
  isFocused: document.activeElement === field,
});
