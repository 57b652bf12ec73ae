import { readFileSync } from 'node:fs';
import { planBreaks } from '../../domain/planner/breaks.ts';
import { plannerDay } from '../../domain/planner/from-layout.ts';
import type { PlannedBreak, PlannerDay } from '../../domain/planner/planner-day.ts';
import { planSeats } from '../../domain/planner/seats.ts';
import { cheapestBreaks } from '../../test/planner/break-referee.ts';
import { typicalDay } from '../../test/planner/days.ts';

const laws = JSON.parse(readFileSync(new URL('../../test/planner/laws.json', import.meta.url), 'utf8'));
const jurisdictions = ['CA', 'WA', 'OR'];

/** Breaks of typical days of 45 people: the processor's time for them, and how far they are from the best plan, where HiGHS proves it. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  for (let seed = 1; seed <= (isQuick ? 3 : 20); seed++) {
    const { layout, planner } = typicalDay(seed, 45);
    const day = plannerDay(layout, planner, { laws: laws[jurisdictions[seed % 3] ?? ''] });
    const { seats } = planSeats(day);
    // the first run is the compiler's
    planBreaks(day, seats);
    const before = process.threadCpuUsage();
    const { breaks, cost } = planBreaks(day, seats);
    const { user, system } = process.threadCpuUsage(before);
    const seconds = isQuick ? 10 : 60;
    const best = await cheapestBreaks(day, seats, { known: breaks, seconds });
    const must = await cheapestBreaks(day, seats, { known: breaks, seconds, mustMinutes: true });
    const gap = ((100 * (cost - best.cost)) / Math.max(1, best.cost)).toFixed(2);
    const found = best.isProved ? `the best plan costs ${best.cost}: ${gap} %` : 'the best plan isn’t proved';
    const fewest = must.isProved ? `, ${must.cost} are the fewest` : '';
    const open = mustMinutes(day, breaks);
    console.log(
      `day ${seed}: ${Math.round((user + system) / 1_000)} ms, ${cost}, ${found}; ${open} open must-minutes${fewest}`,
    );
  }
}

function mustMinutes(day: PlannerDay, breaks: readonly PlannedBreak[]): number {
  const musts = new Set(
    day.rotations.flatMap(({ seats }) =>
      seats.filter(({ priority }) => priority === 'must').map(({ id }) => id),
    ),
  );
  const open = breaks.flatMap(({ relief }) => relief).filter(({ by }) => by === null);
  return open
    .filter(({ position }) => musts.has(position))
    .reduce((sum, { start, end }) => sum + end - start, 0);
}
