import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLayout, buildRotation, changed } from '../../test/builders.ts';
import { countCalls } from '../../test/count-calls.ts';
import { apply, type Change } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { copyLayout } from '../day/document-copy.ts';
import type { Layout } from '../day/layout.ts';
import { wordsOf } from '../day/same-name.ts';
import { manualShift, type Shift, scheduleIdOf } from '../day/shift.ts';
import {
  type ConfirmedMatches,
  findSamePeople,
  type ReviewTerms,
  reviewSchedule,
  type ScheduledShift,
  suggestedRows,
  takeOf,
} from './schedule.ts';

const terms: ReviewTerms = { provider: 'hs', roles: null };
const day = buildLayout({
  date: '2026-11-21',
  shifts: [],
  rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')],
});

const typed = (id: string, teamMember: string, startTime = '9:00 AM', endTime = '5:00 PM'): Shift =>
  manualShift(id, teamMember, { startTime, endTime });
const scheduled = (
  id: string,
  teamMember: string,
  startTime = '9:00 AM',
  endTime = '5:00 PM',
): ScheduledShift => ({
  id: `hs:${id}`,
  date: day.date,
  teamMember,
  startTime,
  endTime,
  job: 'Kitchen',
  note: '',
  role: 'Kitchen',
});
const withShifts = (...shifts: Shift[]): Layout =>
  changed(day, ...shifts.map((shift) => ({ type: 'shift.add', shift, seats: [] }) as const));

/** The layout after what is suggested was accepted, and what was said of rows `same`. */
function taken(
  of: Layout,
  told: readonly ScheduledShift[],
  said: ConfirmedMatches = new Map(),
  by = terms,
): Layout {
  const review = reviewSchedule(of, told, by);
  const take = takeOf(review, new Set([...suggestedRows(review), ...said.keys()]), new Set(), said);
  return take ? (changed(of, take) as Layout) : of;
}
const namesOf = (layout: Layout) => layout.shifts.map(({ teamMember }) => teamMember);

test.each([
  ['Chloe Davis', 'chloe davis'],
  ['  chloé   DAVIS ', 'chloe davis'],
  ['Davis, Chloe', 'chloe davis'],
  ['Maria G.', 'maria g'],
  ['O’Brien-Smith, Zoë', 'zoe o brien smith'],
  ['Davis,', 'davis'],
  ['🍟', ''],
])('[SC120] %j is compared as %j', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words);
});

test.each<[string, Shift, ScheduledShift, 'match' | 'asks' | 'new']>([
  ['the same name and times', typed('a', 'Chloé Davis'), scheduled('1', 'DAVIS, CHLOE'), 'match'],
  [
    'times that overlap clearly',
    typed('a', 'Ana Ruiz'),
    scheduled('1', 'Ana Ruiz', '11:00 AM', '7:00 PM'),
    'match',
  ],
  [
    'times that hardly overlap',
    typed('a', 'Ana Ruiz'),
    scheduled('1', 'Ana Ruiz', '4:00 PM', '10:00 PM'),
    'asks',
  ],
  ['times that touch', typed('a', 'Ana Ruiz'), scheduled('1', 'Ana Ruiz', '5:00 PM', '10:00 PM'), 'new'],
  ['a short name', typed('a', 'Maria G.'), scheduled('1', 'Maria Garcia'), 'asks'],
  ['a first name', typed('a', 'Maria'), scheduled('1', 'Maria Garcia'), 'asks'],
  ['a nickname', typed('a', 'Katie Jones'), scheduled('1', 'Jones, Katherine'), 'asks'],
  ['a middle name', typed('a', 'Maria Garcia'), scheduled('1', 'Maria Ana Garcia'), 'asks'],
  ['another last name', typed('a', 'Maria Lopez'), scheduled('1', 'Maria Garcia'), 'new'],
  ['another first name', typed('a', 'Mari Garcia'), scheduled('1', 'Maria Garcia'), 'new'],
])('[SC40] %s', (_, ours, theirs, expected) => {
  const found = findSamePeople([theirs], [ours], '12:00 AM').get(theirs.id);
  expect(found?.candidates.map(({ id }) => id) ?? []).toEqual(expected === 'new' ? [] : ['a']);
  expect(found?.match?.id ?? null).toBe(expected === 'match' ? 'a' : null);
});

