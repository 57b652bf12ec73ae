import { createServer } from 'node:http';
import { costLimit, costOf } from '../../../domain/change/budget.ts';
import type { Change, SingleChange } from '../../../domain/change/change.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { manualShift, type Shift } from '../../../domain/day/shift.ts';
import type { Notes } from '../../../domain/notes/notes.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { hostileProvider, password } from '../servers.ts';
import { type Abuse, creation, get, post, times } from './hostile.ts';

const list = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => one(i));

export const people = (count: number, prefix = 'p', startTime = '9:00 AM'): Shift[] =>
  list(count, (index) =>
    manualShift(`${prefix}${index}`, `${prefix}${index}`, { startTime, endTime: '5:00 PM' }),
  );

/** 24 rotations, each with as many positions in 24 subareas. */
const rotations = (positions: number): Rotation[] =>
  list(24, (hour) => ({
    id: `h${hour}`,
    name: `h${hour}`,
    startTime: '10:00 AM',
    endTime: '4:00 PM',
    subareas: list(24, (area) => ({
      id: `a${area}`,
      name: `a${area}`,
      positions: list(positions, (index) => ({ id: `${area}-${index}`, name: 'p', seats: [] })),
    })),
  }));

export function largeLayout(shifts: readonly Shift[], positions: number, notes: Notes = []): Layout {
  return {
    kind: 'layout',
    // A date has at most 60 layouts.
    date: '2026-11-21',
    area: 'Kitchen',
    template: 'Day',
    notes,
    shifts,
    rotations: rotations(positions),
    breakMinMinutes: 300,
    breakTimerMinutes: 30,
    dayStart: '12:00 AM',
  };
}

/** As many lines in as many runs as the cost limit allows, different for each `seed`. */
export const heavyNotes = (seed: number): Notes =>
  list(2_000, (run) => {
    const insert = `${'abcdefgh'.repeat((run * 7 + seed) % 3)}${(run * 3 + seed) % 10}\n`;
    return run % 2 === 0 ? { insert } : { insert, attributes: { bold: true } };
  });

/** A batch of as many edits of shifts as the cost limit allows. */
export function largestBatch(layout: Layout, endTime: string): Change {
  for (let count = 1_000; ; count -= 10) {
    const changes = list(
      count,
      (index): SingleChange => ({
        type: 'shift.edit',
        shift: layout.shifts[index % layout.shifts.length]?.id ?? '',
        endTime,
      }),
    );
    const batch: Change = { type: 'batch', changes };
    if (costOf(layout, batch) <= costLimit) return batch;
  }
}

/** Removes some people, edits all others and adds as many again. */
export const heavyTake = (
  kept: number,
  out: readonly Shift[],
  added: readonly Shift[],
  startTime: string,
): Change => ({
  type: 'schedule.take',
  remove: out.map(({ id }) => id),
  edit: list(kept, (index) => ({ shift: `p${index}`, startTime, told: null })),
  add: added,
  remember: list(2_000, (index) => `deleted-${startTime.charAt(0)}-${index}`),
  forget: list(2_000, (index) => `deleted-${startTime.charAt(0) === '8' ? '7' : '8'}-${index}`),
});

const largestDay = largeLayout([], 42);
const emptyDay: typeof largestDay = { ...largeLayout([], 0), rotations: [] };
const changedDay = largeLayout(people(500), 30);

