import { byId } from '../list/list.ts';
import { boardNameIn } from '../plan/board-names.ts';
import { seatedIn } from '../plan/rotation.ts';
import type { LeftOut } from './fill.ts';
import type { Layout } from './layout.ts';
import { type LayingRecord, leftOutLimit, type StoredLeftOut } from './layout.ts';
import type { RotationSwap, StayReason } from './swap-rotations.ts';
import { unassigned } from './who-is-there.ts';

/** Each person once, with the position they would have had, if that is known. */
function eachOnce<Each extends Pick<LeftOut, 'shift' | 'position'>>(left: readonly Each[]): readonly Each[] {
  const people = new Map<string, Each>();
  for (const each of left) {
    const known = people.get(each.shift);
    if (!known || (known.position === undefined && each.position !== undefined)) people.set(each.shift, each);
  }
  return [...people.values()];
}

export const storedLeftOut = (left: readonly LeftOut[]): readonly StoredLeftOut[] =>
  eachOnce(left.map(({ rotation: _, ...each }) => each)).slice(0, leftOutLimit);

/** Those who still have no position at all. Whoever stands somewhere is on the board, and the board says the rest. */
export function stillLeft(day: Layout, { left }: LayingRecord): readonly StoredLeftOut[] {
  const placed = new Set(day.rotations.flatMap((rotation) => [...seatedIn(rotation)]));
  const open = new Set(
    day.rotations.flatMap((rotation) => unassigned(day.shifts, rotation, day.dayStart).map(({ id }) => id)),
  );
  return left.filter(({ shift }) => open.has(shift) && !placed.has(shift));
}

export const isNobodySeated = (day: Layout): boolean =>
  day.rotations.every((rotation) => seatedIn(rotation).size === 0);

type Day = Pick<Layout, 'shifts' | 'rotations'>;
/** With `full`, all positions of the rotation have somebody. */
type Left = Omit<LeftOut, 'rotation' | 'why'> &
  Partial<Pick<LeftOut, 'rotation'>> & { readonly why: LeftOut['why'] | 'full' };

const namedLimit = 6;

/** Those of a fill who have no position by now in the rotation that it was about. */
export const stillLeftOut = <Each extends Pick<LeftOut, 'shift' | 'rotation'>>(
  day: Layout,
  left: readonly Each[],
): readonly Each[] =>
  left.filter(({ shift, rotation: id }) => {
    const rotation = byId(day.rotations, id);
    return rotation && unassigned(day.shifts, rotation, day.dayStart).some((each) => each.id === shift);
  });

/** 'Ana P. (new), Bo (no Fries 2), Cy in Lunch (Grill is taken)': each person once, with the reason that says most. */
export function leftText(day: Day, left: readonly Left[]): string {
  return named(
    day,
    eachOnce(left).map((each) => ({
      shift: each.shift,
      why: reasons[each.why](each.position ?? 'their position'),
      where: whereOf(day, left, each),
    })),
  );
}

function whereOf(day: Day, left: readonly Left[], { shift, rotation: id }: Left): string {
  const name = id !== undefined && byId(day.rotations, id)?.name;
  if (!name || !day.rotations.some((rotation) => seatedIn(rotation).has(shift))) return '';
  const more = left.filter((each) => each.shift === shift && each.rotation !== id).length;
  return ` in ${name}${more > 0 ? ` and ${more} more` : ''}`;
}

const reasons: Readonly<Record<Left['why'], (position: string) => string>> = {
  new: () => 'new',
  'no-seat': () => 'no position that day',
  'same-name': () => 'two people have this name',
  'no-position': (position) => `no ${position}`,
  taken: (position) => `${position} is taken`,
  full: () => 'no position is open',
};

const stays: Readonly<Record<StayReason, string>> = {
  'not-working': 'not working then',
  'no-position': 'no such position',
  taken: 'somebody stays there',
};

/** 'Ana P. (not working then), Bo (no such position)'. */
export const stayText = (day: Day, stay: RotationSwap['stay']): string =>
  named(
    day,
    stay.map(({ shift, why }) => ({ shift, why: stays[why] })),
  );

type Named = { readonly shift: string; readonly why: string; readonly where?: string };

function named(day: Day, people: readonly Named[]): string {
  const said = people
    .slice(0, namedLimit)
    .map(({ shift, why, where = '' }) => `${boardNameIn(day, shift)?.short ?? 'Someone'}${where} (${why})`);
  const more = people.length - said.length;
  return said.join(', ') + (more > 0 ? `, and ${more} more` : '');
}
