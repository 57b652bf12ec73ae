import { expect, type Page } from '@playwright/test';
import type { Notes } from '../../../domain/notes/notes.ts';
import {
  change,
  colleague,
  createLayout,
  createTeam,
  read,
  register,
  remember,
  test,
} from '../restaurant.ts';

test.use({ loadsAhead: true });

test.describe.configure({ mode: 'parallel' });

const editor = (page: Page) => page.getByRole('textbox', { name: 'Shift notes' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('Save is enabled only after an edit', async ({ page }) => {
  await openNotes(page, [{ insert: 'Welcome\n' }]);
  await expect(editor(page)).toHaveText('Welcome');
  await expect(save(page)).toBeDisabled();
  await editor(page).click();
  await page.keyboard.press('ArrowRight');
  await expect(save(page), 'clicking is not an edit').toBeDisabled();
  await page.keyboard.type('!');
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(page.getByText('Notes saved')).toBeVisible();
  await expect(save(page)).toBeDisabled();
});

test('every format is stored, and shown on the day view', async ({ page }) => {
  const { team, layout } = await openNotes(page);
  await editor(page).click();
  for (const [look, text] of [
    ['Heading 1', 'One'],
    ['Heading 2', 'Two'],
    ['Heading 3', 'Three'],
    ['Numbered list', 'First'],
    ['Bulleted list', 'Point'],
  ] as const) {
    await tool(page, look).click();
    await expect(tool(page, look)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    if (look.endsWith('list')) await tool(page, look).click();
  }
  for (const [look, text] of [
    ['Bold', 'loud'],
    ['Italic', 'soft'],
    ['Underline', 'firm'],
  ] as const) {
    await tool(page, look).click();
    await page.keyboard.type(text);
    await tool(page, look).click();
  }
  await tool(page, 'Link').click();
  const address = page.getByLabel('Address');
  for (const unsafe of ['javascript:alert(1)', 'data:text/html,x']) {
    await address.fill(unsafe);
    await page.getByRole('button', { name: 'Set Link' }).click();
    await expect(page.getByText('Links must start with http, https, mailto, or tel.')).toBeVisible();
  }
  await address.fill(' ');
  await page.getByRole('button', { name: 'Set Link' }).click();
  await expect(page.getByText('Enter a link such as https://example.com.')).toBeVisible();
  await address.fill(`https://example.com/${'a'.repeat(2_000)}`);
  await page.getByRole('button', { name: 'Set Link' }).click();
  await expect(page.getByText('That link is too long. Use 2000 characters or fewer.')).toBeVisible();
  await address.fill('example.com/menu');
  await page.getByRole('button', { name: 'Set Link' }).click();
  await save(page).click();
  await expect(page.getByText('Notes saved')).toBeVisible();

  await page.goto('/');
  const notes = page.locator('.notes-view');
  await expect(notes.getByRole('heading', { name: 'One' })).toBeVisible();
  await expect(notes.getByRole('heading', { name: 'Two' })).toBeVisible();
  await expect(notes.getByRole('heading', { name: 'Three' })).toBeVisible();
  await expect(notes.locator('ol > li')).toHaveText('First');
  await expect(notes.locator('ul > li')).toHaveText('Point');
  await expect(notes.locator('strong')).toHaveText('loud');
  await expect(notes.locator('em')).toHaveText('soft');
  await expect(notes.locator('u')).toHaveText('firm');
  await expect(notes.getByRole('link')).toHaveAttribute('href', 'https://example.com/menu');
  await expect
    .poll(async () => (await read(page.context(), team, layout)).notes)
    .toEqual([
      { insert: 'One' },
      { insert: '\n', attributes: { header: 1 } },
      { insert: 'Two' },
      { insert: '\n', attributes: { header: 2 } },
      { insert: 'Three' },
      { insert: '\n', attributes: { header: 3 } },
      { insert: 'First' },
      { insert: '\n', attributes: { list: 'ordered' } },
      { insert: 'Point' },
      { insert: '\n', attributes: { list: 'bullet' } },
      { insert: 'loud', attributes: { bold: true } },
      { insert: 'soft', attributes: { italic: true } },
      { insert: 'firm', attributes: { underline: true } },
      { insert: 'https://example.com/menu', attributes: { link: 'https://example.com/menu' } },
      { insert: '\n' },
    ]);
  await page.goto('/editor/overview');
  await expect(editor(page).locator('h2')).toHaveText('Two');
});

test('formatting can be removed', async ({ page }) => {
  const { team, layout } = await openNotes(page, [
    { insert: 'loud', attributes: { bold: true, link: 'https://example.com/' } },
    { insert: '\n', attributes: { header: 2 } },
  ]);
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await tool(page, 'Clear formatting').click();
  await save(page).click();
  await expect
    .poll(async () => (await read(page.context(), team, layout)).notes)
    .toEqual([{ insert: 'loud\n' }]);
});

test('[N1] pasting keeps text and its styles but not images, colors or scripts', async ({ page }) => {
  const { team, layout } = await openNotes(page);
  await editor(page).click();
  await editor(page).evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<p style="color:red" onclick="alert(1)">Pasted <b>words</b><img src="x"></p>' +
        '<p><span style="font-weight:700">Truck</span> at 5</p>' +
        '<a href="javascript:alert(1)">trap</a>',
    );
    data.setData('text/plain', 'Pasted words trap');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(editor(page)).toContainText('Pasted words');
  await expect(editor(page).locator('strong', { hasText: 'Truck' })).toHaveText('Truck');
  await expect(editor(page).locator('img, [style*="red"], a[href^="javascript"]')).toHaveCount(0);
  await save(page).click();
  await page.goto('/');
  const notes = page.locator('.notes-view');
  await expect(notes).toContainText('Pasted words');
  await expect(notes.locator('img, script, a')).toHaveCount(0);
  const stored = async () => JSON.stringify((await read(page.context(), team, layout)).notes);
  await expect.poll(stored).toContain('Pasted');
  expect(await stored()).not.toMatch(/javascript|red|alert/);
});

test('two people editing at once both keep their text', async ({ page }) => {
  const { team, layout } = await openNotes(page, [{ insert: 'Middle\n' }]);
  const other = await colleague(page, team, 'lead');
  await remember(other, { team, layout });
  await other.goto('/editor/overview');
  await editor(other).click();
  await other.keyboard.press('ControlOrMeta+End');
  await other.keyboard.type(' and end');
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Start and ');
  await save(other).click();
  await expect(other.getByText('Notes saved')).toBeVisible();
  await expect(editor(page), 'the draft is unchanged').toHaveText('Start and Middle');
  await save(page).click();
  for (const each of [page, other]) await expect(editor(each)).toHaveText('Start and Middle and end');
});

test('[N14] [N15] undo takes back what was typed alone, and a colleague’s lines move neither caret nor composition', async ({
  page,
}) => {
  const { team, layout } = await openNotes(page, [{ insert: 'Fryer 2 is slow\n' }]);
  const stored = async () => (await read(page.context(), team, layout)).notes;
  const by = (next: Notes) =>
    change(page.context(), team, layout, {
      type: 'batch',
      changes: [
        { type: 'notes.edit', base, next },
        { type: 'layout.area', area: `Area ${next[0]?.insert.length}` },
      ],
    });
  const lines = editor(page).locator('p');
  let base: Notes = [{ insert: 'Fryer 2 is slow\n' }];
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(lines).toHaveText(['Fryer 2 is slow']);
  await expect(save(page), 'nothing was typed').toBeDisabled();

  await page.keyboard.press('End');
  await by([{ insert: 'From Ben\nFryer 2 is slow\n' }]);
  await expect(lines).toHaveText(['From Ben', 'Fryer 2 is slow']);
  base = await stored();
  const line = await page.context().newCDPSession(page);
  await line.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await by([{ insert: 'From Ana\nFrom Ben\nFryer 2 is slow\n' }]);
  await expect(page.getByText('Area 34').last(), 'it has come').toBeVisible();
  await line.send('Input.imeSetComposition', { text: '日本', selectionStart: 2, selectionEnd: 2 });
  await line.send('Input.insertText', { text: '日本' });
  await expect(lines).toHaveText(['From Ben', 'Fryer 2 is slow日本']);
  await save(page).click();
  await expect(lines).toHaveText(['From Ana', 'From Ben', 'Fryer 2 is slow日本']);
  await editor(page).press('ControlOrMeta+z');
  await expect(lines).toHaveText(['From Ana', 'From Ben', 'Fryer 2 is slow']);
  await editor(page).press('ControlOrMeta+Shift+z');
  await expect(lines).toHaveText(['From Ana', 'From Ben', 'Fryer 2 is slow日本']);
  await expect(save(page), 'all is as it was saved').toBeDisabled();

  base = await stored();
  await page.keyboard.type('!');
  await by([{ insert: 'From Cy\n' }, ...base]);
  await expect(page.getByText('Area 8').last(), 'it has come').toBeVisible();
  await expect(lines, 'the draft is unchanged').toHaveCount(3);
  await page.keyboard.press('Backspace');
  await expect(lines).toHaveText(['From Cy', 'From Ana', 'From Ben', 'Fryer 2 is slow日本']);
  await expect(save(page)).toBeDisabled();
});

test('a draft survives a visit to another page, without being saved', async ({ page }) => {
  const { team, layout } = await openNotes(page);
  await editor(page).click();
  await page.keyboard.type('Half a thought');
  await expect(editor(page)).toHaveText('Half a thought');
  await page.getByRole('link', { name: 'Shifts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shifts' })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(editor(page)).toHaveText('Half a thought');
  await expect(save(page)).toBeEnabled();
  expect((await read(page.context(), team, layout)).notes).toEqual([]);
});

test('notes can be edited by keyboard: toolbar, text, Tab out, and Save', async ({ page }) => {
  await openNotes(page);
  await tool(page, 'Clear formatting').focus();
  await page.keyboard.press('Tab');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('Heard');
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Clear formatting')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(save(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Notes saved')).toBeVisible();
  await page.goto('/');
  await expect(page.locator('.notes-view strong')).toHaveText('Heard');
});

