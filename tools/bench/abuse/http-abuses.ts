import { password } from '../servers.ts';
import { type Abuse, creation, get, post, times } from './hostile.ts';
import { largeLayout, people } from './large-documents.ts';

const largestDay = largeLayout([], 42);
const emptyDay = { ...largeLayout([], 0), rotations: [] };
const changedDay = largeLayout(people(500), 30);

/** An hour each day for years, as text. */
const calendar = (length: number): string => {
  const event = (index: number) =>
    `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART:20260101T090000Z\r\nDTEND:20260101T100000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:${index}\r\nEND:VEVENT\r\n`;
  const count = Math.floor(length / event(10_000).length);
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${times(count, event).join('')}END:VCALENDAR\r\n`;
};

/** What people request over HTTP. */
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
  'wide-changes': {
    title: 'break minutes of a team with 4,000 layouts to come, 25 changes at once',
    async prepare(store) {
      const today = Date.now();
      for (let index = 0; index < 4_000; index++) {
        const date = new Date(today + Math.floor(index / 50) * 86_400_000).toISOString().slice(0, 10);
        await store(`future-${index}`, creation({ ...emptyDay, date }));
      }
    },
    async start(hostile) {
      let changes = 0;
      return async () => {
        await Promise.all(
          times(25, () => {
            const minutes = { breakMinMinutes: 240 + (++changes % 60), breakTimerMinutes: 30 };
            const change = { id: `wide-${changes}`, change: { type: 'team.breaks', ...minutes } };
            const path = `/api/teams/${hostile.team}/documents/${hostile.team}/changes`;
            return post(hostile, path, JSON.stringify(change), hostile.cookie);
          }),
        );
      };
    },
  },
  calendars: {
    title: 'calendar files of 0.9 MB, 20 at once',
    async start(hostile) {
      const body = JSON.stringify({ date: '2026-11-21', timeZone: 'UTC', calendar: calendar(890_000) });
      return async () => {
        await Promise.all(
          times(20, () => post(hostile, `/api/teams/${hostile.team}/calendar`, body, hostile.cookie)),
        );
      };
    },
  },
};
