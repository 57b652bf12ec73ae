import { expect } from '@playwright/test';
import { createLayout, createTeam, register, remember, test } from '../restaurant.ts';

test('a list from Word is pasted, and HTML that browsers read in two ways runs and loads nothing', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  await remember(page, { team, layout: await createLayout(page.context(), team) });
  await page.goto('/editor/overview');
  const editor = page.getByRole('textbox', { name: 'Shift notes' });
  await editor.hover();
  await expect(page.locator('.ql-container')).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await editor.click();
  await editor.evaluate((element) => {
    const trap = '<noscript><p title="</noscript><img src=/trap.png onerror=alert(1)>"></p></noscript>';
    const data = new DataTransfer();
    data.setData(
      'text/html',
      `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><p style="mso-list:l0 level1 lfo1"><span style="color:red">Thaw the fries</span>${trap}</p></body></html>`,
    );
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(editor.locator('li')).toHaveText('Thaw the fries');
  expect(requests.filter((url) => url.includes('trap'))).toEqual([]);
});
