import { boardNameIn } from '../position/board-names.ts';
import type { LeftOut } from './fill.ts';
import type { RotationSwap, StayReason } from './swap-rotations.ts';

type Day = Parameters<typeof boardNameIn>[0];
type Left = Omit<LeftOut, 'rotation'>;

/** So many are named. */
const namedLimit = 6;

/** 'Ana P. (new), Bo (no Fries 2), Cy (Grill is taken)': each person once, with the reason that says most. */
export function leftText(day: Day, left: readonly Left[]): string {
  const reasons = new Map<string, Left>();
  for (const each of left) {
    const known = reasons.get(each.shift);
    if (!known || (known.position === undefined && each.position !== undefined))
      reasons.set(each.shift, each);
  }
  return named(
    day,
    [...reasons.values()].map((each) => ({ shift: each.shift, why: reasonOf(each) })),
  );
}

function reasonOf({ why, position = 'their position' }: Left): string {
  switch (why) {
    case 'new':
      return 'new';
    case 'no-seat':
      return 'no position then';
    case 'same-name':
      return 'two people have this name';
    case 'no-position':
      return `no ${position}`;
    case 'taken':
      return `${position} is taken`;
  }
}

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

function named(day: Day, people: readonly { readonly shift: string; readonly why: string }[]): string {
  const said = people
    .slice(0, namedLimit)
    .map(({ shift, why }) => `${boardNameIn(day, shift)?.short ?? 'Someone'} (${why})`);
  const more = people.length - said.length;
  return said.join(', ') + (more > 0 ? `, and ${more} more` : '');
}
