import { apply, type Change } from '../../domain/change/change.ts';
import type { Layout } from '../../domain/day/layout.ts';
import {
  type ReviewTerms,
  reviewSchedule,
  type ScheduledShift,
  suggestedRows,
  takeOf,
} from '../../domain/schedule/schedule.ts';

export const layout: Layout = {
  kind: 'layout',
  date: '2026-11-21',
  area: 'Front of House',
  template: 'Weekday',
  notes: [],
  shifts: [],
  rotations: [
    {
      id: 'lunch',
      name: 'Lunch',
      startTime: '11:00 AM',
      endTime: '2:00 PM',
      subareas: [{ id: 'front', name: 'Front', positions: [{ id: 'till', name: 'Till', seats: [] }] }],
    },
  ],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: '12:00 AM',
};

export const scheduled = (id: string, over: Partial<ScheduledShift> = {}): ScheduledShift => ({
  id,
  date: layout.date,
  teamMember: id,
  startTime: '9:00 AM',
  endTime: '5:00 PM',
  job: 'Kitchen',
  note: '',
  role: 'Kitchen',
  ...over,
});

export const all: ReviewTerms = { provider: 'hs', roles: null };
export const review = (of: Layout, shifts: readonly ScheduledShift[], terms = all) =>
  reviewSchedule(of, shifts, terms);

/** The layout after everything that is suggested was accepted, and what else was accepted by id. */
export function taken(of: Layout, shifts: readonly ScheduledShift[], also: readonly string[] = []): Layout {
  const seen = review(of, shifts);
  const take = takeOf(seen, new Set([...suggestedRows(seen), ...also]));
  return take ? after(of, take) : of;
}

export function after(of: Layout, ...changes: Change[]): Layout {
  return changes.reduce<Layout>((current, change) => {
    const outcome = apply(current, change);
    if (!outcome.ok) throw new Error(outcome.problem.code);
    return outcome.value as Layout;
  }, of);
}

export const seat = (shift: string): Change => ({
  type: 'shift.seat',
  shift,
  rotation: 'lunch',
  position: 'till',
  before: null,
});
export const press = (shift: string): Change => ({
  type: 'break.press',
  shift,
  slot: 0,
  wants: 'start',
  at: 1_000,
  by: null,
});
export const seats = (of: Layout) => of.rotations[0]?.subareas[0]?.positions[0]?.seats;
