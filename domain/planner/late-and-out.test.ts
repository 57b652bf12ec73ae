import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, buildTeam, changed } from '../../test/builders.ts';
import type { Change } from '../change/change.ts';
import type { Crew } from '../crew/crew.ts';
import { emptyCrew } from '../crew/crew-document.ts';
import { newPerson } from '../crew/crew-index.ts';
import { breaksToGo, nextDue, nextPlanned } from '../day/due-breaks.ts';
import { peopleIn } from '../day/headcount.ts';
import { missedRows } from '../day/planning-changes.ts';
import type { Shift } from '../day/shift.ts';
import { mayWaive } from '../day/waiving.ts';
import { workedIn } from '../day/worked.ts';
import { fromMinutes } from '../time/clock-time.ts';
import { toughMinutes } from './crew-planning.ts';
import { dayFromDocuments, noToughMinutes } from './from-documents.ts';
import { owedBreaks } from './owed-breaks.ts';
import { movesTo, takeOf } from './proposal.ts';
import { whyNot, whyOpen } from './reasons.ts';
import { planSeats } from './seats.ts';

const hour = 60;
const record = { at: 0, by: null };
const late = { expected: '10:00 AM', ...record };
const out = { reason: 'left-early' as const, from: '2:00 PM', ...record };

/** From 6 AM to 6 PM, of which Ana is there from 10 to 2. */
const whole = buildLayout({
  breakMinMinutes: 3 * hour,
  shifts: [buildShift('ana', '6:00 AM', '6:00 PM', { person: 'p-ana', breaks: [null, null, null] })],
  rotations: [
    buildRotation('early', '6:00 AM', '9:00 AM', ['Grill']),
    buildRotation('morning', '9:00 AM', '1:00 PM', ['Grill']),
    buildRotation('noon', '1:00 PM', '4:00 PM', ['Grill']),
    buildRotation('late', '4:00 PM', '6:00 PM', ['Grill']),
  ],
});
const seated = changed(
  whole,
  ...whole.rotations.map(
    ({ id: rotation, subareas }): Change => ({
      ...{ type: 'shift.seat', rotation, shift: 'ana', before: null },
      position: subareas[0]?.positions[0]?.id ?? '',
    }),
  ),
);
const day = changed(
  seated,
  { type: 'shift.late', shift: 'ana', ...late },
  { type: 'shift.out', shift: 'ana', reason: out.reason, from: out.from, keeps: 'stood', ...record },
);
const ana = day.shifts[0] as Shift;
const crew: Crew = {
  ...emptyCrew,
  people: [newPerson('p-ana', 'Ana')],
  stations: [{ id: 's', name: 'Grill', subarea: 'Front', equipment: [], classes: ['heat'] }],
};
const plannerDay = (layout = day) =>
  dayFromDocuments({ layout, crew, team: buildTeam(), tough: noToughMinutes }).day;

test('[AN60] who is late until 10 AM and out from 2 PM counts from 10 to 2 in the plan', () => {
  expect(plannerDay().shifts).toMatchObject([{ id: 'ana', start: 10 * hour, end: 14 * hour }]);
  expect(day.rotations.map((rotation) => peopleIn(day, rotation))).toEqual([0, 0, 0, 0]);
  const two = { ...day, shifts: [ana, buildShift('bo', '6:00 AM', '6:00 PM')] };
  // three of four hours, and one of three, beside somebody who is there for all of it
  expect(two.rotations.map((rotation) => peopleIn(two, rotation))).toEqual([1, 1, 1, 1]);
  const three = { ...two, shifts: [...two.shifts, { ...ana, id: 'cy' }] };
  expect(three.rotations.map((rotation) => peopleIn(three, rotation))).toEqual([1, 2, 1, 1]);
});

test('[AN60] … in fairness', () => {
  const worked = workedIn(day);
  expect(worked).toMatchObject([{ person: 'p-ana', name: 'Grill', minutes: 4 * hour }]);
  const { past, previous } = toughMinutes(crew, [{ date: day.date, worked }]);
  expect([past.get('p-ana'), previous]).toEqual([{ heat: 240 }, { heat: 240 }]);
});

test('[AN60] … and in breaks: what is earned, due, left, and may be waived', () => {
  const { shifts, settings } = plannerDay();
  const [shift] = shifts;
  expect(shift && owedBreaks(shift, settings).breaks.length).toBe(1);
  expect(nextDue(ana, day)).toBe(13 * hour);
  expect(breaksToGo(ana, 9 * hour, day)).toEqual([0]);
  expect(breaksToGo(ana, 13 * hour, day)).toEqual([0]);
  expect(breaksToGo(ana, 14 * hour, day)).toEqual([]);
  expect(breaksToGo({ ...ana, late: undefined, out: undefined }, 14 * hour, day)).toEqual([0, 1, 2]);
  const planned930 = [{ kind: 'rest', start: '9:30 AM', minutes: 10, relief: [] }] as const;
  expect(nextPlanned({ ...ana, planned: planned930 })).toBeNull();
  expect(nextPlanned({ ...ana, planned: planned930, late: undefined })).toBe('9:30 AM');
  const meal = { id: 'meal', kind: 'meal', minutes: 30, waivable: { upTo: 6 * hour }, cite: '' } as const;
  const planned = [{ kind: 'meal', row: 'meal', start: '12:00 PM', minutes: 30, relief: [] }] as const;
  expect(mayWaive({ laws: [meal] }, { ...ana, planned }, 0)).toBe(true);
  const all = { ...ana, planned, out: undefined, late: undefined };
  expect(mayWaive({ laws: [meal] }, all, 0)).toBe(false);
});

test('[FP60] who is out for some of a rotation gets no seat in it, so that a plan that was taken is complete', () => {
  const open = changed(
    day,
    { type: 'shift.back', shift: 'ana' },
    { type: 'shift.out', shift: 'ana', ...out },
  );
  const empty = { ...open, rotations: whole.rotations };
  const read = plannerDay(empty);
  const plan = planSeats(read);
  expect(plan.seats.map(({ rotation }) => rotation)).toEqual(['early', 'morning']);
  const noon = { rotation: 'noon', position: whole.rotations[2]?.subareas[0]?.positions[0]?.id ?? '' };
  expect(whyNot(read, plan, { ...noon, shift: 'ana' })).toEqual({ kind: 'cannot', bar: 'out' });
  expect(whyOpen(read, plan.seats, noon)?.cause).toBe('nobody-there');
});

test('[FP60] every move of a plan for people who come late and leave early can be made', () => {
  const time = fc.integer({ min: 6 * 4, max: 18 * 4 - 1 }).map((quarter) => fromMinutes(quarter * 15));
  const attendance = fc.record({ late: fc.option(time), out: fc.option(time) });
  fc.assert(
    fc.property(fc.array(attendance, { minLength: 1, maxLength: 4 }), (people) => {
      const shifts = people.map(({ late: expected, out: from }, nth) =>
        buildShift(`s${nth}`, '6:00 AM', '6:00 PM', {
          ...(expected !== null && { late: { expected, ...record } }),
          ...(from !== null && { out: { reason: 'sick' as const, from, ...record } }),
        }),
      );
      const layout = buildLayout({ shifts, rotations: whole.rotations });
      const { seats } = planSeats(plannerDay(layout));
      const take = takeOf(movesTo(layout, seats, { keeps: true }), []);
      if (!take) return;
      const taken = changed(layout, take);
      expect(missedRows(taken, take)).toBe(0);
    }),
  );
});
