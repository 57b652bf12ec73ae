import type { Shift } from '../day/shift.ts';
import { compareText, grouped } from '../list/list.ts';
import { type CalledName, calledName, initials, shortName } from '../problem/name.ts';
import { type ClockFormat, formatShortRange, formatShortTime } from '../time/formats.ts';

/** What a shift's person is called where others of the layout could be meant, too. */
export interface BoardName {
  /** 'Maria G.', or as much more as tells them from everyone else: 'Maria Ga.', 'Maria Garcia', 'Maria G. (9a)'. */
  readonly short: string;
  /** 'Maria Garcia'; with what tells them apart where another has the very same name: 'Maria Garcia (9a)'. */
  readonly full: string;
  /** 'Maria' where there is one, else as `short`. */
  readonly first: string;
  /** `short` without what tells them from others of the very same name. */
  readonly plain: string;
  /** Whether that is what they do. */
  readonly isByJob: boolean;
}

/** By id; no two have the same. A name depends only on those it could be taken for: of the same first name and initial. */
export function boardNames(shifts: readonly Shift[], clock: ClockFormat): ReadonlyMap<string, BoardName> {
  const known = named.get(shifts);
  if (known?.clock === clock) return known.names;
  const called = JSON.stringify([
    clock,
    ...shifts.map((shift) => [shift.id, shift.teamMember, shift.startTime, shift.endTime, shift.schedule]),
  ]);
  if (called !== last.called) last = { called, names: nameAll(shifts, clock) };
  named.set(shifts, { clock, names: last.names });
  return last.names;
}

/** Lists of shifts are never altered, and screens and messages name the same one. */
const named = new WeakMap<
  readonly Shift[],
  { readonly clock: ClockFormat; readonly names: ReadonlyMap<string, BoardName> }
>();

/** Most changes name nobody anew, and what has the same name needn't be drawn again. */
let last: { called: string; names: ReadonlyMap<string, BoardName> } = { called: '', names: new Map() };

export const boardNameIn = (
  layout: { readonly shifts: readonly Shift[] } | null,
  shift: string,
  clock: ClockFormat,
): BoardName | undefined => (layout ? boardNames(layout.shifts, clock).get(shift) : undefined);

function nameAll(shifts: readonly Shift[], clock: ClockFormat): ReadonlyMap<string, BoardName> {
  const people = shifts.map((shift) => ({ shift, called: calledName(shift.teamMember) }));
  const firsts = grouped(people, ({ called }) => folded(called.first));
  const names = new Map<string, BoardName>();
  for (const alike of grouped(people, ({ called }) => folded(shortName(called.whole))).values()) {
    // sorted, so that people who share the most letters of the last name are neighbors
    const persons = [...grouped(alike, ({ called }) => folded(called.whole)).values()]
      .map((same) => ({
        same,
        called: same[0]?.called ?? calledName(''),
        last: folded(same[0]?.called.last ?? ''),
      }))
      .sort((one, other) => compareText(one.last, other.last));
    persons.forEach(({ same, called }, at) => {
      const beside = [persons[at - 1], persons[at + 1]].flatMap((person) => person?.last ?? []);
      const short = shortest(called, beside);
      const { suffixes, isByJob } = apart(
        same.map(({ shift }) => shift),
        clock,
      );
      same.forEach(({ shift }, index) => {
        const mark = suffixes[index] ?? '';
        const isOnlyFirst = firsts.get(folded(called.first))?.length === 1;
        names.set(shift.id, {
          short: short + mark,
          full: shift.teamMember + mark,
          first: isOnlyFirst ? called.first : short + mark,
          plain: short,
          isByJob,
        });
      });
    });
  }
  return names;
}

const folded = (text: string): string => text.toLocaleLowerCase('en-US');

/** Letters of the last name until none of `others` begins like this; then the first and the last, then all of it. */
function shortest({ first, last, whole }: CalledName, others: readonly string[]): string {
  if (others.length === 0) return shortName(whole);
  const letters = [...last];
  const own = [...folded(last)];
  if (others.includes(own.join(''))) return whole;
  const shared = Math.max(...others.map((other) => sharedLetters(own, [...other])));
  // as long as letters stay letters when their case changes
  return shared + 1 < letters.length && own.length === letters.length
    ? `${first} ${initials(last, shared + 1)}`
    : `${first} ${last}`;
}

function sharedLetters(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count++;
  return count;
}

const marks: readonly { of(shift: Shift, clock: ClockFormat): string; isByJob?: true }[] = [
  { of: (shift, clock) => formatShortTime(shift.startTime, clock) },
  { of: (shift) => shift.schedule, isByJob: true },
  { of: formatShortRange },
  { of: (shift, clock) => `${formatShortRange(shift, clock)}, ${shift.schedule}`, isByJob: true },
];

/** What tells shifts of one name apart: when they start, what they do, or their number. */
function apart(
  shifts: readonly Shift[],
  clock: ClockFormat,
): { readonly suffixes: readonly string[]; readonly isByJob: boolean } {
  if (shifts.length < 2) return { suffixes: [''], isByJob: false };
  for (const { of, isByJob = false } of marks) {
    const all = shifts.map((shift) => of(shift, clock));
    const isClear = new Set(all.map(folded)).size === all.length && all.every((each) => each.trim() !== '');
    if (isClear) return { suffixes: all.map((each) => ` (${each})`), isByJob };
  }
  const numbered = ({ startTime }: Shift, index: number) =>
    ` (${formatShortTime(startTime, clock)}, ${index + 1})`;
  return { suffixes: shifts.map(numbered), isByJob: false };
}
