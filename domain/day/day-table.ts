import type { Rotation } from '../plan/rotation.ts';
import { coverRotation, type PositionCoverage } from './coverage.ts';
import type { Layout } from './layout.ts';

interface DayRow {
  readonly position: string;
  /** '' where it has none, or not in each of its rotations the same. */
  readonly secondDuty: string;
  /** Who has it in each rotation, as planned for its start; null in a rotation without it. */
  readonly cells: readonly (PositionCoverage | null)[];
}

interface DayPart {
  readonly subarea: string;
  readonly rows: readonly DayRow[];
}

type Day = Pick<Layout, 'shifts' | 'rotations' | 'dayStart' | 'breakTimerMinutes'>;

/** Paper is read at any time of the day: everything is as planned for the rotation's start. */
export const beforeTheDay = { minute: Number.NEGATIVE_INFINITY, now: 0 };

/** Each position of some rotations once: what has the same name in the same subarea is the same. */
export function dayTable(day: Day, rotations: readonly Rotation[]): readonly DayPart[] {
  const parts = new Merged<{ subarea: string; rows: Merged<Row> }>();
  rotations.forEach((rotation, column) => {
    const { positions } = coverRotation(day, rotation, beforeTheDay);
    const inRotation = parts.from();
    for (const { name: subarea, positions: places } of rotation.subareas) {
      const part = inRotation(subarea, () => ({ subarea, rows: new Merged() }));
      const inPart = part.rows.from();
      for (const { id, name: position, secondDuty = '' } of places) {
        const row = inPart(position, () => ({ position, secondDuty, cells: rotations.map(() => null) }));
        if (row.secondDuty !== secondDuty) row.secondDuty = '';
        row.cells[column] = positions.get(id) ?? null;
      }
    }
  });
  return parts.items.map(({ subarea, rows }) => ({ subarea, rows: rows.items }));
}

type Row = { position: string; secondDuty: string; cells: (PositionCoverage | null)[] };

/** Several lists as one: what is new comes after what it follows in its own. */
class Merged<Item> {
  readonly items: Item[] = [];
  readonly #known = new Map<string, Item>();

  /** Takes one list, name by name. The second of a name in it is another than the first. */
  from() {
    const times = new Map<string, number>();
    let place = 0;
    return (name: string, make: () => Item): Item => {
      const plain = name.trim().toLowerCase();
      const nth = (times.get(plain) ?? 0) + 1;
      times.set(plain, nth);
      const key = `${nth} ${plain}`;
      const item = this.#known.get(key) ?? make();
      if (!this.#known.has(key)) {
        this.#known.set(key, item);
        this.items.splice(place, 0, item);
      }
      place = this.items.indexOf(item) + 1;
      return item;
    };
  }
}
