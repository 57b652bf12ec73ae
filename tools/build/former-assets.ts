import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Keeps the assets of the build before. A page that is open on plain http has no service worker, and loads its other
 * screens from the server: docs/decisions/build/0054-our-own-service-worker.md.
 */
export function formerAssets(): Plugin {
  return {
    name: 'former-assets',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler({ dir = '' }, bundle) {
        const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        removeUnused(dir, built);
      },
    },
  };
}

/** Removes all files but those of this build and the one before, and remembers this one. */
export function removeUnused(dir: string, built: readonly string[]): void {
  const list = join(dir, '..', 'web-builds.json');
  const present = readdirSync(join(dir, 'assets'));
  const [latest = [], before = []]: string[][] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [present.map((name) => `assets/${name}`).filter((name) => !built.includes(name))];
  const isSame = latest.length === built.length && built.every((name) => latest.includes(name));
  const former = isSame ? before : latest;
  const used = new Set([...built, ...former]);
  for (const name of present) {
    if (!used.has(`assets/${name.replace(/\.(br|gz)$/, '')}`)) rmSync(join(dir, 'assets', name));
  }
  writeFileSync(list, JSON.stringify([built, former]));
}
