import { expect, test } from 'vitest';
import type { Unlocked } from '../../contract/kiosk.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { Kiosk } from './kiosk.ts';

const life = 12 * 3_600_000;

function openKiosk() {
  const page = { now: 0, isOnline: true, pin: '2580', setAt: 0 };
  const unlocked = (): Unlocked => ({
    ...{ assertion: 'signed', user: 'maria', name: 'Maria Lee', role: 'lead' },
    expiresAt: page.now + life,
  });
  const answer = (pin: string): Outcome<Unlocked> => {
    if (!page.isOnline) return refuse('network-request-failed');
    return pin === page.pin ? done(unlocked()) : refuse('pin-wrong', { field: 'pin' });
  };
  const kiosk = new Kiosk({
    call: async (_, call) => answer((call as unknown as { body: { pin: string } }).body.pin) as never,
    now: () => page.now,
    changed: () => {},
  });
  const enter = async (pin: string) => {
    kiosk.lock();
    const outcome = await kiosk.unlock('team', { person: 'maria', setAt: page.setAt }, pin);
    return outcome.ok ? 'unlocked' : outcome.problem.code;
  };
  return { page, kiosk, enter };
}

test('[KI4] who was there before comes back without a network, until the server’s word ends', async () => {
  const { page, kiosk, enter } = openKiosk();
  page.isOnline = false;
  expect(await enter('2580')).toBe('kiosk-offline');
  page.isOnline = true;
  expect(await enter('2580')).toBe('unlocked');
  page.isOnline = false;
  expect([await enter('9999'), await enter('2580')]).toEqual(['pin-wrong', 'unlocked']);
  page.now += life;
  expect(kiosk.current).toBeNull();
  expect(await enter('2580')).toBe('kiosk-offline');
});

test('[KI4] five wrong PINs without a network end it there', async () => {
  const { page, enter } = openKiosk();
  await enter('2580');
  page.isOnline = false;
  for (let tries = 0; tries < 5; tries++) expect(await enter('9999')).toBe('pin-wrong');
  expect(await enter('2580')).toBe('kiosk-offline');
});

test('[KI4] a PIN that the server refused is not known anymore', async () => {
  const { page, enter } = openKiosk();
  await enter('2580');
  page.pin = '1937';
  expect(await enter('2580')).toBe('pin-wrong');
  page.isOnline = false;
  expect(await enter('2580')).toBe('kiosk-offline');
});

test('[KI4] a PIN that was set anew elsewhere ends what the page knew', async () => {
  const { page, enter } = openKiosk();
  await enter('2580');
  page.setAt = 1;
  page.isOnline = false;
  expect(await enter('2580')).toBe('kiosk-offline');
});