test('[SC121] [SC123] two of one name are asked about, but for those whose times are the same', () => {
  const marias = [typed('a', 'Maria Garcia'), typed('b', 'Maria Garcia', '10:00 AM', '6:00 PM')];
  const one = findSamePeople([scheduled('1', 'Maria Garcia', '9:30 AM', '5:30 PM')], marias, '12:00 AM');
  expect(one.get('hs:1')).toMatchObject({ match: null, candidates: [{ id: 'a' }, { id: 'b' }] });
  const both = findSamePeople(
    [scheduled('1', 'Maria Garcia', '10:00 AM', '6:00 PM'), scheduled('2', 'Maria Garcia')],
    marias,
    '12:00 AM',
  );
  expect([both.get('hs:1')?.match?.id, both.get('hs:2')?.match?.id]).toEqual(['b', 'a']);
  const twice = findSamePeople(
    [scheduled('1', 'Maria Garcia'), scheduled('2', 'Maria Garcia')],
    marias.slice(0, 1),
    '12:00 AM',
  );
  expect([twice.get('hs:1')?.match, twice.get('hs:2')?.match]).toEqual([null, null]);
});

test('[SC40] thousands of one name take a bounded number of steps', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => typed(`a${index}`, 'Ana'));
  const told = Array.from({ length: 1_000 }, (_, index) => scheduled(String(index), `Ana ${index}`));
  let found: ReturnType<typeof findSamePeople> | undefined;
  const calls = countCalls(() => {
    found = findSamePeople(told, many, '12:00 AM');
  });
  expect(calls).toBeLessThan(1_000_000);
  expect(found?.get('hs:0')?.candidates.length).toBe(5);
});

test('[SC40] [SC122] a day copied with its people, then its schedule: nobody twice, seats and breaks kept, and the next sync changes nothing', () => {
  const told = [scheduled('1', 'Ana Ruiz'), scheduled('2', 'Bo Chen', '10:00 AM', '6:00 PM')];
  const last = changed(taken(day, told), {
    type: 'shift.seat',
    shift: 'hs:1',
    rotation: 'lunch',
    position: 'till',
    before: null,
  }) as Layout;
  let count = 0;
  const { breakMinMinutes, breakTimerMinutes, dayStart } = day;
  const settings = { breakMinMinutes, breakTimerMinutes, dayStart };
  const copied = copyLayout(last, '2026-11-28', { settings, newId: () => `new-${++count}`, people: true });
  const copy = changed(copied, { type: 'layout.settings', ...settings, breakMinMinutes: 301 }) as Layout;
  const [ana] = copy.shifts;
  if (!ana) throw new Error('nobody was copied');
  const started = changed(copy, {
    type: 'break.press',
    shift: ana.id,
    slot: 0,
    wants: 'start',
    at: 1_000,
    by: null,
  }) as Layout;
  const next = [
    { ...scheduled('8', 'Ruiz, Ana', '9:30 AM', '5:30 PM'), date: '2026-11-28' },
    { ...scheduled('9', 'bo chen', '10:00 AM', '6:00 PM'), date: '2026-11-28' },
  ];
  const now = taken(started, next);
  expect(now.shifts).toMatchObject([
    {
      id: ana.id,
      provider: 'hs',
      startTime: '9:30 AM',
      told: { id: 'hs:8' },
      breaks: [{ startedAt: 1_000 }],
    },
    { provider: 'hs', told: { id: 'hs:9' } },
  ]);
  expect(now.rotations[0]?.subareas[0]?.positions[0]?.seats).toEqual([ana.id]);
  const again = reviewSchedule(now, next, terms);
  expect(again).toMatchObject({ rows: [], unchanged: 2, quiet: [] });
  // later news and a deletion reach the shift by the schedule's id
  const later = [{ ...next[0], endTime: '6:00 PM' } as ScheduledShift, next[1] as ScheduledShift];
  expect(taken(now, later).shifts[0]).toMatchObject({ id: ana.id, endTime: '6:00 PM' });
  const deleted = changed(now, { type: 'shift.delete', shift: ana.id }) as Layout;
  expect(deleted.deletedByHand).toEqual(['hs:8']);
  expect(taken(deleted, next)).toEqual(deleted);
  expect(
    taken(now, next.slice(1)).shifts.map(({ id }) => id),
    'gone, but for the break',
  ).toContain(ana.id);
});

