// Builds the web app into dist/web, unless it was already built from the current sources.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  '{web,client,contract,domain,words}/**/*',
  'vite.config.ts',
  'tools/build/*',
  'package-lock.json',
];
const STAMP = join(ROOT, 'dist/web/.built');

const sources = hashOfSources();
const isFresh = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
if (!isFresh) await build(process.argv[2] ?? '1 of 1');

/** An interrupted build leaves no stamp, so the next start makes it again. */
async function build(step: string): Promise<void> {
  const started = Date.now();
  console.log(`Building the web app (${step}) ...`);
  rmSync(STAMP, { force: true });
  process.env.NODE_ENV = 'production';
  try {
    const vite = await import('vite');
    await vite.build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('The web app could not be built; the reason is above.');
    process.exit(1);
  }
  writeFileSync(STAMP, sources);
  console.log(`Built the web app in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Contents count and dates do not: a checkout changes dates without changing the app. */
function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.*'] }).sort()) {
    if (statSync(join(ROOT, path)).isDirectory()) continue;
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}
