import type { Change } from '../../../domain/change/change.ts';
import {
  type Abuse,
  creation,
  type Hostile,
  makeHostile,
  openPage,
  type Page,
  post,
  times,
} from './hostile.ts';
import { heavyNotes, heavyTake, largeLayout, largestBatch, people } from './http-abuses.ts';

const notesDay = largeLayout([], 1, heavyNotes(0));
const kept = people(1_500);
const takenDay = largeLayout([...kept, ...people(500, 'one')], 24);
const batchDay = largeLayout(people(1_000), 2);
const watchedDay = largeLayout([], 42);
const resumedDay = largeLayout(people(500), 30);

let nextPrefix = 0;

const isWatching = ['snapshot', 'current', 'gone'];

const heavyEdits = times(
  2,
  (seed): Change => ({ type: 'notes.edit', base: heavyNotes(seed + 3), next: heavyNotes(seed + 5) }),
);

/** Sends the changes in turn, so many at a time on each page. */
const floodOf =
  (changes: readonly Change[], pageCount = 4, at = 20) =>
  async (hostile: Hostile) => {
    const { team } = hostile;
    const pages = await Promise.all(times(pageCount, () => openPage(hostile)));
    // Everything but the id is encoded before.
    const ends = changes.map((change) => `","change":${JSON.stringify(change)}}`);
    const start = `{"type":"change","team":"${team}","document":"day","id":"${nextPrefix++}-`;
    let sent = 0;
    return async () => {
      await Promise.all(
        pages.map(async (page) => {
          const answered = page.heard(['accepted', 'refused'], at);
          for (let each = 0; each < at; each++) {
            sent += 1;
            page.say(`${start}${sent}${ends[sent % ends.length]}`);
          }
          await answered;
        }),
      );
    };
  };

const watch = ({ team }: Hostile, document: string, resume: object = {}): string =>
  JSON.stringify({ type: 'watch', team, document, ...resume });

/** A page again, as soon as the server has hung up. */
async function alive(hostile: Hostile, page: Page): Promise<Page> {
  return page.socket.readyState === page.socket.OPEN ? page : openPage(hostile);
}

