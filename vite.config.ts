import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { formerAssets } from './tools/build/former-assets.ts';
import { precompress } from './tools/build/precompress.ts';
import { serviceWorker } from './tools/build/service-worker.ts';

/** Boards hang on televisions bought in 2022: those of Samsung run Chromium 85, those of LG Chromium 87. */
const OLDEST_BROWSERS = ['es2020', 'chrome85', 'edge88', 'firefox78', 'safari14'];

const lodashFile = (name: string) => fileURLToPath(new URL(`web/lodash/${name}`, import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  // Quill and its deltas only use these for plain data: docs/decisions/documents/0015-smaller-isequal-and-clonedeep.md.
  resolve: {
    alias: {
      'lodash.isequal': lodashFile('is-equal.cjs'),
      'lodash.clonedeep': lodashFile('clone-deep.cjs'),
      'lodash-es': lodashFile('lodash-es.js'),
      // a copy for versions of React that don't have it
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  plugins: [react(), serviceWorker({ target: OLDEST_BROWSERS }), precompress(), formerAssets()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    // formerAssets removes what is no longer used.
    emptyOutDir: false,
    target: OLDEST_BROWSERS,
    cssTarget: OLDEST_BROWSERS,
    // A browser without it fetches the same files a moment later.
    modulePreload: { polyfill: false },
    // What most pages need comes in one file: many small ones pack badly.
    rolldownOptions: {
      // packing the files takes most of the time, as it should
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 12 }] } },
    },
  },
});
