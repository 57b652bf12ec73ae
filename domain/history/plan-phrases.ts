import type { ChangeOf, DocumentBody } from '../change/change.ts';
import { byId } from '../list/list.ts';
import { type PlanItem, seatsFreed, standingOf } from '../plan/plan.ts';
import { positionName, rotationName, rotationOf, subareaName } from './names.ts';
import type { Around, Phrases } from './phrase-types.ts';

type Planned = Extract<DocumentBody, { rotations: unknown }>;

function moved({ before, after }: Around<Planned>, item: PlanItem): string {
  const standing = standingOf((after ?? before)?.rotations ?? [], item);
  if (!standing) return `moved a ${item.kind}`;
  const { name, place, of, inside } = standing;
  return `moved ${name} to ${place} of ${of}${inside && ` in ${inside}`}`;
}

function editedRotation(around: Around<Planned>, { rotation: id }: ChangeOf<'rotation.edit'>): string {
  const before = byId(around.before?.rotations ?? [], id);
  const after = byId(around.after?.rotations ?? [], id);
  if (!before || !after) return `saved ${rotationOf(around, id)?.name ?? 'a rotation'}`;
  const parts = [
    before.name !== after.name && `renamed ${before.name} to ${after.name}`,
    (before.startTime !== after.startTime || before.endTime !== after.endTime) &&
      `changed the times of ${after.name} from ${before.startTime}–${before.endTime} to ${after.startTime}–${after.endTime}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' and ') : `saved ${after.name}`;
}

/** 'deleted Grill from Lunch (2 people unassigned)'. */
function withUnassigned(around: Around<Planned>, phrase: string): string {
  const { before, after } = around;
  if (before?.kind !== 'layout' || after?.kind !== 'layout') return phrase;
  const freed = seatsFreed(before.rotations, after.rotations);
  return freed > 0 ? `${phrase} (${freed === 1 ? '1 person' : `${freed} people`} unassigned)` : phrase;
}

export const planPhrases = {
  'rotation.add': (_, { rotation }) =>
    `added the rotation ${rotation.name.trim()}, ${rotation.startTime}–${rotation.endTime}`,
  'rotation.edit': (around, change) => withUnassigned(around, editedRotation(around, change)),
  'rotation.move': (around, { rotation }) => moved(around, { kind: 'rotation', rotation }),
  'rotation.delete': (around, { rotation }) =>
    withUnassigned(
      around,
      `deleted ${rotationOf(around, rotation) ? 'the rotation ' : ''}${rotationName(around, rotation)}`,
    ),
  'subarea.add': (around, { rotation, subarea }) =>
    `added the subarea ${subarea.name.trim()} to ${rotationName(around, rotation)}`,
  'subarea.rename': (around, { rotation, subarea, name }) =>
    `renamed ${subareaName(around, rotation, subarea)} to ${name.trim()} in ${rotationName(around, rotation)}`,
  'subarea.move': (around, { rotation, subarea }) => moved(around, { kind: 'subarea', rotation, subarea }),
  'subarea.delete': (around, { rotation, subarea }) =>
    withUnassigned(
      around,
      `deleted ${subareaName(around, rotation, subarea)} from ${rotationName(around, rotation)}`,
    ),
  'position.add': (around, { rotation, subarea, position }) =>
    `added the position ${position.name.trim()} to ${subareaName(around, rotation, subarea)} in ${rotationName(around, rotation)}`,
  'position.rename': (around, { rotation, position, name }) =>
    `renamed ${positionName(around, rotation, position)} to ${name.trim()} in ${rotationName(around, rotation)}`,
  'position.move': (around, { rotation, position }) =>
    moved(around, { kind: 'position', rotation, position }),
  'position.delete': (around, { rotation, position }) =>
    withUnassigned(
      around,
      `deleted ${positionName(around, rotation, position)} from ${rotationName(around, rotation)}`,
    ),
  'notes.edit': () => 'edited the notes',
} satisfies Partial<Phrases>;
