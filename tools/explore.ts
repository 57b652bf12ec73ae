// Runs the property tests again and again, each time with other cases, until one fails or the minutes (10) are over.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const minutes = Number(process.argv[2] ?? 10);
const files = globSync('{domain,contract,server,client,web}/**/*.test.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => readFileSync(`${ROOT}${file}`, 'utf8').includes("from 'fast-check'"),
);

const end = Date.now() + minutes * 60_000;
let runs = 0;
while (Date.now() < end) {
  const seed = String(randomInt(2 ** 31));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...files],
    { cwd: ROOT, env: { ...process.env, SEED: seed }, encoding: 'utf8' },
  );
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nTo have it again: SEED=${seed} npm run unit`);
    process.exit(1);
  }
  runs += 1;
}
console.log(`Nothing found in ${runs} runs of ${files.length} files.`);
