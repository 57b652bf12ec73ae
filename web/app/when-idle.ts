import type { Client } from '../../client/client.ts';
import { keepOnDevice, keptOnDevice } from '../../client/device/browser.ts';
import { isInstalled } from '../../client/device/push.ts';
import { language } from '../../client/words/words.ts';
import { keptForDays } from '../parts/frame/connection-notice.tsx';
import { storeWords } from '../parts/page/language.ts';
import { followUpdates } from '../parts/updates/app-updates.ts';

const askedKey = 'askedToKeep';

/** Safari deletes what waits on this device once the site wasn't used for seven days, on plain http too, where it can't be asked. */
export async function keepChanges(client: Client): Promise<void> {
  const deletesUnused = navigator.vendor.startsWith('Apple');
  const say = (isKept: boolean) => keptForDays.set(deletesUnused && !isKept && !isInstalled() ? 7 : null);
  say((await navigator.storage?.persisted?.().catch(() => false)) ?? false);

  async function ask() {
    if (!navigator.storage?.persist || !mayAsk()) return;
    say((await navigator.storage.persisted()) || (await navigator.storage.persist()));
  }
  const askSafely = () => void ask().catch(() => {});
  window.addEventListener('appinstalled', askSafely);
  if (isInstalled() || client.unsaved.get() > 0) return askSafely();
  const end = client.unsaved.subscribe(() => {
    end();
    askSafely();
  });
}

/** Firefox asks the person, which is right once. */
function mayAsk(): boolean {
  if (navigator.vendor !== '') return true;
  const isFirst = keptOnDevice(askedKey) === null;
  keepOnDevice(askedKey, 'yes');
  return isFirst;
}

export function startWhenIdle(client: Client): void {
  void keepChanges(client);
  void followUpdates(client);
  void navigator.serviceWorker?.ready.then(({ active }) => storeWords(language.get(), active));
}
