import type { BreakPlan } from '../../../domain/planner/planner-day.ts';
import { command } from './command.ts';

export const plan = command({
  usage: 'DAY.json [--laws LAWS.json]',
  summary:
    'prints who stands where and when everybody breaks, as JSON; docs/planner.md says what is in the files',
  options: { laws: { type: 'string' } },
  takes: [1, 1],
  async run({ print, progress }, { laws: lawsFile }, file = '') {
    // Loaded here, so that other commands start sooner.
    const [
      { readPlannerFile },
      { plannerDay },
      { planSeats },
      { planBreaks },
      { chartSentences, sentencesOf },
    ] = await Promise.all([
      import('./planner-file.ts'),
      import('../../../domain/planner/from-layout.ts'),
      import('../../../domain/planner/seats.ts'),
      import('../../../domain/planner/breaks.ts'),
      import('./plan-problems.ts'),
    ]);
    const { layout, planning, laws } = await readPlannerFile(file, lawsFile);
    const day = plannerDay(layout, planning, { laws });
    const seats = planSeats(day);
    const breaks = planBreaks(day, seats.seats);
    const { date } = layout;
    const problems = [
      ...chartSentences(layout.rotations),
      ...sentencesOf(day, seats, { date, jurisdiction: planning.settings.jurisdiction }),
    ];
    for (const problem of problems) progress(problem);
    print(JSON.stringify({ ...seats, ...written(breaks), problems }));
  },
});

/** As docs/planner.md has it: a relief is from and to. */
const written = ({ breaks, cost }: BreakPlan) => ({
  breaks: breaks.map(({ relief, ...each }) => ({
    ...each,
    relief: relief.map(({ position, start, end, by }) => ({ position, from: start, to: end, by })),
  })),
  cost,
});
