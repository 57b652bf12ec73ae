import { keepOnDevice, keptOnDevice } from '../../../client/device/browser.ts';
import { changeLanguage, isLanguage } from '../../../client/words/words.ts';
import { closestLanguage, type Language } from '../../../words/words.ts';

const key = 'language';

/** The one chosen on this device, else the first of its browser's that there is. */
export function firstLanguage(): Language {
  const kept = keptOnDevice(key);
  const first = isLanguage(kept) ? kept : (closestLanguage(navigator.languages) ?? 'en');
  document.documentElement.lang = first;
  return first;
}

/** Rejects where its words can't be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  document.documentElement.lang = language;
  keepOnDevice(key, language);
}
