// For `node --import`: the program is a node whose protocol is LINEUP_TEST_NEWER versions newer.
import { registerHooks } from 'node:module';

const newer = Number(process.env.LINEUP_TEST_NEWER);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/postgres/start-checks.ts')) return loaded;
    const source = String(loaded.source).replace(
      /(nodeProtocol = )(\d+)/,
      (_, before, own) => before + (Number(own) + newer),
    );
    return { ...loaded, source };
  },
});
