import { hasDuplicateIds } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type Position, parsePosition, positionLimit } from './position.ts';

/** A part of the restaurant with its positions, in the order they are shown. */
export interface Subarea {
  readonly id: string;
  readonly name: string;
  readonly positions: readonly Position[];
}

export const subareaLimit = 24;

export function parseSubarea(subarea: Subarea): Outcome<Subarea> {
  const name = parseName(subarea.name, 'name');
  if (!name.ok) return name;
  if (hasDuplicateIds(subarea.positions)) return refuse('position-exists');
  if (subarea.positions.length > positionLimit)
    return refuse('too-many', { details: { max: positionLimit } });
  const positions: Position[] = [];
  for (const each of subarea.positions) {
    const position = parsePosition(each);
    if (!position.ok) return position;
    positions.push(position.value);
  }
  return done({ id: subarea.id, name: name.value, positions });
}
