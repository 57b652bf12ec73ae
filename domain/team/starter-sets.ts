import type { Words } from '../../words/words.ts';
import { emptyNotes } from '../notes/notes.ts';
import type { NewId } from '../plan/plan-copy.ts';
import { readAreas } from '../plan/typed-list.ts';
import type { ClockTime } from '../time/clock-time.ts';
import type { StarterKind, Template } from './template.ts';

type Name = 'open' | 'breakfast' | 'morning-peak' | 'midday' | 'lunch' | 'afternoon' | 'dinner' | 'close';
type Differs = {
  [Kind in StarterKind]: Extract<Parameters<Words<'starter'>>[0], `${Kind}-${string}`>;
};

/** `differs`: the subareas that differ from the usual; one without positions isn't used then. */
type StarterRotation<Kind extends StarterKind> = readonly [
  startTime: ClockTime,
  endTime: ClockTime,
  name: Name,
  differs?: Differs[Kind],
];

/** What such a restaurant usually runs; a team changes what is different at theirs. Its positions are words, by subarea, in lines as people type them. */
const starterRotations: { readonly [Kind in StarterKind]: readonly StarterRotation<Kind>[] } = {
  burgers: [
    ['6:00 AM', '10:30 AM', 'breakfast', 'burgers-breakfast'],
    ['10:30 AM', '2:00 PM', 'lunch'],
    ['2:00 PM', '5:00 PM', 'afternoon', 'burgers-afternoon'],
    ['5:00 PM', '9:00 PM', 'dinner'],
    ['9:00 PM', '12:00 AM', 'close', 'burgers-close'],
  ],
  chicken: [
    ['6:00 AM', '10:30 AM', 'breakfast', 'chicken-breakfast'],
    ['10:30 AM', '2:00 PM', 'lunch'],
    ['2:00 PM', '5:00 PM', 'afternoon', 'chicken-afternoon'],
    ['5:00 PM', '9:00 PM', 'dinner'],
    ['9:00 PM', '1:00 AM', 'close', 'chicken-close'],
  ],
  coffee: [
    ['5:00 AM', '7:00 AM', 'open', 'coffee-open'],
    ['7:00 AM', '10:30 AM', 'morning-peak'],
    ['10:30 AM', '2:00 PM', 'midday'],
    ['2:00 PM', '5:00 PM', 'afternoon', 'coffee-afternoon'],
    ['5:00 PM', '9:00 PM', 'close', 'coffee-close'],
  ],
  pizza: [
    ['9:00 AM', '11:00 AM', 'open', 'pizza-open'],
    ['11:00 AM', '2:00 PM', 'lunch'],
    ['2:00 PM', '5:00 PM', 'afternoon', 'pizza-afternoon'],
    ['5:00 PM', '9:00 PM', 'dinner'],
    ['9:00 PM', '12:00 AM', 'close', 'pizza-close'],
  ],
  sandwiches: [
    ['8:00 AM', '10:30 AM', 'open', 'sandwiches-open'],
    ['10:30 AM', '2:00 PM', 'lunch'],
    ['2:00 PM', '5:00 PM', 'afternoon', 'sandwiches-afternoon'],
    ['5:00 PM', '8:00 PM', 'dinner'],
    ['8:00 PM', '10:00 PM', 'close', 'sandwiches-close'],
  ],
};

const areasIn = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(readAreas(text).map(({ name, entries }) => [name, entries]));

export const starterSubareas = (kind: StarterKind, t: Words<'starter'>): readonly string[] => [
  ...areasIn(t(`usual-${kind}`)).keys(),
];

export function starterTemplate(
  newId: NewId,
  kind: StarterKind,
  area: string,
  t: Words<'starter'>,
): Template {
  const usual = areasIn(t(`usual-${kind}`));
  return {
    kind: 'template',
    name: t('typical-day'),
    area,
    notes: emptyNotes,
    rotations: starterRotations[kind].map(([startTime, endTime, name, differs]) => ({
      ...{ id: newId(), name: t(name), startTime, endTime },
      subareas: [...new Map([...usual, ...areasIn(differs ? t(differs) : '')])]
        .filter(([, positions]) => positions.length > 0)
        .map(([subarea, positions]) => ({
          id: newId(),
          name: subarea,
          positions: positions.map((position) => ({ id: newId(), name: position, seats: [] })),
        })),
    })),
    type: 'fixed',
  };
}
