import { createServer } from 'node:http';
import type { Change } from '../../../domain/change/change.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { manualShift } from '../../../domain/day/shift.ts';
import type { Notes } from '../../../domain/notes/notes.ts';
import { crowdedDay, emptying } from '../../../test/crowded-day.ts';
import { openPage, type Target } from '../pages.ts';
import { hostileProvider, register } from '../servers.ts';

type Store = (document: string, change: Change) => Promise<void>;

interface Abuse {
  readonly title: string;
  /** What everyone else may wait at most for 99 of 100 changes, in milliseconds, where that isn't the usual mark. */
  readonly mark?: number;
  /** Documents that the hostile person made before, at leisure. */
  prepare?(store: Store): Promise<void>;
  /** Starts it, and returns one round of it, which is repeated until the time is up. */
  start(hostile: Target): Promise<() => Promise<unknown>>;
}

/** Registers a person, who makes what the abuse needs. */
export async function makeHostile(port: number, name: string): Promise<Target> {
  const { cookie, team, change } = await register(port, name);
  await abuses[name]?.prepare?.(change);
  return { port, cookie, team };
}

const list = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));

/** So many shifts, and 24 rotations, each with as many positions in 24 subareas. */
function largeLayout(shifts: number, positions: number, notes: Notes = []): Layout {
  return {
    kind: 'layout',
    date: '2026-11-21',
    area: 'Kitchen',
    template: 'Day',
    notes,
    shifts: list(shifts, (index) =>
      manualShift(`p${index}`, `p${index}`, { startTime: '9:00 AM', endTime: '5:00 PM' }),
    ),
    rotations: list(24, (hour) => ({
      id: `h${hour}`,
      name: `h${hour}`,
      startTime: '10:00 AM',
      endTime: '4:00 PM',
      subareas: list(24, (area) => ({
        id: `a${area}`,
        name: `a${area}`,
        positions: list(positions, (index) => ({ id: `${area}-${index}`, name: 'p', seats: [] })),
      })),
    })),
    breakMinMinutes: 300,
    breakTimerMinutes: 30,
    dayStart: '12:00 AM',
  };
}

const creation = (layout: Layout): Change => ({ type: 'layout.create', layout });

/** As many lines in as many runs as the cost limit allows, different for each `seed`. */
const heavyNotes = (seed: number): Notes =>
  list(2_000, (run) => {
    const insert = `${'abcdefgh'.repeat((run * 7 + seed) % 3)}${(run * 3 + seed) % 10}\n`;
    return run % 2 === 0 ? { insert } : { insert, attributes: { bold: true } };
  });

const prepareEdits = (count: number) => async (store: Store) => {
  await store('day', creation(largeLayout(500, 30)));
  for (let index = 0; index < count; index++) {
    await store('day', { type: 'shift.edit', shift: `p${index}`, note: 'n'.repeat(900) });
  }
};

let nextPrefix = 0;

/** Sends the changes in turn, so many at a time on each page. */
const floodOf =
  (changes: readonly Change[], { pages: pageCount, together }: { pages: number; together: number }) =>
  async (hostile: Target) => {
    const pages = await Promise.all(list(pageCount, () => openPage(hostile)));
    // Everything but the id is encoded before.
    const ends = changes.map((change) => `","change":${JSON.stringify(change)}}`);
    const start = `{"type":"change","team":"${hostile.team}","document":"day","id":"${nextPrefix++}-`;
    let sent = 0;
    return () =>
      Promise.all(
        pages.map((page) => {
          const answered = page.heard(['accepted', 'refused'], together);
          for (let each = 0; each < together; each++) {
            sent += 1;
            page.say(`${start}${sent}${ends[sent % ends.length]}`);
          }
          return answered;
        }),
      );
  };

async function post({ port, cookie }: Target, path: string, body: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  return response.json();
}

/** Screens that show a document, and what is sent to them. */
async function showOn(count: number, hostile: Target, document: string): Promise<void> {
  for (const page of await Promise.all(list(count, () => openPage(hostile, { parts: true })))) {
    page.say({ type: 'watch', team: hostile.team, document });
  }
}

/** The least that a response says of an undo that was made. */
const versionIn = (answer: unknown): number | null =>
  typeof answer === 'object' && answer !== null && 'version' in answer ? Number(answer.version) : null;

