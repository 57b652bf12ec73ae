import { onTestFinished, vi } from 'vitest';
import type { SignInOptions } from '../../../contract/account.ts';
import { expect, register, test } from '../../../test/page/restaurant.ts';
import { hasPasskeys, whyNoPasskeys } from '../../parts/sign-in/sign-in-options.tsx';

test('passkeys aren’t offered at an address that doesn’t support them', async ({ page }) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  // a browser that could
  vi.stubGlobal('PublicKeyCredential', class {});
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In with a Passkey' })).toHaveCount(0);
  await register(page.context());
  await page.goto('/account');
  await expect(
    page.getByText('Passkeys need a secure connection. Open Lineup at an https address.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Passkey' })).toHaveCount(0);
});

test('a browser inside another app isn’t sent to https for passkeys that it can’t have', () => {
  const atHttps = { passkeys: true } as SignInOptions;
  expect(hasPasskeys(atHttps)).toBe(false);
  expect(whyNoPasskeys(atHttps)).toMatch(/^This browser can’t use passkeys\. If another app opened it/);
});