export const liveAbuses: Readonly<Record<string, Abuse>> = {
  notes: {
    title: 'the heaviest `notes.edit`, 4 pages x 20 at once',
    prepare: (store) => store('day', creation(notesDay)),
    start: floodOf(heavyEdits),
  },
  takes: {
    title: 'the heaviest `schedule.take`, 4 pages x 20 at once',
    prepare: (store) => store('day', creation(takenDay)),
    start: floodOf([
      heavyTake(1_500, people(500, 'one'), people(500, 'two'), '7:00 AM'),
      heavyTake(1_500, people(500, 'two'), people(500, 'one'), '8:00 AM'),
    ]),
  },
  batches: {
    title: 'the largest batch, 4 pages x 20 at once',
    prepare: (store) => store('day', creation(batchDay)),
    start: floodOf([largestBatch(batchDay, '4:00 PM'), largestBatch(batchDay, '3:00 PM')]),
  },
  watches: {
    title: '50 documents of 0.9 MB at once, again and again',
    async prepare(store) {
      for (let index = 0; index < 50; index++) await store(`day-${index}`, creation(watchedDay));
    },
    async start(hostile) {
      let page = await openPage(hostile);
      return async () => {
        page = await alive(hostile, page);
        const shown = page.heard(isWatching, 50);
        for (let index = 0; index < 50; index++) page.say(watch(hostile, `day-${index}`));
        await shown;
      };
    },
  },
  resumes: {
    title: 'a resume from version 1 over 499 changes, 4 pages x 20 at once',
    async prepare(store) {
      await store('day', creation(resumedDay));
      for (let index = 0; index < 499; index++) {
        await store('day', { type: 'shift.edit', shift: `p${index}`, note: 'n'.repeat(900) });
      }
    },
    async start(hostile) {
      const pages = await Promise.all(times(4, () => openPage(hostile)));
      const epoch = pages[0]?.epoch;
      return async () => {
        await Promise.all(
          pages.map(async (page) => {
            const shown = page.heard(isWatching, 20);
            for (let each = 0; each < 20; each++) page.say(watch(hostile, 'day', { since: 1, epoch }));
            await shown;
          }),
        );
      };
    },
  },
  connections: {
    title: '200 live connections by one person, opened again and again',
    async start(hostile) {
      return async () => {
        const pages = await Promise.all(times(200, () => openPage(hostile)));
        for (const { socket } of pages) socket.terminate();
      };
    },
  },
  '10-mb': {
    title: 'notes of 10 MB, over the live connection and over HTTP',
    prepare: (store) => store('day', creation(notesDay)),
    async start(hostile) {
      const change = { type: 'notes.edit', base: [], next: [{ insert: 'x'.repeat(10_000_000) }] };
      const body = JSON.stringify({ id: 'large', change });
      const message = JSON.stringify({
        type: 'change',
        team: hostile.team,
        document: 'day',
        id: 'large',
        change,
      });
      return async () => {
        const page = await openPage(hostile);
        const closed = page.heard(['accepted'], 1);
        page.say(message);
        const path = `/api/teams/${hostile.team}/documents/day/changes`;
        await Promise.all([closed, post(hostile, path, body, hostile.cookie).catch(() => null)]);
      };
    },
  },
  malformed: {
    title: '`__proto__` keys and messages that make no sense, 20 pages',
    async start(hostile) {
      let pages = await Promise.all(times(20, () => openPage(hostile)));
      const start = `{"type":"change","team":"${hostile.team}","document":"__proto__","id":"__proto__","change":`;
      const messages = [
        `${start}{"type":"__proto__"}}`,
        `${start}{"__proto__":{"type":"break.press"},"constructor":{"prototype":{"admin":true}}}}`,
        `${'['.repeat(200_000)}`,
        `{"type":"hello","protocol":${'9'.repeat(100_000)}}`,
        `${start}{"type":"batch","changes":[${'{"type":"__proto__"},'.repeat(20_000)}{}]}}`,
      ];
      return async () => {
        for (const [index, page] of pages.entries()) {
          page.say(messages[index % messages.length] ?? '');
          page.say(messages[0] ?? '');
        }
        await Promise.all(pages.map((page) => page.heard(['accepted'], 1)));
        pages = await Promise.all(pages.map((page) => alive(hostile, page)));
      };
    },
  },
  accounts: {
    title: 'the heaviest `notes.edit` by 8 people, 20 at once each',
    async start({ port, email }) {
      const floods = await Promise.all(
        times(8, async (index) => {
          const hostile = await makeHostile(port, `${index}-${email}`, (store) =>
            store('day', creation(notesDay)),
          );
          return floodOf(heavyEdits, 1)(hostile);
        }),
      );
      return async () => {
        await Promise.all(floods.map((flood) => flood()));
      };
    },
  },
  small: {
    title: 'small changes, 100 pages x 200 at once',
    prepare: (store) => store('day', creation(largeLayout(people(40), 1))),
    start: floodOf(
      times(40, (index) => ({ type: 'shift.edit', shift: `p${index}`, note: 'n' })),
      100,
      200,
    ),
  },
  refusals: {
    title: 'changes of what others changed before, 100 pages x 50 at once',
    async prepare(store) {
      await store('day', creation(resumedDay));
      for (let index = 0; index < 200; index++) {
        await store('day', { type: 'shift.edit', shift: `p${index}`, note: 'n'.repeat(900) });
      }
    },
    start: floodOf([{ type: 'shift.edit', shift: 'gone', note: 'n' }], 100, 50),
  },
  pings: {
    title: 'pings, 200 pages x 200 at once',
    async start(hostile) {
      const pages = await Promise.all(times(200, () => openPage(hostile)));
      return async () => {
        await Promise.all(
          pages.map((page) => {
            const answered = page.heard(['pong'], 200);
            for (let each = 0; each < 200; each++) page.say('{"type":"ping"}');
            return answered;
          }),
        );
      };
    },
  },
  watchers: {
    title: 'the heaviest `notes.edit`, 300 pages watch',
    prepare: (store) => store('day', creation(notesDay)),
    async start(hostile) {
      const pages = await Promise.all(times(300, () => openPage(hostile, { parts: true })));
      for (const page of pages) page.say(watch(hostile, 'day'));
      return floodOf(heavyEdits, 1)(hostile);
    },
  },
};
