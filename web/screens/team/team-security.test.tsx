import {
  colleague,
  expect,
  openTeam,
  password,
  post,
  type Session,
  test,
} from '../../../test/page/restaurant.ts';
import { codeOf } from '../../../test/servers/authenticators.ts';

const settings = 'Settings';
const sentence = 'This team requires managers to use an authenticator app.';

/** What the account page does with an app's first code; its form has a test of its own. */
async function setUpApp(session: Session): Promise<void> {
  const { secret } = await post(session, '/api/account/second-factor/start', { password });
  await post(session, '/api/account/second-factor/confirm', { code: codeOf(secret) });
}

test('[ME15] [ME16] [SL3] a manager requires an app, another one sets it up, and the log has it', async ({
  page,
}) => {
  const maria = page.context();
  const { team } = await openTeam(page);
  const jordan = await colleague(page, team, 'manager');
  await page.goto('/team');
  await page.getByRole('link', { name: 'Security' }).click();
  const box = page.getByRole('checkbox', { name: 'Require an authenticator app for managers' });
  await expect(box).toBeDisabled();
  await expect(page.getByRole('main').getByRole('link', { name: 'Set Up App' })).toBeVisible();
  await setUpApp(maria);
  await page.reload();
  await expect(page.getByText('Without an app: Jordan Sample.')).toBeVisible();
  await box.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require App' }).click();
  await expect(box).toBeChecked();
  const requirement = async () => (await maria.request.get(`/api/teams/${team}/security`)).json();
  expect(await requirement()).toMatchObject({ requiresSecondFactor: true });

  await setUpApp(jordan);
  await page.reload();
  const rows = page.getByRole('table', { name: 'Security Log' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Authenticator app set up');
  await expect(rows.nth(1)).toContainText('Jordan Sample');
  await expect(rows.nth(2)).toContainText('Authenticator app required for managers');
});

test('[ME15] a manager without the required app manages nothing, from that moment until it is set up', async ({
  page,
}) => {
  const maria = page.context();
  const { team } = await openTeam(page);
  await setUpApp(maria);
  const jordan = await colleague(page, team, 'manager');
  await page.handTo(jordan);
  await page.goto('/team');
  await expect(page.getByRole('form', { name: settings })).toBeVisible();

  await post(maria, `/api/teams/${team}/security`, { requiresSecondFactor: true });
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole('form', { name: settings })).toHaveCount(0);
  await setUpApp(jordan);
  await expect(page.getByRole('form', { name: settings })).toBeVisible();
  await expect(page.getByText(sentence)).toHaveCount(0);
});
