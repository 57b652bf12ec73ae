import { afterEach, expect, test } from 'vitest';
import type { Client } from '../../client/client.ts';
import { ObservableValue } from '../../client/observable.ts';
import { keptForDays } from '../parts/frame/connection-notice.tsx';
import { keepChanges } from './when-idle.ts';

let asked = 0;

function browser(vendor: string, grants: boolean): void {
  asked = 0;
  let isKept = false;
  const persist = async () => {
    asked++;
    isKept = grants;
    return isKept;
  };
  Object.defineProperty(navigator, 'vendor', { value: vendor, configurable: true });
  Object.defineProperty(navigator, 'storage', {
    value: { persist, persisted: async () => isKept },
    configurable: true,
  });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'vendor');
  Reflect.deleteProperty(navigator, 'storage');
  localStorage.removeItem('askedToKeep');
  keptForDays.set(null);
});

const safari = 'Apple Computer, Inc.';
const clientWith = (unsaved: ObservableValue<number>) => ({ unsaved }) as unknown as Client;

test('[OF20] the first change asks the browser to keep it, and Safari keeps it for 7 days until it agrees', async () => {
  for (const grants of [false, true]) {
    browser(safari, grants);
    const unsaved = new ObservableValue(0);
    await keepChanges(clientWith(unsaved));
    expect([asked, keptForDays.get()]).toEqual([0, 7]);
    unsaved.set(1);
    await expect.poll(() => [asked, keptForDays.get()]).toEqual([1, grants ? null : 7]);
    unsaved.set(2);
    expect(asked).toBe(1);
  }
});

test('[OF20] installing asks too, and on plain http Safari can’t be asked', async () => {
  browser(safari, true);
  await keepChanges(clientWith(new ObservableValue(0)));
  window.dispatchEvent(new Event('appinstalled'));
  await expect.poll(() => [asked > 0, keptForDays.get()]).toEqual([true, null]);
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true });
  await keepChanges(clientWith(new ObservableValue(1)));
  expect(keptForDays.get()).toBe(7);
});

test('[OF20] other browsers don’t delete after days, and Firefox asks a person once', async () => {
  browser('', false);
  for (const _ of [1, 2]) {
    await keepChanges(clientWith(new ObservableValue(1)));
    await expect.poll(() => [asked, keptForDays.get()]).toEqual([1, null]);
  }
});
