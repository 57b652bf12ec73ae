import type { Shift } from '../day/shift.ts';
import type { Notes } from '../notes/notes.ts';
import { type Position, positionsOf, type Rotation } from '../plan/rotation.ts';

export interface Size {
  shifts: number;
  places: number;
  rotation: number;
  runs: number;
}

interface Sized {
  readonly shifts?: readonly Shift[];
  readonly rotations: readonly Rotation[];
  readonly notes: Notes;
}

export function grow(size: Size, day: Sized): void {
  size.shifts += day.shifts?.length ?? 0;
  size.runs += day.notes.length;
  for (const rotation of day.rotations) growByRotation(size, rotation);
}

/** Returns how many places it has. */
function growByRotation(size: Size, rotation: Rotation): number {
  const places = placesOf(rotation);
  size.places += places;
  size.rotation = Math.max(size.rotation, places);
  return places;
}

const placesIn = (positions: readonly Position[]): number =>
  positions.reduce((sum, { seats }) => sum + 1 + seats.length, 0);

const placesOf = (rotation: Rotation): number => 1 + placesIn(positionsOf(rotation));

/** Microseconds, as measured: `read` for what a change brings, `settle` and `pass` for what is there already. */
export const read = { step: 5, shift: 6, place: 0.5, run: 8 } as const;
const settle = { shift: 1, place: 0.1, lookUp: 0.08, seated: 0.25 } as const;
export const pass = 0.02;

export const wholeDay = ({ shifts, places }: Size): number =>
  read.step + settle.shift * shifts + settle.place * places;
export const settleRotation = ({ shifts, rotation }: Size): number =>
  read.step + settle.lookUp * shifts + settle.seated * rotation;
export const onePlace = ({ shifts, rotation }: Size): number => read.step + pass * (shifts + rotation);
export const oneShift = ({ shifts, places }: Size): number =>
  read.step + read.shift + pass * (shifts + places);

export function wholeDocument(size: Size, day: Sized): number {
  grow(size, day);
  return read.step + read.shift * size.shifts + read.place * size.places + read.run * size.runs;
}

export function oneRotation(size: Size, rotation: Rotation): number {
  const places = growByRotation(size, rotation);
  return settleRotation(size) + read.place * places;
}

export function somePositions(size: Size, positions: readonly Position[]): number {
  const places = placesIn(positions);
  size.places += places;
  size.rotation += places;
  return settleRotation(size) + read.place * places;
}
