import { keepOnDevice, keptOnDevice } from '../../../client/device/browser.ts';
import { changeLanguage, language as spoken } from '../../../client/words/words.ts';
import type { Me } from '../../../contract/me.ts';
import { closestLanguage, isLanguage, type Language } from '../../../words/words.ts';

/** Chosen on this device, for whoever is not signed in or chose none. */
const deviceKey = 'language';
/** Of the person who is signed in: their pages open in it. */
const personKey = 'personLanguage';

const kept = (key: string): Language | null => {
  const found = keptOnDevice(key);
  return isLanguage(found) ? found : null;
};

/** The one chosen on this device, else the first of its browser's that there is. */
const ofDevice = (): Language => kept(deviceKey) ?? closestLanguage(navigator.languages) ?? 'en';

export function firstLanguage(): Language {
  const first = kept(personKey) ?? ofDevice();
  document.documentElement.lang = first;
  return first;
}

let last = Promise.resolve();

/**
 * One after the other, so that the one chosen last stays. Rejects where its words can't be loaded. `keep` is called once pages
 * can open in it, also without a network.
 */
function show(language: Language, keep: () => void): Promise<void> {
  const shown = last.then(async () => {
    await changeLanguage(language);
    document.documentElement.lang = language;
  });
  last = shown.catch(() => undefined);
  void shown.then(storeAndKeep, () => undefined);
  return shown;

  async function storeAndKeep(): Promise<void> {
    const isStored = await storeWords(language);
    if (isStored && spoken.get() === language) keep();
  }
}

/** In milliseconds. A service worker of a former version doesn't answer. */
const answersWithin = 10_000;

/** Tells the service worker which words every page needs. False where it could not store them all; true where there is none. */
export async function storeWords(
  language: Language,
  worker = globalThis.navigator.serviceWorker?.controller,
): Promise<boolean> {
  if (!worker) return true;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const answer = (isStored: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(isStored);
    };
    const timer = setTimeout(() => answer(false), answersWithin);
    port1.onmessage = ({ data }) => answer(data === true);
    worker.postMessage({ language }, [port2]);
  });
}

/** For this device. */
export const chooseLanguage = (language: Language): Promise<void> =>
  show(language, () => keepOnDevice(deviceKey, language));

/** A person's choice goes before the device's; the next person gets theirs, or the device's again. */
export async function followPerson(me: Me | null): Promise<void> {
  if (me === null) return;
  const own = me.user?.language ?? null;
  if (own === null) keepOnDevice(personKey, null);
  await show(own ?? ofDevice(), () => keepOnDevice(personKey, own));
}
