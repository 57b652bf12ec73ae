import { hasDuplicateIds } from '../change/list.ts';
import { type Position, positionLimit, readPosition } from '../position/position.ts';
import { readName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

/** A part of the restaurant with its positions, in the order they are shown. */
export interface Subarea {
  readonly id: string;
  readonly name: string;
  readonly positions: readonly Position[];
}

export const subareaLimit = 24;

export type SubareaChange =
  | {
      readonly type: 'subarea.add';
      readonly rotation: string;
      readonly subarea: Subarea;
      readonly before: string | null;
    }
  | {
      readonly type: 'subarea.rename';
      readonly rotation: string;
      readonly subarea: string;
      readonly name: string;
    }
  | {
      readonly type: 'subarea.move';
      readonly rotation: string;
      readonly subarea: string;
      readonly before: string | null;
    }
  | { readonly type: 'subarea.delete'; readonly rotation: string; readonly subarea: string };

export function readSubarea(subarea: Subarea): Outcome<Subarea> {
  const name = readName(subarea.name, 'name');
  if (!name.ok) return name;
  if (hasDuplicateIds(subarea.positions)) return refuse('position-exists');
  if (subarea.positions.length > positionLimit)
    return refuse('too-many', { details: { max: positionLimit } });
  const positions: Position[] = [];
  for (const each of subarea.positions) {
    const position = readPosition(each);
    if (!position.ok) return position;
    positions.push(position.value);
  }
  return done({ id: subarea.id, name: name.value, positions });
}