test('the field looks the same while the editor loads and after', async ({ page }) => {
  const arrive = await holdEditor(page);
  await openPage(page, [
    { insert: 'One' },
    { insert: '\n', attributes: { header: 1 } },
    { insert: 'loud', attributes: { bold: true } },
    { insert: ' and a ' },
    { insert: 'menu', attributes: { link: 'https://example.com/' } },
    { insert: '\n\nFirst' },
    { insert: '\n', attributes: { list: 'ordered' } },
    { insert: 'Point' },
    { insert: '\n', attributes: { list: 'bullet' } },
  ]);
  const places = () =>
    page.locator('.ql-editor').evaluate((field) =>
      [field, ...field.querySelectorAll('h1, p, li, strong, a')].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [part.tagName, part.textContent, getComputedStyle(part).fontSize, x, y, width, height];
      }),
    );
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator('.ql-container')).toHaveCount(0);
  await expect(page.locator('.ql-editor li')).toHaveText(['First', 'Point']);
  const before = await places();
  arrive();
  await expect(page.locator('.ql-container')).toHaveCount(1);
  expect(await places()).toEqual(before);
});

test('an editor whose script fails to load says so, and is there once the server answers again', async ({
  page,
}) => {
  await page.route('**/quill-editor-*.js', (route) => route.abort());
  await page.addInitScript(() => sessionStorage.setItem('reloadedAt', String(Date.now())));
  await openPage(page);
  await expect(page.getByText('Can’t reach Lineup. Check your connection, then reload.')).toBeVisible();
  await page.unroute('**/quill-editor-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await editor(page).click();
  await page.keyboard.type('Out of ice');
  await expect(save(page)).toBeEnabled();
});

/** Blocks the editor's script until the returned function is called. */
async function holdEditor(page: Page): Promise<() => void> {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/quill-editor-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return arrive;
}

/** Opens the overview of a layout with these notes. */
async function openNotes(page: Page, notes: Notes = []): Promise<{ team: string; layout: string }> {
  const day = await openPage(page, notes);
  await expect(editor(page)).toBeVisible();
  return day;
}

async function openPage(page: Page, notes: Notes = []): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { notes });
  await remember(page, { team, layout });
  await page.goto('/editor/overview');
  return { team, layout };
}
