import { keepOnDevice, keptOnDevice } from '../../../client/device/browser.ts';
import { changeLanguage } from '../../../client/words/words.ts';
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

/** One after the other, so that the one chosen last stays. Rejects where its words can't be loaded. */
function show(language: Language): Promise<void> {
  const shown = last.then(async () => {
    await changeLanguage(language);
    document.documentElement.lang = language;
  });
  last = shown.catch(() => undefined);
  return shown;
}

/** For this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await show(language);
  keepOnDevice(deviceKey, language);
}

/** A person's choice goes before the device's; the next person gets theirs, or the device's again. */
export async function followPerson(me: Me | null): Promise<void> {
  if (me === null) return;
  const own = me.user?.language ?? null;
  keepOnDevice(personKey, own);
  await show(own ?? ofDevice());
}
