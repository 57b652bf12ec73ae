import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plan } from '../../server/operate/commands/plan.ts';
import { checkPlan } from '../planner/checker/check-plan.ts';
import { findIdle } from '../planner/checker/check-seats.ts';
import { type DayOnFile, type Law, type Plan, readDay } from '../planner/checker/read-day.ts';
import { type DayFile, generateDay } from '../planner/days.ts';
import { runCommand } from '../servers/run-command.ts';
import { parseSeeds } from './explore-seeds.ts';

const lawsFile = join(import.meta.dirname, '../planner/laws.json');
const laws: Readonly<Record<string, readonly Law[]>> = JSON.parse(readFileSync(lawsFile, 'utf8'));

/** What is wrong with the plan that the command prints for a day. */
export async function faultsOf(day: DayFile): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-'));
  try {
    const file = join(folder, 'day.json');
    writeFileSync(file, JSON.stringify(day));
    const { code, stdout, stderr } = await runCommand(plan, [file, '--laws', lawsFile], folder);
    if (code !== 0) return [stderr];
    const [written, rows] = [day as DayOnFile, laws[day.planner.settings.jurisdiction ?? 'team'] ?? []];
    const printed: Plan = JSON.parse(stdout);
    return [...checkPlan(written, rows, printed), ...findIdle(readDay(written, rows), printed.seats)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Plans drawn days (1,000) and has each checked by a program of its own. `--seeds 1 --first-seed 7` is one day again. */
export async function explorePlans(options: string[]): Promise<number> {
  const { first, count } = parseSeeds(options);
  let failed = 0;
  for (let seed = first; seed < first + count; seed++) {
    if (seed > first && (seed - first) % 100 === 0) console.log(`${seed - first} of ${count} days`);
    const faults = await faultsOf(generateDay(seed));
    if (faults.length === 0) continue;
    failed += 1;
    console.error([`npm run explore -- plans --seeds 1 --first-seed ${seed}`, ...faults].join('\n  '));
  }
  console.log(failed === 0 ? `Nothing found in ${count} days.` : `${failed} of ${count} days failed.`);
  return failed === 0 ? 0 : 1;
}
