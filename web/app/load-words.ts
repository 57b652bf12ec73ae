import type { CompiledWords, Language, WordFile } from '../../words/words.ts';

const files = import.meta.glob<CompiledWords>(['../../words/*/*.json', '!../../words/*/mail.json'], {
  import: 'default',
});

export async function loadWords(language: Language, file: WordFile): Promise<CompiledWords> {
  const load = files[`../../words/${language}/${file}.json`];
  return load ? load() : {};
}