test('[SC122] values edited by hand stay, including a typed note', () => {
  const noted = { ...typed('a', 'Ana Ruiz'), note: 'Opens', schedule: 'Manual' };
  expect(taken(withShifts(noted), [scheduled('1', 'Ana Ruiz', '8:00 AM', '4:00 PM')]).shifts).toMatchObject([
    { id: 'a', note: 'Opens', startTime: '8:00 AM', schedule: 'Kitchen' },
  ]);
  const other = { provider: 'other', roles: null };
  const told = [{ ...scheduled('1', 'Ana Ruiz'), id: 'other:1' }];
  const edited = changed(taken(day, told, new Map(), other), {
    type: 'shift.edit',
    shift: 'other:1',
    endTime: '4:00 PM',
  }) as Layout;
  const now = taken(edited, [scheduled('5', 'Ana Ruiz', '10:00 AM', '6:00 PM')]);
  expect(now.shifts).toMatchObject([{ startTime: '9:00 AM', endTime: '4:00 PM', provider: 'hs' }]);
  expect(taken(now, told, new Map(), other), 'the other schedule does not add them again').toEqual(now);
});

test('[SC123] a person decides: someone else is added, the same is not', () => {
  const before = withShifts(typed('a', 'Maria'), typed('b', 'Maria G.'));
  const told = [scheduled('1', 'Maria Garcia'), scheduled('2', 'Maria Lopez')];
  expect(namesOf(taken(before, told)), 'undecided rows wait').toEqual(['Maria', 'Maria G.']);
  const now = taken(
    before,
    told,
    new Map([
      ['hs:1', 'b'],
      ['hs:2', null],
    ]),
  );
  expect(namesOf(now)).toEqual(['Maria', 'Maria Garcia', 'Maria Lopez']);
  expect(now.shifts.find(({ id }) => id === 'b')?.told?.id).toBe('hs:1');
  const both = taken(
    before,
    told,
    new Map([
      ['hs:1', 'a'],
      ['hs:2', 'a'],
    ]),
  );
  expect(both.shifts, 'one shift is not two people').toHaveLength(2);
});

test('[SC40] two people who accept different answers at once do not double anyone', () => {
  const before = withShifts(typed('a', 'Maria'));
  const review = reviewSchedule(before, [scheduled('1', 'Maria Garcia')], terms);
  const answer = (shift: string | null) =>
    takeOf(review, new Set(['hs:1']), new Set(), new Map([['hs:1', shift]])) as Change;
  const idsAfter = (...changes: Change[]) =>
    changes
      .reduce<Layout>((of, change) => {
        const outcome = apply(of, change);
        return outcome.ok ? (outcome.value as Layout) : of;
      }, before)
      .shifts.map(scheduleIdOf);
  expect(idsAfter(answer('a'), answer(null))).toEqual(['hs:1']);
  expect(idsAfter(answer(null), answer('a')).sort()).toEqual(['a', 'hs:1']);
});

test('shifts from the hosted product with bare ids match those of HotSchedules', () => {
  const bare: Shift = { ...typed('-416763300', 'Ana Ruiz'), provider: 'hotschedules', schedule: 'Kitchen' };
  const told = [{ ...scheduled('', 'Annie Ruiz', '9:00 AM', '6:00 PM'), id: 'hotschedules:-416763300' }];
  const by = { provider: 'hotschedules', roles: null };
  const now = taken(withShifts(bare), told, new Map(), by);
  expect(now.shifts).toMatchObject([{ id: '-416763300', endTime: '6:00 PM' }]);
  expect(reviewSchedule(now, told, by)).toMatchObject({ rows: [], unchanged: 1, quiet: [] });
});

const names = ['Ana Ruiz', 'Ruiz, Ana', 'Ana', 'Bo Chen', 'bo chen'];
const times = [
  ['9:00 AM', '5:00 PM'],
  ['10:00 AM', '6:00 PM'],
  ['4:00 PM', '10:00 PM'],
] as const;
const anyOurs = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...times)), { maxLength: 4 });

test('[SC40] nobody is lost, no break and no seat; what was accepted is settled, and Undo takes all of it back', () => {
  fc.assert(
    fc.property(anyOurs, anyOurs, (ours, theirs) => {
      const before = withShifts(...ours.map(([name, [start, end]], at) => typed(`a${at}`, name, start, end)));
      const told = theirs.map(([name, [start, end]], at) => scheduled(String(at), name, start, end));
      const review = reviewSchedule(before, told, terms);
      const take = takeOf(review, suggestedRows(review));
      const now = take ? (changed(before, take) as Layout) : before;
      expect(now.shifts.map(({ id }) => id)).toEqual(
        expect.arrayContaining(before.shifts.map(({ id }) => id)),
      );
      const ids = now.shifts.map(scheduleIdOf);
      expect(new Set(ids).size).toBe(ids.length);
      const again = reviewSchedule(now, told, terms);
      expect(suggestedRows(again).size).toBe(0);
      const undo = take && inverse(before, take);
      if (undo) expect(changed(now, undo)).toEqual(before);
    }),
    { numRuns: 2_000 },
  );
});
