import { nameLimit, withoutUnprintable } from '../problem/name.ts';
import type { Problem } from '../problem/problem.ts';
import { plainText } from './printed-time.ts';

/** '(Unassigned)', '*Open Shift 1*': without marks around and a number behind. */
const bare = (text: string): string =>
  plainText(text)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '')
    .replace(/[\s#-]+\d{1,3}$/, '');

const nobody =
  /^(open ?(shifts?)?|open ?shifts?\b.+|(un|not )assigned|unassigned shifts?|unfilled( shifts?)?|vacant( shifts?)?|house( shifts?)?|available shifts?|need(s|ed)? cover(age)?|nobody|no ?one|none|tb[adc])$/;

export const isNobody = (name: string): boolean => nobody.test(bare(name));

const noPerson = new RegExp(
  [
    '^((store|business|opening|operating|open|restaurant|lobby|dining room|kitchen|drive[ -]?thru) )?hours( of operation)?$',
    '^(mod|manager on duty|pic|person in charge)$',
    '^((projected|forecast(ed)?|actual|net|gross|budget(ed)?|sched(uled)?|target|total|est(imated)?) )?(sales|labor|wages?|forecast|budget|guests?|transactions?|splh|spmh)( ?(%|hours?|hrs|cost|total|percent(age)?))?$',
    '^(labor|wages?|forecast|splh|head ?count|hours|shifts) ?(%|percent(age)?|by .*|scheduled|cost)?$',
    '^((daily|special|store) )?(events?|notes?|announcements?|reminders?|deliver(y|ies)|truck|weather|legend|key|prepared by|approved by|schedule)$',
  ].join('|'),
);

/** Whether what stands in a name's place is a line of the store: 'Store hours', 'MOD', 'Labor %', 'Grill'. */
export const isStoreLine = (name: string): boolean => noPerson.test(bare(name)) || isStation(name);

const leaveWords = [
  'off( day| all day)?|day ?off|all day|r ?/? ?o|rdo|x+|n ?/ ?a|loa|fmla|pto|upto|rto|vac(ation)?|holiday|hol',
  'req(uest(ed)?)?|req(uest(ed)?)?\\.? ?off|time[ -]?off( request(ed)?)?|paid time off|unpaid time off',
  "(un|not )avail(able|ability)?|avail(able|ability)|can(no|’|'|)t work|do not schedule|not scheduled|blocked",
  'sick(ness)?( day| leave| time| call| pay)?|ill(ness)?|out of (the )?office|ooo|(personal|annual|parental|maternity|paternity|medical|unpaid|paid|family)( day| leave| time)?|leave( of absence)?|jury( duty)?|bereavement|absent|absence',
  'call(ed)?[ -]?(out|off|in sick|in)|no[ -]?(call[ -]?)?(no[ -]?)?show|ncns|suspended|terminated',
].join('|');
const leave = new RegExp(`^(${leaveWords})$`);
/** 'personal', 'key' and the like are words of jobs too, where more words follow. */
const leaveFirst =
  /^(req(uest(ed)?)?\.? ?off|r ?\/ ?o|off|day ?off|pto|rto|loa|time[ -]?off|unavail(able|ability)?|not available|avail(able|ability)?|vacation|vac|sick|holiday|on leave|(call(ed)?[ -]?(out|off)))\b/;

const blankCell = /^[-.\s]*$/;

/** Whether a cell says that somebody doesn't work: 'OFF', 'Req off', 'Vacation', 'Sick', 'Unavailable (school)'. */
export function isLeave(text: string): boolean {
  const words = plainText(text);
  if (blankCell.test(words)) return false;
  const said = bare(words.replace(/\(.*\)/g, ''));
  return leave.test(said) || leaveFirst.test(said);
}

/** Whether a job or a name is nothing but that: 'PTO', not 'Off duty cook'. */
export const isLeaveAlone = (text: string): boolean => bare(text).length > 1 && leave.test(bare(text));

/** 'Maria PTO' */
const endsWithLeave = (name: string): boolean =>
  /\s(PTO|RTO|LOA|OFF|R\/O|VAC|SICK|UNAVAILABLE)$/.test(name.trim());

export const isBlankCell = (text: string): boolean => blankCell.test(plainText(text));

const stations =
  /^(the )?(grill|fry(er|ers|ing)?|fries|drive[ -]?thru|dt|order taker|front( counter| of house)?|back( of house)?|foh|boh|counter|cashiers?|registers?|till|pos|prep|line( cook)?|cook|kitchen|expo|expediter|window|present(er)?|pack(er|ing)?|bag(ger|ging)?|runner|host(ess)?|servers?|busser|bar(tender)?|barista|dish(es|washer|washing)?|dining( room)?|lobby|greeter|salads?|sandwich(es)?|drinks?|beverages?|shakes?|ice cream|bakery|oven|pizza|make ?line|assembly|board(s|ing)?|breading|chicken|fish|nuggets|delivery|driver|catering|maintenance|clean(er|ing)?|closer|opener|float(er)?|crew( member)?|team (member|lead(er)?)|trainer|trainee|shift (lead(er)?|manager|supervisor)|managers?|asst\.? manager|assistant manager|general manager|gm|agm|supervisor|lead)s?( ?#?\d)?$/;

/** Whether it is what restaurants call a job or a station, not somebody. */
export const isStation = (text: string): boolean => stations.test(bare(text));

const suffix = /^(jr|sr|ii|iii|iv|v|esq|md|phd)\.?$/i;

/** Whether it is 'Last, First', not a name with a suffix after a comma. */
function isLastFirst(name: string): boolean {
  const [last = '', ...rest] = partsOf(withoutTags(name).name);
  return last !== '' && rest.some((part) => !suffix.test(part));
}

/** 'Garcia Lopez, Maria Elena (Cook)' as 'Maria Elena Garcia Lopez'; 'Smith, Jr., John' as 'John Smith Jr.'. */
export function turnedName(printed: string): string {
  const { name } = withoutTags(printed);
  if (!isLastFirst(name)) return name;
  const [last = '', ...rest] = partsOf(name);
  const suffixes = rest.filter((part) => suffix.test(part));
  const first = rest.filter((part) => !suffix.test(part));
  const words = last.split(' ');
  // 'Smith Jr., John' has its suffix before the comma.
  const own = words.length > 1 && suffix.test(words[words.length - 1] ?? '') ? words.splice(-1) : [];
  return [...first, ...words, ...own, ...suffixes].join(' ');
}

const partsOf = (name: string): string[] =>
  name
    .replace(/\s+/g, ' ')
    .split(',')
    .map((part) => part.trim())
    .filter((part, index) => part !== '' || index === 0);

export const isWrittenLastFirst = (names: readonly string[]): boolean => {
  const said = names.filter((name) => name !== '');
  return said.filter(isLastFirst).length * 2 > said.length;
};

const inBrackets = /\s*(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\})\s*/;
const atEnd = new RegExp(`${inBrackets.source}$`);
const atStart = new RegExp(`^${inBrackets.source}`);
const marks = /^[\s*#†‡•✓★☆⭐~^!|]+|[\s*†‡•✓★☆⭐~^!|]+$/gu;
const number = /\s*(?:[-–—]\s+|#\s?)\d{1,8}$|^#\s?\d{1,8}\s+|^\d{1,8}\s+[-–—]\s+/;
/** A hyphen within a name has no blanks around it. */
const afterDash = /\s+[-–—|/]\s+([^-–—|/,]+)$/;
const afterComma = /,\s*([^,]+)$/;

/** What stands behind a dash may be another person; behind 'Last, First' it isn't. */
const isTag = (tag: string, rest: string, around: RegExp): boolean =>
  (around !== afterDash && around !== afterComma) ||
  isStation(tag) ||
  isLeaveAlone(tag) ||
  (around === afterDash && rest.includes(','));
const hours = /^[\d.:]+ ?(?:h|hrs?|hours?)?(?:\s?\/.*)?$/i;

/** '*Maria Sample (Cook)', 'Maria Sample - Cook', 'Maria Sample #1020'. `tags` are the words taken off, from the last to the first. */
export function withoutTags(printed: string): { readonly name: string; readonly tags: readonly string[] } {
  const tags: string[] = [];
  const [first = '', ...lines] = printed.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim());
  // a long name may be broken into lines, too
  const kept = lines.filter((line) => {
    const isBeside = hours.test(line) || isStation(line) || /^[([].*[)\]]$/.test(line);
    if (isBeside && line !== '') tags.push(line.replace(/^[([]|[)\]]$/g, ''));
    return !isBeside;
  });
  let name = [first, ...kept].join('\n').trim();
  for (let turn = 0; turn < 4; turn++) {
    const before = name;
    for (const around of [atEnd, atStart, afterDash, afterComma]) {
      const found = around.exec(name);
      const rest = name.replace(around, '').trim();
      const tag = (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
      if (!found || !/\p{L}/u.test(rest) || !isTag(tag, rest, around)) continue;
      tags.push(tag);
      name = rest;
    }
    name = name.replace(number, '').replace(marks, '').trim() || before;
    if (name === before) break;
  }
  return { name, tags };
}

/** The job that stands beside a name. */
export const stationIn = (printed: string): string => withoutTags(printed).tags.find(isStation) ?? '';

/** Whose a row is, from what stands in the place of a name there. */
export const personNamed = (printed: string, isTurned = false): string =>
  withoutUnprintable(isTurned ? turnedName(printed) : withoutTags(printed).name).trim();

/** Why a row is nobody's shift; null for a shift. `off` is what says elsewhere in the row that the person doesn't work. */
export function whyNobody(printed: string, name: string, off?: string): Problem | null {
  if (isNobody(printed) || isNobody(name)) return { code: 'row-open' };
  const isOff = isLeaveAlone(name) || endsWithLeave(name);
  const text = isStoreLine(name)
    ? printed
    : isOff
      ? name
      : (withoutTags(printed).tags.find(isLeaveAlone) ?? off);
  if (text !== undefined) return { code: 'row-not-shift', details: { text: text.slice(0, 40) } };
  if (name === '') return { code: 'row-name-missing' };
  return name.length > nameLimit ? { code: 'row-name-too-long', details: { max: nameLimit } } : null;
}
