import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileStrings } from '@internationalized/string-compiler';
import { minifySync, type Plugin } from 'vite';
import { closestLanguage } from '../../words/words.ts';

const FOLDER = fileURLToPath(new URL('../../words/', import.meta.url));

/**
 * Makes scripts of the files in words/, such as 'words-es-day-12345678.js', which the browser runs as they are. All have one hash of
 * everything in their names: the page's first script would have to list 160 of their own, in 2 KB.
 */
export function compiledWords(): Plugin {
  const scripts = globSync('*/*.json', { cwd: FOLDER, exclude: ['*/mail.json'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => [`words-${path.slice(0, -'.json'.length).replace('/', '-')}`, minified(path)] as const);
  const all = createHash('sha256').update(JSON.stringify(scripts));
  const version = all.digest('base64url').slice(0, 8);
  return {
    name: 'compiled-words',
    config: () => ({ define: { 'import.meta.env.WORDS': JSON.stringify(version) } }),
    generateBundle() {
      for (const [name, source] of scripts)
        this.emitFile({ type: 'asset', fileName: `assets/${name}-${version}.js`, source });
    },
    configureServer({ middlewares, watcher, ws }) {
      middlewares.use((request, response, next) => {
        const [, language, file] =
          /^\/words-([a-z]{2}(?:-BR)?)-([\w-]+)-.{8}\.js/.exec(request.url ?? '') ?? [];
        if (!language || !file) return next();
        response.setHeader('Content-Type', 'text/javascript').end(compiled(`${language}/${file}.json`));
      });
      watcher.add(FOLDER).on('change', (path) => path.startsWith(FOLDER) && ws.send({ type: 'full-reload' }));
    },
  };
}

const compiled = (path: string): string =>
  compileStrings(JSON.parse(readFileSync(join(FOLDER, path), 'utf8')), { format: 'esm' });

const minified = (path: string): string => minifySync(path.replace('.json', '.js'), compiled(path)).code;

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