/** As many repeating events as are read, each of which repeats as often as it may, or as often as `rule` says. */
const calendar = (rule: string): string => {
  const event = (index: number) =>
    `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART:20210101T090000Z\r\nDTEND:20210101T100000Z\r\nRRULE:${rule}\r\nSUMMARY:${index}\r\nEND:VEVENT\r\n`;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${times(990, event).join('')}END:VCALENDAR\r\n`;
};

/** Shifts of a provider that cost the most to read: without anything, or each with properties of its own. */
const worstAnswers: readonly string[] = [
  times(2_600_000, () => '{}'),
  times(9_000, (index) => `{"id":${index},"a${index}":1,"b${index}":1,"c${index}":1,"d${index}":1}`),
].map((shifts) => `{"result":{"schedule":{"shifts":[${shifts.join()}]}}}`);

const wideChanges = (has: string, count: number, layout: typeof emptyDay): Abuse => ({
  title: `break minutes of a team with ${has}, 25 changes at once`,
  async prepare(store) {
    const today = Date.now();
    for (let index = 0; index < count; index++) {
      const date = new Date(today + Math.floor(index / 50) * 86_400_000).toISOString().slice(0, 10);
      await store(`future-${index}`, creation({ ...layout, date }));
    }
  },
  async start(hostile) {
    let changes = 0;
    const path = `/api/teams/${hostile.team}/documents/${hostile.team}/changes`;
    return async () => {
      await Promise.all(
        times(25, () => {
          const minutes = { breakMinMinutes: 240 + (++changes % 60), breakTimerMinutes: 30 };
          const change = { id: `wide-${changes}`, change: { type: 'team.breaks', ...minutes } };
          return post(hostile, path, JSON.stringify(change), hostile.cookie);
        }),
      );
    };
  },
});

export const httpAbuses: Readonly<Record<string, Abuse>> = {
  'sign-ins': {
    title: '16 sign-ins at once, again and again',
    async start(hostile) {
      const body = JSON.stringify({ email: hostile.email, password });
      return async () => {
        await Promise.all(times(16, () => post(hostile, '/api/auth/sign-in', body)));
      };
    },
  },
  history: {
    title: 'history searched and exported, 8 requests at once',
    async prepare(store) {
      await store('day', creation(changedDay));
      for (let index = 0; index < 499; index++) {
        await store('day', { type: 'shift.edit', shift: `p${index}`, note: `${index}${'n'.repeat(900)}` });
      }
    },
    async start(hostile) {
      const path = `/api/teams/${hostile.team}`;
      const paths = [
        `${path}/history?topic=breaks`,
        `${path}/documents/day/history`,
        `${path}/history/export`,
        `${path}/history?person=nobody`,
      ];
      return async () => {
        await Promise.all(times(8, (index) => get(hostile, paths[index % paths.length] ?? '')));
      };
    },
  },
  bodies: {
    title: 'bodies of 2 MB to endpoints for people who are signed out, 8 at once',
    async start(hostile) {
      const body = JSON.stringify({ email: 'x'.repeat(2_000_000), password });
      const paths = [
        '/api/auth/sign-in',
        '/api/auth/register',
        '/api/auth/confirm',
        '/api/auth/second-factor',
      ];
      return async () => {
        await Promise.all(
          times(8, (index) => post(hostile, paths[index % paths.length] ?? '', body).catch(() => null)),
        );
      };
    },
  },
  documents: {
    title: 'a document of 0.9 MB, 100 requests at once',
    prepare: (store) => store('day', creation(largestDay)),
    async start(hostile) {
      return async () => {
        await Promise.all(times(100, () => get(hostile, `/api/teams/${hostile.team}/documents/day`)));
      };
    },
  },
  identities: {
    title: 'the own account, 200 requests at once',
    async start(hostile) {
      return async () => {
        await Promise.all(times(200, () => get(hostile, '/api/me')));
      };
    },
  },
  changes: {
    title: 'the largest layout over HTTP, 20 requests at once',
    async start(hostile) {
      const body = JSON.stringify({ id: 'large', change: creation(largestDay) });
      return async () => {
        await Promise.all(
          times(20, (index) =>
            post(hostile, `/api/teams/${hostile.team}/documents/day-${index}/changes`, body, hostile.cookie),
          ),
        );
      };
    },
  },
  'wide-changes': wideChanges('4,000 layouts to come', 4_000, emptyDay),
  'wide-large': wideChanges('60 of the largest layouts to come', 60, largestDay),
  calendars: {
    title: 'calendar files with 990 rules, 20 at once',
    async start(hostile) {
      const bodies = ['FREQ=DAILY', 'FREQ=DAILY;COUNT=2000'].map((rule) =>
        JSON.stringify({ date: '2026-06-20', timeZone: 'UTC', calendar: calendar(rule) }),
      );
      return async () => {
        await Promise.all(
          times(20, (index) =>
            post(hostile, `/api/teams/${hostile.team}/calendar`, bodies[index % 2] ?? '', hostile.cookie),
          ),
        );
      };
    },
  },
  answers: {
    title: 'the worst answers of a schedule provider, 10 readings at once',
    async start(hostile) {
      let answered = 0;
      const provider = createServer((request, response) => {
        request.resume();
        response.end(worstAnswers[answered++ % worstAnswers.length]);
      });
      await new Promise<void>((resolve) => provider.listen(hostileProvider, '127.0.0.1', resolve));
      const path = `/api/teams/${hostile.team}/schedule/callable`;
      const settings = { address: `http://127.0.0.1:${hostileProvider}/`, user: 'a', pass: 'b' };
      const terms = { location: null, timeZone: 'UTC', everyMinutes: null, takesAlone: false };
      await post(hostile, path, JSON.stringify({ settings, ...terms }), hostile.cookie);
      const body = JSON.stringify({ date: '2026-11-21' });
      return async () => {
        await Promise.all(times(10, () => post(hostile, `${path}/read`, body, hostile.cookie)));
      };
    },
  },
};
