import { apply, type Change, type DocumentBody } from '../change/change.ts';
import { isSame } from '../change/same.ts';
import { hasOwn } from '../list/list.ts';
import type { Chart } from '../plan/charts.ts';

/** The value of one part of a document before and after; undefined where it was not there. */
export interface Difference {
  readonly before: unknown;
  readonly after: unknown;
}

/** By where in the document, such as 'shifts/a/startTime': things are named by their ids, not by their place in lists. */
export type Differences = ReadonlyMap<string, Difference>;

/** Parts that are the same object are not looked into, so that a body and the next compare fast. */
export function differencesOf(before: DocumentBody, after: DocumentBody): Differences {
  const found = new Map<string, Difference>();
  compareFields('', before, after, found);
  return found;
}

type Found = Map<string, Difference>;
type Fields = Readonly<Record<string, unknown>>;

const lists = new Set(['shifts', 'people', 'merged', 'questions', 'stations', 'rotations']);
const sets = new Set(['seats', 'areas', 'deletedByHand', 'likes', 'dislikes']);

/** Lists by their names; the others are compared as one value. */
function compare(path: string, before: unknown, after: unknown, found: Found): void {
  if (Object.is(before, after)) return;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [was, is] = [asList(before), asList(after)];
  if (lists.has(name)) compareItems(path, was as readonly Item[], is as readonly Item[], found);
  else if (name === 'subareas')
    compareSubareas(path, was as readonly Subarea[], is as readonly Subarea[], found);
  else if (name === 'charts')
    compareFields(path, cellsOf(was as readonly Chart[]), cellsOf(is as readonly Chart[]), found);
  else if (name === 'skills') compareItems(path, was.map(byStation), is.map(byStation), found);
  else if (sets.has(name)) compareSets(path, new Set(was), new Set(is), found);
  else if (name === 'breaks') compareSlots(path, was, is, found);
  else if (!isSame(before, after)) found.set(path, { before, after });
}

function compareFields(path: string, before: unknown, after: unknown, found: Found): void {
  const [was, is] = [asFields(before), asFields(after)];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (name === 'id') continue;
    compare(path === '' ? name : `${path}/${name}`, own(was, name), own(is, name), found);
  }
}

/** Each cell by itself, so that two people who edit a chart change two things. */
const cellsOf = (charts: readonly Chart[]): Fields =>
  Object.fromEntries(
    charts.flatMap(({ people, coveredBy }) => [
      [String(people), people],
      ...Object.entries(coveredBy).map(([position, by]) => [`${people}/${position}`, by] as const),
    ]),
  );

const listsInOrder = new Set(['rotations', 'subareas', 'positions']);

function compareItems(path: string, before: readonly Item[], after: readonly Item[], found: Found): void {
  const [was, is] = [mapOf(before), mapOf(after)];
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(id), is.get(id)];
    if (one === other) continue;
    // An item without other fields is still there or not.
    if (!one || !other) found.set(`${path}/${id}`, { before: one && id, after: other && id });
    compareFields(`${path}/${id}`, one, other, found);
  }
  if (listsInOrder.has(path.slice(path.lastIndexOf('/') + 1))) compareOrder(path, before, after, found);
}

/** A list with other items has another order because of them. */
function compareOrder(path: string, before: readonly Item[], after: readonly Item[], found: Found): void {
  const [was, is] = [before, after].map((list) => list.map(({ id }) => id));
  if (!was || !is || isSame(was, is) || !isSame([...was].sort(), [...is].sort())) return;
  found.set(`${path}#order`, { before: was, after: is });
}

/** A position belongs to its rotation, so that moving it to another subarea is one difference. */
function compareSubareas(path: string, was: readonly Subarea[], is: readonly Subarea[], found: Found): void {
  compareItems(path, was.map(headOf), is.map(headOf), found);
  const rotation = path.slice(0, path.lastIndexOf('/'));
  compareItems(`${rotation}/in`, was.flatMap(positionsIn), is.flatMap(positionsIn), found);
  const subareas = mapOf(is);
  for (const subarea of was) {
    const next = subareas.get(subarea.id);
    if (next && next.positions !== subarea.positions) {
      compareOrder(`${path}/${subarea.id}/positions`, subarea.positions, next.positions, found);
    }
  }
}

interface Item extends Fields {
  readonly id: string;
}
interface Subarea extends Item {
  readonly positions: readonly Item[];
}

const headOf = ({ positions: _, ...head }: Subarea): Item => head;
const positionsIn = ({ id, positions }: Subarea): Item[] =>
  positions.map((position) => ({ ...position, subarea: id }));

/** Each level by itself: two people may teach somebody different stations. */
const byStation = (skill: unknown): Item => {
  const { station, level } = asFields(skill);
  return { id: String(station), level };
};

function compareSets(path: string, was: Set<unknown>, is: Set<unknown>, found: Found): void {
  for (const each of was) if (!is.has(each)) found.set(`${path}/${each}`, { before: each, after: undefined });
  for (const each of is) if (!was.has(each)) found.set(`${path}/${each}`, { before: undefined, after: each });
}

function compareSlots(path: string, was: readonly unknown[], is: readonly unknown[], found: Found): void {
  for (let index = 0; index < Math.max(was.length, is.length); index++) {
    compare(`${path}/${index}`, was[index], is[index], found);
  }
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const own = (fields: Fields, name: string): unknown => (hasOwn(fields, name) ? fields[name] : undefined);
const mapOf = <Each extends Item>(list: readonly Each[]) => new Map(list.map((item) => [item.id, item]));

export const takesBack = (undo: Differences, done: Differences): boolean =>
  undo.size === done.size &&
  [...undo].every(([path, { before, after }]) => {
    const other = done.get(path);
    return other !== undefined && isSame(before, other.after) && isSame(after, other.before);
  });

/** Undoing the change would take those back, too. Null if the undo can't be made. Notes are merged: nothing is lost in them. */
export function changedSince(
  now: DocumentBody,
  { change, undo }: { readonly change: Change; readonly undo: Change },
): readonly string[] | null {
  const undone = apply(now, undo);
  const again = undone.ok ? apply(undone.value, change) : undone;
  if (!again.ok) return null;
  return [...differencesOf(again.value, now).keys()].filter((path) => path !== 'notes');
}
