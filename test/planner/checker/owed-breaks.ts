import { type Day, type Law, minuteOf, type Worker } from './read-day.ts';

/** A break that a shift has to have, and when it can start. */
export interface Owed {
  readonly row: string | null;
  readonly kind: string;
  readonly minutes: number;
  readonly starts: readonly number[];
}

const aDay = 1_440;
const restEdge = 30;

export function owedBreaks(day: Day, worker: Worker): Owed[] {
  const rows = day.laws.filter((law) => applies(law, worker));
  const owes = (law: Law): Owed => ({
    row: law.id,
    kind: law.kind,
    minutes: law.minutes,
    starts: startsFor(law, day, worker),
  });
  if (rows.length > 0) return rows.map(owes);
  const ofTeam: Law[] = [];
  const length = worker.end - worker.start;
  for (let count = 1; day.breakMinMinutes > 0 && length > count * day.breakMinMinutes; count++)
    ofTeam.push({ id: null, kind: 'meal', minutes: day.breakTimerMinutes });
  return ofTeam.map(owes);
}

function applies(law: Law, { start, end, age }: Worker): boolean {
  const length = end - start;
  // of the calendar day on which the shift starts
  const clock = start % aDay;
  const isLongEnough =
    length > (law.over ?? -1) &&
    length >= (law.atLeast ?? 0) &&
    length <= (law.upTo ?? Number.POSITIVE_INFINITY);
  const isOfAge = age >= (law.ageFrom ?? 0) && age <= (law.ageTo ?? Number.POSITIVE_INFINITY);
  const [from, before] = [law.startsFrom, law.startsBefore].map((time) =>
    time === undefined ? null : minuteOf(time),
  );
  const isAfter = from === null || from === undefined || clock >= from;
  const isBefore = before === null || before === undefined || clock < before;
  const goesOverNight =
    from !== null && from !== undefined && before !== null && before !== undefined && before <= from;
  const startsThen = goesOverNight ? isAfter || isBefore : isAfter && isBefore;
  const endsThen = law.endsAfter === undefined || clock + length > minuteOf(law.endsAfter);
  const spansIt =
    law.spans === undefined || hoursOf(law.spans).some((each) => start <= each.start && end >= each.end);
  return isLongEnough && isOfAge && startsThen && endsThen && spansIt;
}

/** Hours of the clock on the days that a shift can touch. */
function hoursOf([from, to]: readonly [string, string]): { start: number; end: number }[] {
  const start = minuteOf(from);
  const end = minuteOf(to) > start ? minuteOf(to) : minuteOf(to) + aDay;
  return [-1, 0, 1, 2].map((days) => ({ start: start + days * aDay, end: end + days * aDay }));
}

function startsFor(law: Law, day: Day, { start, end }: Worker): number[] {
  const starts: number[] = [];
  for (let minute = start; minute + law.minutes <= end; minute++) {
    const isEarlyEnough = law.latest === undefined || minute <= start + law.latest;
    const isBeforeLast = law.notWithinLast === undefined || end - (minute + law.minutes) >= law.notWithinLast;
    const isLateEnough = law.earliest === undefined || minute >= start + law.earliest;
    const isWithin =
      law.within === undefined ||
      hoursOf(law.within).some((each) => each.start <= minute && minute + law.minutes <= each.end);
    const fromMiddle = Math.abs(2 * minute - start - end) / 2;
    const isMidway = law.midway === undefined || fromMiddle <= law.midway;
    const isInHours = isEarlyEnough && isBeforeLast && isLateEnough && isWithin && isMidway;
    if (minute % 5 === 0 && isInHours) starts.push(minute);
  }
  const edge = law.kind === 'rest' ? Math.min(day.edge, restEdge) : day.edge;
  const inside = starts.filter((minute) => minute >= start + edge && minute + law.minutes <= end - edge);
  return inside.length > 0 ? inside : starts;
}

/** The most of these breaks that have room beside each other. */
export function mostWithRoom(owed: readonly Owed[], gap: number): number {
  // the earliest end with a set of breaks had; breaks that are alike count as one kind
  const kinds = [...Map.groupBy(owed, (each) => JSON.stringify(each)).values()];
  let ends = new Map<string, number>([[JSON.stringify(kinds.map(() => 0)), Number.NEGATIVE_INFINITY]]);
  let most = 0;
  while (ends.size > 0) {
    const next = new Map<string, number>();
    for (const [had, end] of ends) {
      const counts: number[] = JSON.parse(had);
      for (const [index, kind] of kinds.entries()) {
        const [one] = kind;
        if (!one || (counts[index] ?? 0) >= kind.length) continue;
        const start = one.starts.find((minute) => minute >= end + gap);
        if (start === undefined) continue;
        const key = JSON.stringify(counts.with(index, (counts[index] ?? 0) + 1));
        next.set(key, Math.min(next.get(key) ?? Number.POSITIVE_INFINITY, start + one.minutes));
      }
    }
    if (next.size > 0) most += 1;
    ends = next;
  }
  return most;
}
