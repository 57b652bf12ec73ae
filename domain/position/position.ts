import { readName } from '../problem/name.ts';
import { done, type Outcome } from '../problem/problem.ts';

/** A place to work; `seats` holds the ids of the shifts on it, in the order they were put there. */
export interface Position {
  readonly id: string;
  readonly name: string;
  readonly seats: readonly string[];
}

export const positionLimit = 60;

export type PositionChange =
  | {
      readonly type: 'position.add';
      readonly rotation: string;
      readonly subarea: string;
      readonly position: Position;
      readonly before: string | null;
    }
  | {
      readonly type: 'position.rename';
      readonly rotation: string;
      readonly position: string;
      readonly name: string;
    }
  | {
      readonly type: 'position.move';
      readonly rotation: string;
      readonly position: string;
      readonly subarea: string;
      readonly before: string | null;
    }
  | { readonly type: 'position.delete'; readonly rotation: string; readonly position: string };

export function readPosition(position: Position): Outcome<Position> {
  const name = readName(position.name, 'name');
  return name.ok ? done({ id: position.id, name: name.value, seats: position.seats }) : name;
}
