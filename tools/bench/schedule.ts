import { setTimeout as wait } from 'node:timers/promises';
import { apply } from '../../domain/change/apply.ts';
import type { Layout } from '../../domain/day/layout.ts';
import {
  reviewSchedule,
  type ScheduledShift,
  seatsLeft,
  suggestedRows,
  takeOf,
} from '../../domain/schedule/schedule.ts';
import { fromMinutes } from '../../domain/time/clock-time.ts';
import { createTimeSlice } from '../../server/live/time-slice.ts';
import { createCalendarFeed } from '../../server/schedules/providers/calendar-feed.ts';
import { createCallable } from '../../server/schedules/providers/callable.ts';
import { createDeputy } from '../../server/schedules/providers/deputy.ts';
import { createHotSchedules } from '../../server/schedules/providers/hotschedules.ts';
import type { Provider } from '../../server/schedules/providers/provider.ts';
import { createSevenShifts } from '../../server/schedules/providers/sevenshifts.ts';
import { createSafeFetch, type SafeFetch } from '../../server/schedules/safe-fetch.ts';
import { buildLayout, buildRotation } from '../../test/builders.ts';
import { runCalendar } from '../../test/providers/calendar.ts';
import { runCallable } from '../../test/providers/callable.ts';
import { runDeputy } from '../../test/providers/deputy.ts';
import { runHotSchedules } from '../../test/providers/hotschedules.ts';
import { runSevenShifts } from '../../test/providers/sevenshifts.ts';
import type { StandIn } from '../../test/providers/stand-in.ts';

const reviewMark = 50;
/** Milliseconds before each answer of a provider. */
const delay = 100;
/** What a reading may take beyond the answers that wait for one another, in milliseconds. */
const readingMark = 150;

const date = '2026-11-21';
const provider = 'hotschedules';

/** Prints what a schedule of 2,000 shifts costs to review, and how long a reading takes beyond the provider's own time. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  console.log('Schedules ...');
  const rounds = isQuick ? 5 : 30;
  const rows = [
    rowOf('ms for a review of 2,000 shifts, its change and the seats left', reviews(rounds), reviewMark),
  ];
  for (const each of chains) {
    const samples = await readings(each, isQuick ? 2 : 10);
    rows.push(rowOf(`ms beyond ${each.steps} x ${delay} for a day of ${each.name}`, samples, readingMark));
  }
  console.log('| | median | worst | mark |\n| --- | --- | --- | --- |');
  for (const row of rows) console.log(row);
}

function reviews(rounds: number): readonly number[] {
  const told = Array.from({ length: 2_000 }, (_, index) => shiftAt(index, 0));
  const before = seated(takenBy(buildLayout({ date, rotations: rotations() }), told));
  // Of four, one starts later; of twenty, one is gone and another one is new.
  const next = told.map((shift, index) =>
    index % 20 === 0 ? { ...shift, id: `${shift.id}-new` } : index % 4 === 1 ? shiftAt(index, 90) : shift,
  );
  return Array.from({ length: rounds }, () => {
    const began = performance.now();
    const review = reviewSchedule(before, next, { provider, roles: null });
    const take = takeOf(review, suggestedRows(review));
    if (!take || seatsLeft(before, take).length === 0) throw new Error('Nothing would change.');
    return performance.now() - began;
  });
}

function shiftAt(index: number, later: number): ScheduledShift {
  const start = (index % 48) * 15 + later;
  return {
    id: `${provider}:${index}`,
    date,
    teamMember: `Person ${index}`,
    startTime: fromMinutes(start),
    endTime: fromMinutes(start + 480),
    job: 'Grill',
    note: '',
    role: index % 2 ? 'Kitchen' : 'Front',
  };
}

const rotations = () =>
  Array.from({ length: 5 }, (_, index) =>
    buildRotation(`r${index}`, fromMinutes(360 + index * 60), fromMinutes(420 + index * 60), positions),
  );
const positions = Array.from({ length: 22 }, (_, index) => `p${index}`);

function takenBy(layout: Layout, told: readonly ScheduledShift[]): Layout {
  const review = reviewSchedule(layout, told, { provider, roles: null });
  const take = takeOf(review, suggestedRows(review));
  const taken = take && apply(layout, take);
  if (!taken?.ok) throw new Error('The schedule was not taken.');
  return taken.value as Layout;
}

/** Everyone who works by then has a seat somewhere. */
function seated(layout: Layout): Layout {
  return layout.shifts.reduce((now, { id }, index) => {
    const rotation = `r${index % 5}`;
    const position = positions[index % positions.length] ?? '';
    const change = { type: 'shift.seat', rotation, position, before: null, shift: id } as const;
    const next = apply(now, change);
    return next.ok ? (next.value as Layout) : now;
  }, layout);
}