/** As many repeating events as are read, each of which repeats as often as it may, or as often as `rule` says. */
const calendar = (rule: string): string => {
  const event = (index: number) =>
    `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART:20210101T090000Z\r\nDTEND:20210101T100000Z\r\nRRULE:${rule}\r\nSUMMARY:${index}\r\nEND:VEVENT\r\n`;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${list(990, event).join('')}END:VCALENDAR\r\n`;
};

/** Shifts of a provider that cost the most to read: without anything, or each with properties of its own. */
const worstAnswers = (): readonly string[] =>
  [
    list(2_600_000, () => '{}'),
    list(9_000, (index) => `{"id":${index},"a${index}":1,"b${index}":1,"c${index}":1,"d${index}":1}`),
  ].map((shifts) => `{"result":{"schedule":{"shifts":[${shifts.join()}]}}}`);

export const abuses: Readonly<Record<string, Abuse>> = {
  notes: {
    title: 'the heaviest edit of notes, 4 pages x 20 at once',
    prepare: (store) => store('day', creation(largeLayout(0, 1, heavyNotes(0)))),
    start: floodOf(
      list(2, (seed) => ({ type: 'notes.edit', base: heavyNotes(seed + 3), next: heavyNotes(seed + 5) })),
      { pages: 4, together: 20 },
    ),
  },
  refusals: {
    title: 'changes of what others changed before, 100 pages x 50',
    prepare: prepareEdits(200),
    start: floodOf([{ type: 'shift.edit', shift: 'gone', note: 'n' }], { pages: 100, together: 50 }),
  },
  undos: {
    title: '25 undos of a plan that empties a position of 2,000 in 24 rotations, 10 screens',
    mark: 250,
    async prepare(store) {
      const day = crowdedDay();
      await store('day', creation(day));
      await store('day', emptying(day, 6_000));
    },
    async start(hostile) {
      await showOn(10, hostile, 'day');
      let version = 2;
      // Each takes back the one before; those that are too many are refused.
      return async () => {
        for (let each = 0; each < 25; each++) {
          const path = `/api/teams/${hostile.team}/documents/day/history/${version}/undo`;
          version = versionIn(await post(hostile, path, '{}')) ?? version;
        }
      };
    },
  },
  resumes: {
    title: 'a resume over 99 changes, 4 pages x 20',
    prepare: prepareEdits(99),
    async start(hostile) {
      const pages = await Promise.all(list(4, () => openPage(hostile)));
      return () =>
        Promise.all(
          pages.map((page) => {
            const shown = page.heard(['snapshot', 'current', 'gone'], 20);
            const resume = {
              type: 'watch',
              team: hostile.team,
              document: 'day',
              since: 1,
              epoch: page.epoch,
            };
            for (let each = 0; each < 20; each++) page.say(resume);
            return shown;
          }),
        );
    },
  },
  changes: {
    title: 'the largest layout over HTTP, 20 requests at once',
    async start(hostile) {
      const body = JSON.stringify({ id: 'large', change: creation(largeLayout(0, 42)) });
      return () =>
        Promise.all(
          list(20, (index) =>
            post(hostile, `/api/teams/${hostile.team}/documents/day-${index}/changes`, body),
          ),
        );
    },
  },
  'wide-changes': {
    title: 'break minutes of a team with 4,000 layouts to come, 25 at once',
    async prepare(store) {
      const today = Date.now();
      for (let index = 0; index < 4_000; index++) {
        // a date has at most 60 layouts
        const date = new Date(today + Math.floor(index / 50) * 86_400_000).toISOString().slice(0, 10);
        await store(`future-${index}`, creation({ ...largeLayout(0, 0), rotations: [], date }));
      }
    },
    async start(hostile) {
      let changes = 0;
      const path = `/api/teams/${hostile.team}/documents/${hostile.team}/changes`;
      return () =>
        Promise.all(
          list(25, () => {
            const minutes = { breakMinMinutes: 240 + (++changes % 60), breakTimerMinutes: 30 };
            const change = { type: 'team.breaks', ...minutes };
            return post(hostile, path, JSON.stringify({ id: `wide-${changes}`, change }));
          }),
        );
    },
  },
  calendars: {
    title: '20 calendars with 990 rules',
    async start(hostile) {
      const bodies = ['FREQ=DAILY', 'FREQ=DAILY;COUNT=2000'].map((rule) =>
        JSON.stringify({ date: '2026-06-20', timeZone: 'UTC', calendar: calendar(rule) }),
      );
      const path = `/api/teams/${hostile.team}/calendar`;
      return () => Promise.all(list(20, (index) => post(hostile, path, bodies[index % 2] ?? '')));
    },
  },
  answers: {
    title: 'the worst answers of a schedule provider, 10 at once',
    async start(hostile) {
      const worst = worstAnswers();
      let answered = 0;
      const provider = createServer((request, response) => {
        request.resume();
        response.end(worst[answered++ % worst.length]);
      });
      await new Promise<void>((resolve) => provider.listen(hostileProvider, '127.0.0.1', resolve));
      const path = `/api/teams/${hostile.team}/schedule/callable`;
      const settings = { address: `http://127.0.0.1:${hostileProvider}/`, user: 'a', pass: 'b' };
      const terms = { location: null, timeZone: 'UTC', everyMinutes: null, takesAlone: false };
      await post(hostile, path, JSON.stringify({ settings, ...terms }));
      const body = JSON.stringify({ date: '2026-11-21' });
      return () => Promise.all(list(10, () => post(hostile, `${path}/read`, body)));
    },
  },
};
