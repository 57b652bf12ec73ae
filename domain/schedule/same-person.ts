import { mayBeSameName, wordsOf } from '../day/same-name.ts';
import type { Shift } from '../day/shift.ts';
import { type ClockTime, type Span, spanOf, type TimeRange } from '../time/clock-time.ts';

/** Shifts of a layout that can be the same person's work as a scheduled shift, under another id. */
export interface SamePerson {
  /** Most likely first. */
  readonly candidates: readonly Shift[];
  /** The candidate that is used unless a person chooses another; null if a person has to choose. */
  readonly match: Shift | null;
}

/** So many of one first name are looked at, and so many are offered. */
const mostOfAName = 50;
const mostOffered = 5;

/**
 * Finds, for each scheduled shift, whom of the layout it may be: by name, whatever its capitals, accents and order
 * ('Garcia, Maria'), and by overlapping times. 'Maria' and 'Maria G.' may be Maria Garcia. A match is certain where the
 * names are the same, the times overlap by half of the shorter shift, and nobody else fits.
 */
export function findSamePeople(
  scheduled: readonly (TimeRange & Pick<Shift, 'id' | 'teamMember'>)[],
  shifts: readonly Shift[],
  dayStart: ClockTime,
): ReadonlyMap<string, SamePerson> {
  const byFirstName = new Map<string, Known[]>();
  for (const shift of shifts) {
    const known = { shift, name: wordsOf(shift.teamMember), span: spanOf(shift, dayStart) };
    const sharing = byFirstName.get(known.name[0] ?? '') ?? [];
    if (sharing.length < mostOfAName) byFirstName.set(known.name[0] ?? '', [...sharing, known]);
  }
  const rated = scheduled.flatMap((theirs) => {
    const name = wordsOf(theirs.teamMember);
    const span = spanOf(theirs, dayStart);
    const fitting = (byFirstName.get(name[0] ?? '') ?? []).flatMap((known): Rated[] => {
      const how = likeness(known, { name, span });
      return how === null ? [] : [{ shift: known.shift, how }];
    });
    return fitting.length > 0 ? [{ id: theirs.id, fitting }] : [];
  });
  const matches = matchesOf(rated);
  const taken = new Set([...matches.values()].map(({ id }) => id));
  return new Map(
    rated.flatMap(({ id, fitting }) => {
      const match = matches.get(id) ?? null;
      const candidates = [...fitting]
        .sort((one, other) => order.indexOf(one.how) - order.indexOf(other.how))
        .map(({ shift }) => shift)
        .filter((shift) => shift === match || !taken.has(shift.id))
        .slice(0, mostOffered);
      return candidates.length > 0 ? [[id, { candidates, match }] as const] : [];
    }),
  );
}

interface Known {
  readonly shift: Shift;
  readonly name: readonly string[];
  readonly span: Span;
}

/** The same name at the same times; the same name at times that overlap clearly; perhaps the same. */
const order = ['exact', 'clear', 'maybe'] as const;
interface Rated {
  readonly shift: Shift;
  readonly how: (typeof order)[number];
}

function likeness(one: Omit<Known, 'shift'>, other: Omit<Known, 'shift'>): Rated['how'] | null {
  const shared = Math.min(one.span.end, other.span.end) - Math.max(one.span.start, other.span.start);
  if (shared <= 0 || !mayBeSameName(one.name, other.name)) return null;
  if (one.name.join(' ') !== other.name.join(' ')) return 'maybe';
  if (one.span.start === other.span.start && one.span.end === other.span.end) return 'exact';
  const shorter = Math.min(one.span.end - one.span.start, other.span.end - other.span.start);
  return shared * 2 >= shorter ? 'clear' : 'maybe';
}

/** Only those with a single candidate that no other row has; same times are matched first. */
function matchesOf(
  rated: readonly { readonly id: string; readonly fitting: readonly Rated[] }[],
): ReadonlyMap<string, Shift> {
  const matches = new Map<string, Shift>();
  const taken = new Set<string>();
  for (const how of ['exact', 'clear'] as const) {
    const open = rated
      .filter(({ id }) => !matches.has(id))
      .map(({ id, fitting }) => ({
        id,
        fitting: fitting.filter((each) => each.how === how && !taken.has(each.shift.id)),
      }));
    const wanted = new Map<string, number>();
    for (const { shift } of open.flatMap(({ fitting }) => fitting)) {
      wanted.set(shift.id, (wanted.get(shift.id) ?? 0) + 1);
    }
    for (const { id, fitting } of open) {
      const [only, another] = fitting;
      if (!only || another || wanted.get(only.shift.id) !== 1) continue;
      matches.set(id, only.shift);
      taken.add(only.shift.id);
    }
  }
  return matches;
}
