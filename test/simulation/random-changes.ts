import type { Change, DocumentBody, SingleChange } from '../../domain/change/change.ts';
import type { Layout } from '../../domain/day/layout.ts';
import type { Shift } from '../../domain/day/shift.ts';
import { nextIdAfter } from '../../domain/list/list.ts';
import type { Notes } from '../../domain/notes/notes.ts';
import {
  type Position,
  positionsOf,
  priorities,
  type Rotation,
  type Subarea,
} from '../../domain/plan/rotation.ts';
import type { Template } from '../../domain/team/template.ts';
import { buildShift } from '../builders.ts';
import type { SeededRandom } from './seeded-random.ts';

interface Author {
  readonly random: SeededRandom;
  readonly now: number;
  readonly user: string;
  newId(): string;
  /** A word that nobody has written yet. */
  newWord(): string;
  readonly removesWords: boolean;
  /** The notes that an edit starts from. */
  notesBase(shown: Notes): Notes;
}

const names = ['Ada', 'Ben', 'Cleo', 'Dai', 'Eve'];
const times = ['6:00 AM', '9:30 AM', '12:00 PM', '2:00 PM', '5:00 PM', '10:00 PM', '1:00 AM'];
const words = ['fryer', ' two', '\n', 'out of buns', '!', ' call Ana'];

/** A change that a person who sees this body might make; sometimes one that no longer fits. */
export function randomChange(body: DocumentBody, author: Author): Change {
  if (author.random.happens(0.06)) {
    return { type: 'batch', changes: [someStep(body, author), someStep(body, author)] };
  }
  return someStep(body, author);
}

function someStep(body: DocumentBody, author: Author): SingleChange {
  const { random } = author;
  const name = random.pick(names) ?? '';
  if (body.kind === 'team') {
    const minutes = { breakMinMinutes: random.between(2, 6) * 60, breakTimerMinutes: 30 };
    const area = random.pick(body.areas) ?? '';
    return (
      random.pick<SingleChange>([
        { type: 'team.rename', name },
        { type: 'team.breaks', ...minutes },
        { type: 'area.add', name: `${name} ${random.between(1, 9)}` },
        { type: 'area.rename', area, name },
        { type: 'area.delete', area },
      ]) ?? { type: 'team.rename', name }
    );
  }
  if (body.kind === 'crew') return { type: 'person.edit', person: random.pick(body.people)?.id ?? '', name };
  if (random.happens(0.02)) return { type: `${body.kind}.delete` };
  if (body.kind === 'layout' && random.happens(0.7)) return someShiftStep(body, author);
  return random.happens(0.2) ? someNotes(body, author) : somePlanStep(body, author);
}

/** A change of a deleted document: most people restore it, some do not know yet that it is deleted. */
export const afterDeletion = (kind: 'template' | 'layout', random: SeededRandom): Change =>
  random.happens(0.8) ? { type: `${kind}.restore` } : { type: `${kind}.delete` };

function someShiftStep(layout: Layout, { random, now, user, newId }: Author): SingleChange {
  const shift: Shift | undefined = random.pick(layout.shifts);
  const rotation = random.pick(layout.rotations);
  const position = rotation && random.pick(positionsOf(rotation));
  if (rotation && random.happens(0.05)) {
    const people = random.pick([null, 1, 2, 3]) ?? null;
    return { type: 'rotation.headcount', rotation: rotation.id, people };
  }
  const kind = random.pickWeighted({ add: 2, edit: 2, delete: 1, seat: 6, unseat: 2, press: 4 });
  if (!shift || kind === 'add') {
    const added = buildShift(newId(), random.pick(times) ?? '', random.pick(times) ?? '');
    const seats =
      rotation && position ? [{ rotation: rotation.id, position: position.id, before: null }] : [];
    return { type: 'shift.add', shift: { ...added, teamMember: random.pick(names) ?? '' }, seats };
  }
  if (kind === 'edit') {
    return random.happens(0.5)
      ? { type: 'shift.edit', shift: shift.id, startTime: random.pick(times) ?? '' }
      : { type: 'shift.edit', shift: shift.id, note: words.join('').slice(0, random.between(0, 9)) };
  }
  if (kind === 'press' || !rotation || !position) {
    const wants = random.pick(['start', 'end', 'clear'] as const) ?? 'start';
    const at = now + random.between(-50, 200);
    const slot = random.between(0, Math.max(0, shift.breaks.length - 1));
    return { type: 'break.press', shift: shift.id, slot, wants, at, by: user };
  }
  const place = { shift: shift.id, rotation: rotation.id, position: position.id };
  if (kind === 'delete') return { type: 'shift.delete', shift: shift.id };
  if (kind === 'unseat') return { type: 'shift.unseat', ...place };
  return { type: 'shift.seat', ...place, before: random.pick([null, ...position.seats]) ?? null };
}

