import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import type { Plugin } from 'vite';

const WORTH_IT = 1_000;

/** Puts a `.br` and a `.gz` beside each text file of the build, so that the server only has to send them. */
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
    // what tablets on plain http are sent; more rounds take longer and save nothing worth it
    gzipAsync(content, { numiterations: 1 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
