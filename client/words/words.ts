import { type CompiledWords, type Language, type WordFile, type Words, wordsOf } from '../../words/words.ts';
import { type Observable, ObservableValue } from '../observable.ts';

type Load = (language: Language, file: WordFile) => Promise<CompiledWords>;

let load: Load = () => Promise.reject(new Error('There are no words yet: call provideWords first'));
const chosen = new ObservableValue<Language>('en');
/** Files that scripts on this page asked for, with their words in the language once they are loaded. */
const files = new Map<WordFile, Words<WordFile> | null>();

export const language: Observable<Language> = chosen;

/**
 * The texts of a file. A screen is shown after its words are loaded, so they can be used anywhere but at the top of a module,
 * where the language isn't known yet.
 */
export function words<File extends WordFile>(file: File): Words<File> {
  if (!files.has(file)) files.set(file, null);
  return (key, ...gaps) => {
    const found = files.get(file);
    if (!found) throw new TypeError(`Failed to fetch the words of ${file}`);
    return found(key as never, ...(gaps as never));
  };
}

export function provideWords(by: Load, first: Language): void {
  load = by;
  chosen.set(first);
}

/** Of scripts that came while the network was out. */
const failed = new Set<WordFile>();

/**
 * Loads the words of all files asked for so far. Call it after a script was loaded and before anything of it is shown. Rejects where
 * they can't be loaded, once for each file: what was only fetched ahead would keep all other screens from showing.
 */
export async function wordsLoaded(): Promise<void> {
  const missing = [...files].flatMap(([file, known]) => (known ? [] : [file]));
  if (missing.length === 0) return;
  const asked = chosen.get();
  const loaded = await Promise.allSettled(missing.map((name) => load(asked, name)));
  // the language was changed meanwhile, which loads them all
  if (asked !== chosen.get()) return wordsLoaded();
  const reasons: unknown[] = [];
  for (const [index, name] of missing.entries()) {
    const words = loaded[index];
    if (words?.status === 'fulfilled') {
      files.set(name, wordsOf(asked, words.value));
    } else {
      if (!failed.has(name)) reasons.push(words?.reason);
      failed.add(name);
    }
  }
  if (reasons.length > 0) throw reasons[0];
}

/** Shows everything in another language, once its words are loaded. Rejects, and stays, where they can't be. */
export async function changeLanguage(next: Language): Promise<void> {
  if (next === chosen.get()) return;
  const names = [...files.keys()];
  const compiled = await Promise.all(names.map((name) => load(next, name)));
  names.forEach((name, index) => void files.set(name, wordsOf(next, compiled[index] ?? {})));
  chosen.set(next);
  await wordsLoaded();
}
