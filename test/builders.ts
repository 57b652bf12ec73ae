import { apply, type Change, type DocumentBody } from '../domain/change/change.ts';
import type { CurvePoint } from '../domain/day/curve.ts';
import type { Layout } from '../domain/day/layout.ts';
import { manualShift, type Shift } from '../domain/day/shift.ts';
import { positionsOf, type Rotation } from '../domain/plan/rotation.ts';
import type { Team } from '../domain/team/team.ts';
import type { Template } from '../domain/team/template.ts';
import { sentence } from '../server/words.ts';

/** Small documents that obey every rule; a test says only what it is about. */
export const buildShift = (
  id: string,
  startTime: string,
  endTime: string,
  over: Partial<Shift> = {},
): Shift => ({
  ...manualShift(id, id, { startTime, endTime }),
  ...over,
});

/** One subarea, 'front', with the positions named, nobody on them. */
export const buildRotation = (
  id: string,
  startTime: string,
  endTime: string,
  positions: readonly string[] = ['till', 'grill'],
): Rotation => ({
  id,
  name: id,
  startTime,
  endTime,
  subareas: [
    { id: 'front', name: 'Front', positions: positions.map((name) => ({ id: name, name, seats: [] })) },
  ],
});

export const buildLayout = (over: Partial<Layout> = {}): Layout => ({
  kind: 'layout',
  date: '2026-11-21',
  area: 'Front of House',
  template: 'Weekday',
  notes: [],
  shifts: [],
  rotations: [],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: '12:00 AM',
  ...over,
});

export const buildTemplate = (over: Partial<Template> = {}): Template => ({
  kind: 'template',
  name: 'Weekday',
  area: 'Front of House',
  notes: [],
  rotations: [],
  type: 'fixed',
  ...over,
});

export const buildTeam = (over: Partial<Team> = {}): Team => ({
  kind: 'team',
  name: 'Maple & 4th',
  areas: ['Front of House', 'Back of House'],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: '12:00 AM',
  timeZone: 'America/Chicago',
  primaryColor: null,
  logoUrl: null,
  ...over,
});

/** The body after changes that must be accepted. */
export function changed<Body extends DocumentBody>(body: Body, ...changes: readonly Change[]): Body {
  return changes.reduce<DocumentBody>((current, change) => {
    const outcome = apply(current, change);
    if (!outcome.ok) throw new Error(`${change.type}: ${sentence(outcome.problem)}`);
    return outcome.value;
  }, body) as Body;
}

/** The sentence with which a change is refused; null when it is accepted. */
export function refusal(body: DocumentBody | null, change: Change): string | null {
  const outcome = apply(body, change);
  return outcome.ok ? null : sentence(outcome.problem);
}

/** The seats of a rotation, by position. */
export function seatsIn(layout: Layout, rotationId: string): Record<string, readonly string[]> {
  const rotation = layout.rotations.find(({ id }) => id === rotationId);
  return Object.fromEntries(rotation ? positionsOf(rotation).map(({ id, seats }) => [id, seats]) : []);
}

/** What holds at a minute; nothing outside the curve. */
export const pointAt = (curve: readonly CurvePoint[], minute: number): CurvePoint =>
  curve.findLast((point) => point.minute <= minute) ?? {
    ...{ minute, present: 0, seated: 0, positions: 0, covered: 0 },
  };
