import { expect, test } from 'vitest';
import type { BreakPress } from '../../domain/day/break.ts';
import { buildLayout, buildShift, buildTeam } from '../../test/builders.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';
import { createDocuments } from './documents.ts';
import { watchClock } from './watch-clock.ts';

const MINUTE = 60_000;
const noon = Date.parse('2026-11-21T12:00:00Z');

test('when the server’s clock is set back, breaks that began meanwhile began as much earlier', async () => {
  let passed = 0;
  let ahead = 0;
  const now = () => noon + passed + ahead;
  const warnings: string[] = [];
  const log = { warn: (message: string) => void warnings.push(message), error: () => {} };
  const clock = watchClock({
    documents: createDocuments({ store: memoryStore(), now }),
    now,
    steady: () => passed,
    log,
  });
  const { documents } = clock;
  const day = { team: teamRef.team, document: 'day' };
  const shifts = ['ana', 'bo', 'cy'].map((id) =>
    buildShift(id, '9:00 AM', '5:00 PM', { breaks: [null], provider: 'csv' }),
  );
  await documents.issue(teamRef, { type: 'team.create', team: buildTeam() });
  await documents.issue(day, { type: 'layout.create', layout: buildLayout({ shifts }) });
  let made = 0;
  const press = (shift: string, wants: BreakPress) =>
    documents.change({ user: 'lee', role: 'lead' }, day, {
      id: `change-${++made}`,
      change: { type: 'break.press', shift, slot: 0, wants, at: now(), by: null },
    });

  await press('ana', 'start');
  await clock.check();
  ahead = 60 * MINUTE;
  passed = MINUTE;
  await clock.check();
  await press('bo', 'start');
  await press('cy', 'start');
  passed = 3 * MINUTE;
  await press('cy', 'end');
  ahead = 0;
  passed = 4 * MINUTE;
  await clock.check();

  const body = (await documents.read(day))?.body;
  const at = (minutes: number) => noon + minutes * MINUTE;
  expect(body?.kind === 'layout' && body.shifts.map(({ breaks }) => breaks[0])).toEqual([
    { startedAt: at(0), startedBy: 'lee', endedAt: null, endedBy: null },
    { startedAt: at(1), startedBy: 'lee', endedAt: null, endedBy: null },
    { startedAt: at(1), startedBy: 'lee', endedAt: at(3), endedBy: 'lee' },
  ]);
  expect(warnings).toEqual(['The clock of this machine was set back by 3600 seconds.']);
  clock.stop();
});

test('a break from before a start, when the clock was a day ahead, began now at the latest', async () => {
  const store = memoryStore();
  const day = { team: teamRef.team, document: 'day' };
  const running = (startedAt: number, endedAt: number | null = null) =>
    ({ startedAt, startedBy: 'lee', endedAt, endedBy: endedAt === null ? null : 'lee' }) as const;
  const tomorrow = noon + 24 * 60 * MINUTE;
  const breaks = [running(tomorrow), running(tomorrow, tomorrow + 20 * MINUTE), running(noon - MINUTE)];
  const before = createDocuments({ store, now: () => tomorrow + 30 * MINUTE });
  const shifts = [buildShift('ana', '9:00 AM', '5:00 PM', { breaks })];
  await before.issue(teamRef, { type: 'team.create', team: buildTeam() });
  await before.issue(day, { type: 'layout.create', layout: buildLayout({ shifts }) });
  await before.close();

  const now = () => noon;
  const clock = watchClock({
    documents: createDocuments({ store, now }),
    now,
    log: { warn() {}, error: expect.unreachable },
  });
  const watcher = { send: () => true, buffered: () => 0 };
  expect(await clock.documents.watch(day, watcher)).toBe(true);
  const body = (await clock.documents.read(day))?.body;
  expect(body?.kind === 'layout' && body.shifts[0]?.breaks).toEqual([
    running(noon),
    running(noon - 20 * MINUTE, noon),
    running(noon - MINUTE),
  ]);
  clock.stop();
});
