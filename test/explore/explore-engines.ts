// `explore -- engines [name] [step]`: what people do most, in the engines of Safari, Firefox and old televisions that this machine has.
import { spawnSync } from 'node:child_process';
import { startServer } from '../journeys/lineup-server.ts';
import { Session } from '../page/session.ts';
import { createTeam, register } from '../team-requests.ts';
import { walk } from './engine-steps.ts';
import { type Engine, engines, programs } from './engines.ts';
import { plannedStore } from './planned-store.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Returns 1 where a step failed, or no engine was found. */
export async function exploreEngines([only, step = '']: string[]): Promise<number> {
  spawnSync(process.execPath, ['tools/build-web.ts'], { cwd: ROOT, stdio: 'inherit' });
  let failed = 0;
  let tried = 0;
  for (const engine of engines.filter(({ name }) => !only || name === only)) {
    if (!engine.program) {
      console.log(`${engine.name}: not on this machine. Install: ${engine.from}`);
      continue;
    }
    console.log(engine.name);
    tried++;
    failed += await tryEngine(engine, new RegExp(step));
  }
  console.log(tried === 0 ? 'No engine was found.' : `${tried} engines, ${failed} steps failed.`);
  return tried > 0 && failed === 0 ? 0 : 1;
}

async function tryEngine(engine: Engine, only: RegExp): Promise<number> {
  const started = Date.now();
  const offset = Date.parse('2026-11-21T11:05:00-06:00') - Date.now();
  const server = await startServer({ env: () => ({ LINEUP_TEST_OFFSET: String(offset) }) });
  const { run, end } = await programs();
  try {
    const other = new Session(server.address);
    const { email } = await register(other);
    const made = await createTeam(other, { sample: true });
    const planned = await plannedStore(other, '2026-11-21');
    const driver = await engine.open(run);
    const failed = await walk(
      driver,
      { server, other, email, planned, now: () => Date.now() + offset, ...made },
      { say: console.log, only },
    );
    await driver.close().catch(() => {});
    console.log(`  ${Math.round((Date.now() - started) / 1000)} s`);
    return failed;
  } catch (error) {
    console.log(`  NO   it didn't start: ${error}`);
    return 1;
  } finally {
    end();
    await server.stop();
  }
}
