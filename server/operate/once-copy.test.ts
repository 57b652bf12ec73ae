import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { runServer } from '../../test/servers/running-server.ts';

test.each([
  ['from two hours ago is removed', 7_200, false],
  ['that ONCE may be copying stays', 60, true],
])('a copy for ONCE %s', async (_, seconds, stays) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lineup-once-'));
  const copy = join(dataDir, 'once-backup.db');
  writeFileSync(copy, '');
  const at = Date.now() / 1_000 - seconds;
  utimesSync(copy, at, at);
  const server = await runServer({ dataDir });
  if (!stays) await eventually(async () => expect(existsSync(copy)).toBe(false));
  await server.stop();
  expect(existsSync(copy)).toBe(stays);
  rmSync(dataDir, { recursive: true });
});
