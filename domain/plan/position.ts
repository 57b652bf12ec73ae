import { parseName } from '../problem/name.ts';
import { done, type Outcome } from '../problem/problem.ts';

/** A place to work; `seats` holds the ids of the shifts on it, in the order they were put there. */
export interface Position {
  readonly id: string;
  readonly name: string;
  readonly seats: readonly string[];
}

export const positionLimit = 60;

export function parsePosition(position: Position): Outcome<Position> {
  const name = parseName(position.name, 'name');
  return name.ok ? done({ id: position.id, name: name.value, seats: position.seats }) : name;
}
