import { GlobalWindow } from 'happy-dom';
import { type Environment, populateGlobal } from 'vitest/runtime';
import { completeDialogs } from './dialogs.ts';

/** The globals of a page, without a browser: elements, events, an address, storage; no layout and no styles. */
const page: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  setup(global) {
    const window = new GlobalWindow({ console: global.console, settings: { disableErrorCapturing: true } });
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true });
    completeDialogs(global);
    return {
      async teardown() {
        await window.happyDOM.abort();
        for (const key of keys) delete global[key];
        for (const [key, original] of originals) Object.defineProperty(global, key, original);
      },
    };
  },
};

export default page;
