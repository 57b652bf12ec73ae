/** The dates of an event in the forms that the library reads: each event has one rule at most, and no list of dates. */
interface Occurrences {
  /** The event itself, once for each of its rules. */
  readonly events: readonly (readonly string[])[];
  /** Its additional dates, each as one time of an event that repeats. */
  readonly moreDates: readonly (readonly string[])[];
}

/** `from` and `to` are YYYYMMDD: only dates in between are listed. Null if the event can't be followed. */
export function occurrencesOf(lines: readonly string[], from: string, to: string): Occurrences | null {
  const has = (property: RegExp) => lines.some((line) => property.test(line));
  if (has(/^EXRULE[;:]/i)) return null;
  const rules = lines.filter((line) => /^RRULE[;:]/i.test(line));
  if (rules.length < 2 && !has(/^RDATE[;:]/i)) return { events: [lines], moreDates: [] };
  const [begin = '', ...plain] = lines.filter((line) => !/^(RRULE|RDATE)[;:]/i.test(line));
  const events = rules.length > 0 ? rules.map((rule) => [begin, rule, ...plain]) : [[begin, ...plain]];
  const excluded = new Set(
    plain
      .flatMap((line) => /^EXDATE[^:]*:(.*)$/i.exec(line)?.[1]?.split(',') ?? [])
      .map((date) => date.trim()),
  );
  const rest = plain.filter((line) => !/^(DTSTART|DTEND|DURATION|EXDATE|RECURRENCE-ID)[;:]/i.test(line));
  const moreDates: string[][] = [];
  for (const line of lines) {
    const [, parameters = '', values = ''] = /^RDATE((?:;[^:]*)?):(.*)$/i.exec(line) ?? [];
    for (const value of values.split(',')) {
      const [start = '', end = ''] = value.trim().split('/');
      const day = start.slice(0, 8);
      // Without a time it is a whole day, which is no shift.
      if (day < from || day > to || !start.includes('T') || excluded.has(start)) continue;
      const terms = parameters.replace(/;VALUE=[^;]*/i, '');
      const length = end === '' ? lengthOf(plain) : lengthUntil(end, terms);
      if (length === null) return null;
      moreDates.push([begin, `RECURRENCE-ID${terms}:${start}`, `DTSTART${terms}:${start}`, length, ...rest]);
    }
  }
  return { events, moreDates };
}

const lengthUntil = (end: string, terms: string): string =>
  /^P/i.test(end) ? `DURATION:${end}` : `DTEND${terms}:${end}`;

/** The line with an event's length; null if it starts and ends in different time zones. */
function lengthOf(lines: readonly string[]): string | null {
  const given = lines.find((line) => /^DURATION[;:]/i.test(line));
  if (given) return given;
  const find = (property: RegExp) => lines.map((line) => property.exec(line)).find((found) => found !== null);
  const [start, end] = [find(/^DTSTART([^:]*):(\S+)/i), find(/^DTEND([^:]*):(\S+)/i)];
  if (!start || !end || start[1] !== end[1]) return null;
  const minutes = (momentOf(end[2]) - momentOf(start[2])) / 60_000;
  return minutes > 0 ? `DURATION:PT${minutes}M` : null;
}

/** Of '20260307T090000', as if it were in UTC; only differences matter. NaN if it can't be read. */
const momentOf = (text = ''): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/i, '$1-$2-$3T$4:$5:$6Z'));
