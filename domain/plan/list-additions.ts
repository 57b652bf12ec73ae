import type { Words } from '../../words/words.ts';
import type { PlanChange } from '../change/change.ts';
import { byId } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { type Problem, refuse } from '../problem/problem.ts';
import { type Position, positionLimit, type Rotation, subareaLimit } from './rotation.ts';
import {
  type AreasIn,
  findByName,
  foldName,
  type ListedArea,
  listLimit,
  newNames,
  readAreas,
  readNames,
} from './typed-list.ts';

/** Positions to add to a subarea; `id` is null if it is added, too. */
export interface AddedTo {
  readonly id: string | null;
  readonly name: string;
  readonly positions: readonly string[];
}

export interface Additions {
  readonly areas: readonly AddedTo[];
  readonly repeated: readonly string[];
  readonly known: readonly string[];
  readonly problem: Problem | null;
}

export function positionsListed(text: string, rotation: Rotation, subarea: string): Additions {
  const area = byId(rotation.subareas, subarea);
  if (!area) return { areas: [], repeated: [], known: [], problem: refuse('subarea-missing').problem };
  const read = () => [{ name: area.name, entries: readNames(text) }];
  return additions(text, rotation, { read, into: subarea });
}

/** Reads subareas, with or without positions. Those of a subarea that is there already are added to it. */
export const areasListed = (text: string, rotation: Rotation, areasIn?: AreasIn | null): Additions =>
  additions(text, rotation, { read: () => readAreas(text, areasIn), into: null });

type Listed = { readonly read: () => readonly ListedArea[]; readonly into: string | null };

function additions(text: string, rotation: Rotation, { read, into }: Listed): Additions {
  if (text.length > listLimit) {
    const { problem } = refuse('text-too-long', { field: 'name', details: { max: listLimit } });
    return { areas: [], repeated: [], known: [], problem };
  }
  const merged = new Map<string, { name: string; entries: string[] }>();
  for (const { name, entries } of read()) {
    const area = merged.get(foldName(name));
    if (area) area.entries.push(...entries);
    else merged.set(foldName(name), { name, entries: [...entries] });
  }
  const areas: AddedTo[] = [];
  const repeated: string[] = [];
  const known: string[] = [];
  for (const { name, entries } of merged.values()) {
    const there = into === null ? findByName(rotation.subareas, name) : byId(rotation.subareas, into);
    const listed = newNames(entries, there?.positions.map((position) => position.name) ?? []);
    repeated.push(...listed.repeated);
    known.push(...(there && entries.length === 0 && into === null ? [name] : listed.known));
    if (there && listed.names.length === 0) continue;
    areas.push({ id: there?.id ?? null, name: there?.name ?? name, positions: listed.names });
  }
  return { areas, repeated, known, problem: problemOf(rotation, areas, known) };
}

function problemOf(
  { subareas }: Rotation,
  areas: readonly AddedTo[],
  [known]: readonly string[],
): Problem | null {
  const field = 'name';
  if (areas.length === 0 && known !== undefined) {
    return refuse('list-known', { field, details: { name: known } }).problem;
  }
  if (areas.length === 0) return refuse('invalid-name', { field }).problem;
  for (const name of areas.flatMap(({ name, positions }) => [name, ...positions])) {
    const parsed = parseName(name, field);
    if (!parsed.ok) return parsed.problem;
  }
  const count = subareas.length + areas.filter(({ id }) => id === null).length;
  if (count > subareaLimit) {
    return refuse('subareas-too-many', { field, details: { max: subareaLimit, count } }).problem;
  }
  for (const { id, name, positions } of areas) {
    const all = positions.length + (byId(subareas, id ?? '')?.positions.length ?? 0);
    if (all <= positionLimit) continue;
    return refuse('positions-too-many', { field, details: { max: positionLimit, count: all, name } }).problem;
  }
  return null;
}

/** `each`: what each position that is added has beside its name. */
export const additionSteps = (
  rotation: string,
  { areas }: Additions,
  newId: () => string,
  each: Omit<Position, 'id' | 'name' | 'seats'> = {},
): readonly PlanChange[] =>
  areas.flatMap(({ id, name, positions }): PlanChange[] => {
    const added = positions.map((called) => ({ id: newId(), name: called, ...each, seats: [] }));
    if (id === null) {
      const subarea = { id: newId(), name, positions: added };
      return [{ type: 'subarea.add', rotation, subarea, before: null }];
    }
    return added.map((position) => ({ type: 'position.add', rotation, subarea: id, position, before: null }));
  });

/** 'Drive-Thru and 5 positions added'. */
export function describeAdditions({ areas }: Additions, t: Words<'plan'>): string {
  const subareas = areas.filter(({ id }) => id === null).map(({ name }) => name);
  const positions = areas.flatMap((area) => area.positions);
  const counted = (names: readonly string[], key: 'subareas-count' | 'positions-count'): string =>
    names.length > 1 ? t(key, { count: names.length }) : (names[0] ?? '');
  const said = [counted(subareas, 'subareas-count'), counted(positions, 'positions-count')] as const;
  return said.includes('')
    ? t('added', { what: said.join('') })
    : t('added-both', { subareas: said[0], positions: said[1] });
}
