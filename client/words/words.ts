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

/**
 * Fetches a script and the words that it asks for, which may be shown then. Rejects where either can't be fetched; others' words may
 * still be missing: what was fetched ahead while the network was out would keep everything else from showing.
 */
export function withWords<Script>(fetchScript: () => Promise<Script>): () => Promise<Script> {
  let others: number | undefined;
  return async () => {
    others ??= files.size;
    const script = await fetchScript();
    await wordsLoaded(others);
    return script;
  };
}

/** Loads the words of all files asked for so far. Rejects where those of a file can't be loaded, but for the first `others`. */
export async function wordsLoaded(others = 0): Promise<void> {
  const names = [...files.keys()];
  const missing = names.filter((name) => !files.get(name));
  if (missing.length === 0) return;
  const asked = chosen.get();
  const loaded = await Promise.allSettled(missing.map((name) => load(asked, name)));
  // the language was changed meanwhile, which loads them all
  if (asked !== chosen.get()) return wordsLoaded(others);
  for (const [index, name] of missing.entries()) {
    const words = loaded[index];
    if (words?.status === 'fulfilled') files.set(name, wordsOf(asked, words.value));
  }
  const failed = loaded.find(
    ({ status }, index) => status === 'rejected' && names.indexOf(missing[index] as WordFile) >= others,
  );
  if (failed?.status === 'rejected') throw failed.reason;
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
