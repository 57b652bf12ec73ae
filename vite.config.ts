import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { formerAssets, modulesLoadedBy, precompress } from './tools/build/bundle.ts';
import { serviceWorker } from './tools/build/service-worker.ts';
import { compiledWords, kitInOurLanguages } from './tools/build/words.ts';

/** Boards hang on televisions bought in 2022: those of Samsung run Chromium 85, those of LG Chromium 87. */
export const OLDEST_BROWSERS = ['chrome85', 'edge88', 'firefox98', 'safari15.4'];
/**
 * What all of those understand. For Chromium 85 itself, Rolldown would rewrite every private field and every `?.` because of
 * rare mistakes of it: docs/decisions/screens/0004-oldest-supported-browser.md.
 */
const SYNTAX = 'firefox90';

const webFile = (name: string) => fileURLToPath(new URL(`web/${name}`, import.meta.url));
const loadedFirst = modulesLoadedBy([webFile('main.tsx'), webFile('screens/day/day.tsx')]);
/** Menus need the dictionary of texts, of whose package the first load needs another part. */
const isInFirstLoad: typeof loadedFirst = (id, modules) =>
  loadedFirst(id, modules) && !id.endsWith('/LocalizedStringDictionary.mjs');

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  // Quill and its deltas only use these for plain data: docs/decisions/build/0105-what-the-day-view-loads-later.md.
  resolve: {
    alias: {
      'lodash.isequal': webFile('lodash/is-equal.cjs'),
      'lodash.clonedeep': webFile('lodash/clone-deep.cjs'),
      'lodash-es': webFile('lodash/lodash-es.js'),
      // loaded late, with quill-delta
      './merge-edits.ts': webFile('parts/notes/lazy-merge.ts'),
      // loaded with the crew
      '../crew/crew-registry.ts': webFile('app/lazy-crew.ts'),
      '../domain/crew/crew-registry.ts': webFile('app/lazy-crew.ts'),
      // a copy for versions of React that don't have it
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  plugins: [
    compiledWords(),
    kitInOurLanguages(),
    react(),
    serviceWorker({ target: SYNTAX }),
    precompress(),
    formerAssets(),
  ],
  // Firefox 98 takes no modules in workers
  worker: { format: 'iife' },
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    // formerAssets removes what is no longer used.
    emptyOutDir: false,
    target: SYNTAX,
    cssTarget: OLDEST_BROWSERS,
    modulePreload: {
      // A browser without it fetches the same files a moment later.
      polyfill: false,
      // The main script would name every file of every screen, 2 KB. Other screens find theirs when they load.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || /\/(day|mine)-.{8}\.js$/.test(file) ? files : [],
    },
    // Many small files pack badly. So what every page loads comes in one, what the day view shares with others in a second,
    // and what most of those share in a third, which the day view does without.
    rolldownOptions: {
      // packing the files takes most of the time, as it should
      checks: { pluginTimings: false },
      output: {
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'] },
            { name: (id, modules) => (isInFirstLoad(id, modules) ? 'shared' : null), minShareCount: 2 },
            { name: 'pages', minShareCount: 12, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
