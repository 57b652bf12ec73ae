import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import type { Plugin } from 'vite';

const WORTH_IT = 500;
/** In bytes. Of smaller files Zopfli takes off too little for the time it takes. */
const WORTH_ZOPFLI = 20_000;

/** Adds a `.br` and a `.gz` for each text file of the build, so that the server only has to send them. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|html|svg|json)$/.test(name));
      await Promise.all(names.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_IT) return;
  await Promise.all([
    promisify(brotliCompress)(content).then((packed) => writeFile(`${file}.br`, packed)),
    gzipped(content).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}

/** What tablets on plain http are sent. More rounds take longer and save nothing worth it. */
const gzipped = (content: Buffer): Promise<Uint8Array> =>
  content.length < WORTH_ZOPFLI
    ? promisify(gzip)(content, { level: 9 })
    : gzipAsync(content, { numiterations: 1 });

/** What Rolldown knows of the modules while it packs them. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Tells which modules the files in `begins` load at once, with what these import in turn. */
export function modulesLoadedBy(begins: readonly string[]): (id: string, modules: Modules) => boolean {
  let found: Set<string> | undefined;
  return (id, modules) => {
    found ??= reachable(begins, modules);
    return found.has(id);
  };
}

function reachable(begins: readonly string[], modules: Modules): Set<string> {
  const found = new Set(begins);
  // a set also visits what is added while it is walked
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

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
