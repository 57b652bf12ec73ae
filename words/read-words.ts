import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileStrings } from '@internationalized/string-compiler';
import { type CompiledWords, type Language, type WordFile, type Words, wordsOf } from './words.ts';

export const readTexts = (language: string, file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, language, `${file}.json`), 'utf8'));

/** A file as the browser gets it. */
export const compileWords = (language: string, file: string): CompiledWords =>
  evaluate(compileStrings(readTexts(language, file)));

const known = new Map<string, Words<WordFile>>();

/** The words of a file where nothing is built: on the server and in tests. */
export function readWords<File extends WordFile>(language: Language, file: File): Words<File> {
  const name = `${language}/${file}`;
  const words = known.get(name) ?? wordsOf<File>(language, compileWords(language, file));
  known.set(name, words as Words<WordFile>);
  return words as Words<File>;
}

/** Our own files, compiled by a library to the source of a module: nothing in it is from outside. */
function evaluate(source: string): CompiledWords {
  const module = { exports: {} as CompiledWords };
  new Function('module', source)(module);
  return module.exports;
}
