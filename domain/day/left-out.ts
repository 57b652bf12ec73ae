import type { Words } from '../../words/words.ts';
import { byId } from '../list/list.ts';
import { boardNameIn } from '../plan/board-names.ts';
import { seatedIn } from '../plan/rotation.ts';
import type { ClockFormat } from '../time/formats.ts';
import type { LeftOut } from './fill.ts';
import type { Layout } from './layout.ts';
import { type LayingRecord, leftOutLimit, type StoredLeftOut } from './layout.ts';
import type { RotationSwap } from './swap-rotations.ts';
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

export interface SayLeft {
  readonly t: Words<'editor'>;
  readonly clock: ClockFormat;
}

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
export function leftText(day: Day, left: readonly Left[], say: SayLeft): string {
  const { t } = say;
  return named(
    eachOnce(left).map((each) => {
      const who = whoOf(day, each.shift, say);
      return `${placeOf(day, left, each, who, t)} (${whyLeft(each, t)})`;
    }),
    t,
  );
}

/** 'Cy in Lunch and 2 more', where Cy stands in another rotation; else the name alone. */
function placeOf(
  day: Day,
  left: readonly Left[],
  { shift, rotation: id }: Left,
  who: string,
  t: Words<'editor'>,
): string {
  const rotation = id !== undefined && byId(day.rotations, id)?.name;
  if (!rotation || !day.rotations.some((each) => seatedIn(each).has(shift))) return who;
  const more = left.filter((each) => each.shift === shift && each.rotation !== id).length;
  return more > 0
    ? t('left-in-and-more', { name: who, rotation, more })
    : t('left-in', { name: who, rotation });
}

function whyLeft({ why, position }: Left, t: Words<'editor'>): string {
  if (why === 'taken') {
    return position === undefined ? t('left-own-taken') : t('left-taken', { position });
  }
  if (why === 'no-position') {
    return position === undefined ? t('left-no-own-position') : t('left-no-position', { position });
  }
  return t(`left-${why}`);
}

/** 'Ana P. (not working then), Bo (no such position)'. */
export const stayText = (day: Day, stay: RotationSwap['stay'], say: SayLeft): string =>
  named(
    stay.map(({ shift, why }) => `${whoOf(day, shift, say)} (${say.t(`stay-${why}`)})`),
    say.t,
  );

const whoOf = (day: Day, shift: string, { t, clock }: SayLeft): string =>
  boardNameIn(day, shift, clock)?.short ?? t('someone');

function named(people: readonly string[], t: Words<'editor'>): string {
  const names = people.slice(0, namedLimit).join(', ');
  const more = people.length - namedLimit;
  return more > 0 ? t('names-and-more', { names, more }) : names;
}
