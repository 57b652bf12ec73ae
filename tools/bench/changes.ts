// What the writers of the load do: the same changes in every run. Each of them has an effect.
import type { Change } from '../../domain/change/change.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { sampleLayout, sampleTemplate } from '../../domain/day/sample.ts';
import { overlapping } from '../../domain/day/who-is-there.ts';
import { positionsOf } from '../../domain/plan/rotation.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import { readWords } from '../../words/read-words.ts';

export const roomCount = 100;
export const roomName = (index: number): string => `layout-${index}`;

/** 40 shifts, named s0, s1 and so on, and 5 rotations of about 22 positions. */
export function layoutOfTheBench(date: IsoDate): Layout {
  let made = 0;
  const newId = () => `i${made++}`;
  const settings = { breakMinMinutes: 300, breakTimerMinutes: 30, dayStart: '12:00 AM' };
  const layout = sampleLayout(
    newId,
    date,
    settings,
    sampleTemplate(newId, 'Front of House', readWords('en', 'starter')),
  );
  const names = new Map(layout.shifts.map(({ id }, index) => [id, `s${index}`]));
  return JSON.parse(JSON.stringify(layout), (_, value) => names.get(value) ?? value);
}

/** `notes` are of shifts; unlike presses, they have an effect in any order, so several nodes may write them. */
export type Mix = 'presses' | 'mix' | 'notes';

/** Returns the change that comes after `count` others of a layout that began as `layout`. */
export function changesOf(mix: Mix, layout: Layout): (count: number) => Change {
  if (mix === 'mix') return mixOf(layout);
  const changeOf = mix === 'presses' ? press : editShift;
  return (count) => changeOf(layout, count);
}

/** A third presses breaks, a third seats and unseats, the rest edits shifts, notes and rotations in turn. */
function mixOf(layout: Layout): (count: number) => Change {
  const places = placesOf(layout);
  const edits = [editShift, editNotes, editRotation];
  return (count) => {
    const turn = Math.floor(count / 3);
    if (count % 3 === 0) return press(layout, turn);
    if (count % 3 === 1) return seat(places, turn);
    return at(edits, turn)(layout, Math.floor(turn / 3));
  };
}

function press({ shifts }: Layout, turn: number): Change {
  const { id: shift } = at(shifts, Math.floor(turn / 3));
  const wants = at(['start', 'end', 'clear'] as const, turn);
  return { type: 'break.press', shift, slot: 0, wants, at: Date.now(), by: null };
}

interface Place {
  readonly shift: string;
  readonly rotation: string;
  readonly position: string;
}

/** Everybody somewhere in each rotation that they work in. */
const placesOf = ({ shifts, rotations, dayStart }: Layout): readonly Place[] =>
  rotations.flatMap((rotation) =>
    overlapping(shifts, rotation, dayStart).map(({ id: shift }, index) => {
      const { id: position } = at(positionsOf(rotation), index);
      return { shift, rotation: rotation.id, position };
    }),
  );

/** Places somebody, then takes them off again. */
function seat(places: readonly Place[], turn: number): Change {
  const place = at(places, Math.floor(turn / 2));
  return turn % 2 === 0 ? { type: 'shift.seat', ...place, before: null } : { type: 'shift.unseat', ...place };
}

function editShift({ shifts }: Layout, turn: number): Change {
  const { id: shift } = at(shifts, turn);
  return { type: 'shift.edit', shift, note: `Leaves early, said so ${turn} times` };
}

function editNotes({ notes }: Layout, turn: number): Change {
  const notesAt = (edits: number) =>
    edits === 0 ? notes : [...notes, { insert: `Truck comes at ${edits} o’clock\n` }];
  return { type: 'notes.edit', base: notesAt(turn), next: notesAt(turn + 1) };
}

/** Ends a rotation later, which settles its seats, then as before. */
function editRotation({ rotations }: Layout, turn: number): Change {
  const { id: rotation, endTime } = at(rotations, Math.floor(turn / 2));
  const later = endTime.replace(/:\d\d/, ':45');
  return { type: 'rotation.edit', rotation, endTime: turn % 2 === 0 ? later : endTime };
}

/** The item there, counted around. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}
