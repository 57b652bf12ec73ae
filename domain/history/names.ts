import type { ChangeOf, ChangeType, DocumentBody } from '../change/change.ts';
import type { BodyOf } from '../change/document.ts';
import type { registry } from '../change/registry.ts';
import type { Layout } from '../day/layout.ts';
import type { Shift } from '../day/shift.ts';
import { byId } from '../list/list.ts';
import { positionIn } from '../plan/plan.ts';
import type { Rotation } from '../plan/rotation.ts';

export interface Around<Body extends DocumentBody> {
  readonly before: Body | null;
  readonly after: Body | null;
}

type Registry = typeof registry;
/** 'started Sam Lee’s break'. Apart from the definitions, since pages load those first. */
export type Phrases = {
  readonly [Type in ChangeType]: (
    around: Around<BodyOf<Registry[Type]['fits'][number]>>,
    change: ChangeOf<Type>,
  ) => string;
};

/** 'Sam Lee'; with the start of the shift where two people of the day have one name: 'Sam Lee (9:00 AM)'. */
export function shiftName({ before, after }: Around<Layout>, id: string): string {
  for (const layout of [before, after]) {
    const shift = layout && byId(layout.shifts, id);
    if (shift) return nameAmong(layout.shifts, shift);
  }
  return after ? 'a removed team member' : 'a team member';
}

const nameAmong = (shifts: readonly Shift[], { id, teamMember, startTime }: Shift): string =>
  shifts.some((other) => other.id !== id && other.teamMember === teamMember)
    ? `${teamMember} (${startTime})`
    : teamMember;

type Planned = Extract<DocumentBody, { rotations: unknown }>;

export function rotationOf({ before, after }: Around<Planned>, id: string): Rotation | undefined {
  return byId(before?.rotations ?? [], id) ?? byId(after?.rotations ?? [], id);
}

export const rotationName = (around: Around<Planned>, id: string): string =>
  rotationOf(around, id)?.name ?? gone(around, 'rotation');

export function subareaName(around: Around<Planned>, rotation: string, id: string): string {
  return byId(rotationOf(around, rotation)?.subareas ?? [], id)?.name ?? gone(around, 'subarea');
}

export function positionName(around: Around<Planned>, rotation: string, id: string): string {
  const { before, after } = around;
  const find = (body: Planned | null) =>
    positionIn(byId(body?.rotations ?? [], rotation)?.subareas, id).position;
  return (find(before) ?? find(after))?.name ?? gone(around, 'position');
}

/** What is not found in a body was deleted before; without a body, nothing is known of it. */
const gone = ({ before, after }: Around<Planned>, what: string): string =>
  before || after ? `a deleted ${what}` : `a ${what}`;