interface Chain {
  readonly name: string;
  /** Answers that wait for one another. */
  readonly steps: number;
  readonly start: () => Promise<{
    standIn: StandIn;
    settings: Record<string, string>;
    open: (safeFetch: SafeFetch) => Provider;
  }>;
}

const chains: readonly Chain[] = [
  {
    name: 'HotSchedules',
    steps: 2,
    async start() {
      const standIn = await runHotSchedules();
      const { user, pass } = standIn.store;
      return {
        standIn,
        settings: { user, pass },
        open: (safeFetch) => createHotSchedules({ safeFetch, base: standIn.address }),
      };
    },
  },
  {
    name: 'an own function',
    steps: 1,
    async start() {
      const standIn = await runCallable();
      const { user, pass } = standIn.hosted;
      const settings = { user, pass, address: standIn.url };
      return { standIn, settings, open: (safeFetch) => createCallable({ safeFetch, now: Date.now }) };
    },
  },
  {
    name: '7shifts',
    steps: 1,
    async start() {
      const standIn = await runSevenShifts();
      const settings = { token: standIn.company.token, company: '4567' };
      return {
        standIn,
        settings,
        open: (safeFetch) => createSevenShifts({ safeFetch, base: standIn.address }),
      };
    },
  },
  {
    name: 'Deputy',
    steps: 1,
    async start() {
      const standIn = await runDeputy();
      const settings = { token: standIn.install.token, install: standIn.address };
      return { standIn, settings, open: (safeFetch) => createDeputy({ safeFetch, base: standIn.address }) };
    },
  },
  {
    name: 'a calendar feed',
    steps: 1,
    async start() {
      const standIn = await runCalendar();
      return {
        standIn,
        settings: { address: standIn.feed },
        open: (safeFetch) => createCalendarFeed({ safeFetch }),
      };
    },
  },
];

async function readings({ start, steps, name }: Chain, rounds: number): Promise<readonly number[]> {
  const { standIn, settings, open } = await start();
  const samples: number[] = [];
  standIn.faults.delay = delay;
  try {
    for (let round = 0; round < rounds; round++) {
      // A new door each time, since a first reading has no connection to use again.
      const safeFetch = createSafeFetch({
        allowed: new Set([standIn.host]),
        delay: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
        now: Date.now,
      });
      const began = performance.now();
      const { signal } = new AbortController();
      const read = await open(safeFetch).fetchSchedule({
        settings,
        location: null,
        date,
        timeZone: 'UTC',
        signal,
        timeSlice: createTimeSlice(() => performance.now()),
      });
      samples.push(performance.now() - began - steps * delay);
      await safeFetch.close();
      if (!read.ok) throw new Error(`${name}: ${read.problem.code}`);
    }
  } finally {
    await standIn.stop();
  }
  return samples;
}

function rowOf(figure: string, samples: readonly number[], mark: number): string {
  const sorted = [...samples].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `| ${figure} | ${median.toFixed(1)} | ${(sorted.at(-1) ?? 0).toFixed(1)} | ${mark} |`;
}
