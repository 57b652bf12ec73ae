import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileStrings } from '@internationalized/string-compiler';
import type { Plugin } from 'vite';
import { closestLanguage } from '../../words/words.ts';

const FOLDER = fileURLToPath(new URL('../../words/', import.meta.url));
const isWords = (path: string) => path.startsWith(FOLDER) && path.endsWith('.json');
/** Vite reads what ends in .json itself. */
const ENDING = '.words';

/** Makes scripts of the files in words/, which the browser runs as they are. */
export function compiledWords(): Plugin {
  return {
    name: 'compiled-words',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('.json')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && isWords(found.id) ? found.id + ENDING : found;
    },
    load(id) {
      if (!id.endsWith(ENDING)) return null;
      const path = id.slice(0, -ENDING.length);
      this.addWatchFile(path);
      return { code: compileStrings(JSON.parse(readFileSync(path, 'utf8')), { format: 'esm' }), map: null };
    },
  };
}

const kitTexts = /\/node_modules\/react-aria\/.*\/intl\/[\w-]+\/([a-z]{2})-[A-Z]{2}\.m?js$/;

/** The kit of menus has its texts in 34 languages. */
export function kitInOurLanguages(): Plugin {
  return {
    name: 'kit-in-our-languages',
    load(id) {
      const [, language] = kitTexts.exec(id) ?? [];
      return language && closestLanguage([language]) === null ? 'export default {};' : null;
    },
  };
}

/** 'words-es-day' for words/es/day.json: tests and people see what a file is. */
export function nameOfWords(id: string | null): string | undefined {
  const [, language, file] = /\/words\/([\w-]+)\/([\w-]+)\.json\.words$/.exec(id ?? '') ?? [];
  return language && file ? `words-${language}-${file}` : undefined;
}
