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
