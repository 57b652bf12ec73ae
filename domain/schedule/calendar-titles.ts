import { findRanges, type WrittenRange } from '../time/written-times.ts';
import { isLeave, isLeaveAlone } from './leave-words.ts';
import { isNobody, isStation, isStoreLine, stationIn, withoutTags } from './schedule-entry.ts';

/** What an event's title says of a shift. */
export interface CalendarTitle {
  /** As written, with the marks around it; '' if the title names no person. */
  readonly name: string;
  readonly role: string;
  /** Where it is, if the title says so. */
  readonly place: string;
  readonly ranges: readonly WrittenRange[];
  readonly isCanceled: boolean;
  readonly isLeave: boolean;
  readonly isOpen: boolean;
  /** `maybe` where it could also be a last name before a first. */
  readonly severalPeople: 'yes' | 'maybe' | 'no';
}

/** What mail programs put in front of a title. */
const takenBack = /^\s*cancell?ed(?: event)?:\s*/i;
const passedOn = /^\s*(?:copy|fwd?|updated(?: event| invitation)?|invitation|accepted|tentative):\s*/i;

/** In some scheduling products: 'Maria G. (Shift as COOK at MAPLE)'. */
const asRole = /^(.*?)\s*\((?:shift )?as (.+?)(?: at (.+?))?\)\s*$/i;
const dividers = /(\s+[-–—|•·]\s+|:\s+|\s+@\s*)/;
const joint = /^(?:and|und|y|et|e|or|&|\+)$/i;
const people = /\s+(?:&|\+|and|y|und|et|e)\s+|\s*[/;]\s*/i;
/** 'Dee Vo's shift', 'Ana Lopez works' */
const worksBehind =
  /(?:['’]s)?\s+(?:(?:work|morning|evening|night)\s+)?(?:shifts?|works|working|schedule|calendar)\s*$/i;

/** `places` are what the calendar and its events call the store. */
export function readTitle(title: string, places: readonly string[] = []): CalendarTitle {
  const isCanceled = takenBack.test(title);
  const text = title.replace(takenBack, '').replace(passedOn, '').trim();
  const { ranges, around } = /\d/.test(text) ? findRanges(text) : { ranges: [], around: [text] };
  const [, person, as, at] = asRole.exec(text) ?? [];
  const parts = (person === undefined ? (ranges.length > 0 ? around : [text]) : [person])
    .flatMap(partsOf)
    .map((part) => part.replace(/^[\s,:;|)\]–—-]+|[\s,:;|([–—-]+$/g, '').replace(worksBehind, ''))
    .filter((part) => part !== '' && !joint.test(part));
  const said = parts.filter(
    (part) => parts.length === 1 || isStation(part) || !places.some((place) => isWithin(part, place)),
  );
  const shared = { place: at ?? '', ranges, isCanceled };
  const [first = ''] = said;
  const none = { ...shared, isLeave: false, isOpen: false, severalPeople: 'no' } as const;
  if (isNobody(first)) return { ...none, name: first, role: as ?? said[1] ?? '', isOpen: true };
  const off = said.some((part) => isLeave(part) || isLeaveAlone(part) || endsWithLeave(part));
  const several = said.map(severalIn).find((each) => each !== 'no') ?? 'no';
  const isOther = otherEvent.test(text);
  const index = isOther
    ? -1
    : said.findIndex((part) => severalIn(part) === 'yes' || namesPerson(nameIn(part)));
  const others = said.filter((_, nth) => nth !== index);
  const role = as ?? others.find((part) => isStation(part)) ?? others[0] ?? tagOf(said[index] ?? first);
  // What names nobody says at most a job.
  const job = index < 0 ? (as ?? said.find((part) => isStation(part)) ?? stationIn(text)) : role;
  return { ...none, name: said[index] ?? '', role: job, isLeave: off, severalPeople: several };
}

/** Apart, what stands between them; behind '@' is a place, unless it is a job. */
function partsOf(text: string): readonly string[] {
  return text.split(dividers).flatMap((part, nth, all) => {
    if (nth % 2 === 1) return [];
    if (nth > 0 && all[nth - 1]?.trim() === '@') return isStation(nameIn(part)) ? [nameIn(part)] : [];
    const sides = part.split('/');
    // 'Ana Lopez/Cashier', but 'Ana / Bo' are two people
    return sides.some((side) => isStation(nameIn(side))) ? sides : [part];
  });
}

const plain = (text: string): string => text.trim().toLowerCase();

/** 'Maple' of '12 Maple Street' */
const isWithin = (part: string, place: string): boolean =>
  plain(part) === plain(place) ||
  (part.trim().length > 2 &&
    plain(place)
      .split(/[\s,]+/)
      .join(' ')
      .includes(plain(part)));

/** What most titles begin with, before many names, is no person: 'North Side - Ana Lopez', 'North Side - Bo Li'. */
export function placesInTitles(titles: readonly string[]): readonly string[] {
  const pairs = titles.flatMap((title) => {
    const parts = partsOf(title).map((part) => part.trim());
    return parts.length === 2 && parts.every((part) => namesPerson(nameIn(part))) ? [parts] : [];
  });
  const [firsts, seconds] = [0, 1].map((nth) => new Set(pairs.map((parts) => parts[nth] ?? '')));
  return firsts && seconds && firsts.size * 3 <= seconds.size ? [...firsts] : [];
}
const nameIn = (part: string): string => withoutTags(part).name;
const tagOf = (part: string): string => withoutTags(part).tags.find((tag) => /^\p{L}/u.test(tag)) ?? '';

/** 'Dee Vo off', 'Maya Ortiz PTO' */
function endsWithLeave(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return [1, 2, 3].some((count) => words.length > count && isLeaveAlone(words.slice(-count).join(' ')));
}

function severalIn(part: string): CalendarTitle['severalPeople'] {
  const { name } = withoutTags(part);
  const each = name.split(people);
  if (each.length > 1 && each.every(namesPerson)) return 'yes';
  const listed = name.split(/,\s*/);
  if (listed.length < 2 || !listed.every((one) => /\S\s+\S/.test(one) && namesPerson(one))) return 'no';
  return listed.length > 2 ? 'yes' : 'maybe';
}

/** Words that are in nobody's name, in the titles of other events and of shifts that don't say whose they are. */
const words =
  'shifts?|work|working|meetings?|mtg|huddle|inventory|training|delivery|deliveries|inspection|appointments?|appt|dentist|doctor|birthday|bday|anniversary|party|interviews?|orientation|onboarding|deadline|payroll|payday|reminder|maintenance|repairs?|cleaning|conference|webinar|workshop|class|school|gym|practice|pick-?up|drop-?off|review|promo|promotion|event|break|lunch|dinner|brunch|breakfast|rush|crew|team|staff|store|schedule|hours|opening|closing|morning|evening|afternoon|night|overnight|weekend|midday|stand-?by|on-?call|coverage|cover|covering|audit|visit|vendor|truck|flight|travel|trip|haircut|therapy|busy|tentative|private|hold|blocked|oooo?|todo|tasks?|project|launch|drill|scheduled|available|swap|trade|double|split|am|pm|calendar|test';
const noName = new RegExp(`(?:^|[^\\p{L}])(?:${words})(?:$|[^\\p{L}])`, 'iu');
const besideStation =
  /^(?:lead|head|main|back|front|left|right|inside|outside|upper|lower|floor|station|side|line|senior)$/i;
/** What is no shift, whoever is named beside it: 'Interview: Sam Jones'. */
const otherEvent =
  /(?:^|[^\p{L}])(?:meetings?|mtg|huddle|delivery|deliveries|inspection|appointments?|appt|dentist|doctor|birthday|bday|anniversary|party|interviews?|1:1|orientation|onboarding|deadline|payroll|payday|reminder|maintenance|repairs?|conference|webinar|workshop|school|gym|practice|pick-?up|drop-?off|review|audit|visit|vendor|flight|travel|trip|haircut|therapy|todo|tasks?|launch|drill)(?:$|[^\p{L}])/iu;
const noNameAlone = /^(?:open|close|closer?s?|early|late|mid|call|free|home|office|day|days|off)$/i;
/** Parts of names that begin small. */
const particle =
  /^(?:d[aeiou]s?|del|della|dello|la|las|le|los?|les|van|von|vom|zu|der|den|ten|ter|te|el|al|bin|ibn|ben|y|e|i|af|av|st|jr|sr|ii|iii|iv)\.?$/;

/** Whether it can be somebody's name; 'Work', 'Team meeting' and 'Cashier' can't. */
export function namesPerson(text: string): boolean {
  const said = text.trim();
  const [first = '', ...more] = said.split(/\s+/);
  if (!/\p{L}/u.test(said) || more.length > 8 || /[?!=<>%$\d]/.test(said)) return false;
  if (isStation(said) || isStoreLine(said) || isLeaveAlone(said) || noNameAlone.test(said)) return false;
  if (noName.test(said.replace(/\./g, ''))) return false;
  // 'Front Register', but 'Tim Cook'
  if ([first, ...more].every((word) => isStation(word) || besideStation.test(word))) return false;
  // 'Spring sale', but 'ana lopez' and 'Ana de la Cruz'
  const startsSmall = (word: string) => /^\p{Ll}/u.test(word);
  return startsSmall(first) || !more.some((word) => startsSmall(word) && !particle.test(word));
}

/** 'On-call' is no time at work. */
export const isOnCall = (title: string): boolean => /^\s*(?:on[ -]?call|stand[ -]?by)\b/i.test(title);

const personLabel =
  /^[ \t*•-]*(?:employee|team ?member|staff(?: member)?|worker|assigned to|assignee|scheduled for|user|name|who)\s*[:=]\s*(.+)$/im;
const roleLabel = /^[ \t*•-]*(?:position|role|job(?: title)?|station|area|department)\s*[:=]\s*(.+)$/im;

/** What a description says in lines such as 'Employee: Ana Lopez'. */
export function readDescription(text: string): { readonly name: string; readonly role: string } {
  const labeled = (label: RegExp) => label.exec(text.slice(0, 4_000))?.[1]?.trim() ?? '';
  return { name: labeled(personLabel), role: labeled(roleLabel) };
}