/** Each word is unique. It comes on a line of its own, or in someone else's line. */
function someNotes(
  { notes }: Template | Layout,
  { random, newWord, removesWords, notesBase }: Author,
): SingleChange {
  const text = notes.map(({ insert }) => insert).join('');
  const [word, place] = [newWord(), random.between(0, text.length)];
  const next = random.pickWeighted({ line: 3, top: 1, within: 2, removal: removesWords ? 2 : 0 });
  const end = text.slice(0, place).lastIndexOf('.') + 1;
  const texts = {
    line: `${text}\n${word}`,
    top: `${word}\n${text}`,
    within: text.slice(0, end) + word + text.slice(end),
    removal: text.slice(place),
  };
  return {
    type: 'notes.edit',
    base: notesBase(notes),
    next: texts[next] === '' ? [] : [{ insert: texts[next] }],
  };
}

const someChart = (rotation: Rotation, random: SeededRandom): SingleChange => {
  const chart = { rotation: rotation.id, people: random.between(1, 4) };
  const [position, other] = [random.pick(positionsOf(rotation)), random.pick(positionsOf(rotation))];
  if (!position || random.happens(0.2)) return { type: 'chart.remove', ...chart };
  const by = random.pick([{}, { by: null }, { by: other?.id ?? null }]);
  return { type: 'chart.set', ...chart, cells: [{ position: position.id, ...by }] };
};

function somePlanStep({ rotations }: Template | Layout, { random, newId }: Author): SingleChange {
  const name = random.pick(names) ?? '';
  const rotation: Rotation | undefined = random.pick(rotations);
  const subarea: Subarea | undefined = rotation && random.pick(rotation.subareas);
  const position: Position | undefined = rotation && random.pick(positionsOf(rotation));
  const range = { startTime: random.pick(times) ?? '', endTime: random.pick(times) ?? '' };
  const kind = random.pickWeighted({ rotation: 3, subarea: 3, position: 6 });
  const way = random.pickWeighted({ add: 3, rename: 3, move: 3, delete: 1 });
  if (!rotation || (kind === 'rotation' && way === 'add')) {
    const added: Rotation = { id: newId(), name, ...range, subareas: [] };
    return { type: 'rotation.add', rotation: added, before: rotation?.id ?? null };
  }
  const on = { rotation: rotation.id };
  if (kind === 'rotation') {
    if (random.happens(0.3)) return someChart(rotation, random);
    if (way === 'rename') {
      return { type: 'rotation.edit', ...on, ...(random.happens(0.5) ? { name } : range) };
    }
    if (way === 'delete') return { type: 'rotation.delete', ...on };
    return { type: 'rotation.move', ...on, before: random.pick(rotations)?.id ?? null };
  }
  if (!subarea || (kind === 'subarea' && way === 'add')) {
    const added: Subarea = { id: newId(), name, positions: [] };
    return { type: 'subarea.add', ...on, subarea: added, before: subarea?.id ?? null };
  }
  if (kind === 'subarea') {
    const which = { ...on, subarea: subarea.id };
    if (way === 'rename') return { type: 'subarea.rename', ...which, name };
    if (way === 'delete') return { type: 'subarea.delete', ...which };
    return { type: 'subarea.move', ...which, before: nextIdAfter(rotation.subareas, subarea.id) };
  }
  if (!position || way === 'add') {
    const added: Position = { id: newId(), name, seats: [] };
    return { type: 'position.add', ...on, subarea: subarea.id, position: added, before: null };
  }
  const which = { ...on, position: position.id };
  if (way === 'rename') {
    const secondDuty = random.pick(['', ...words]) ?? '';
    if (random.happens(0.2)) {
      const priority = random.pick([null, ...priorities]) ?? null;
      return { type: 'position.planning', ...which, priority, breaker: random.happens(0.5) };
    }
    return random.happens(0.3)
      ? { type: 'position.duty', ...which, secondDuty }
      : { type: 'position.rename', ...which, name };
  }
  if (way === 'delete') return { type: 'position.delete', ...which };
  return { type: 'position.move', ...which, subarea: subarea.id, before: null };
}
