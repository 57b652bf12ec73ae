import {
  apply,
  type BodyOf,
  type Change,
  type ChangeOf,
  type ChangeType,
  type DocumentBody,
  definitionOf,
  type registry,
  type SingleChange,
} from '../change/change.ts';
import { stepsOf } from '../change/define-change.ts';
import { isSame } from '../change/same.ts';
import type { Crew } from '../crew/crew.ts';
import { recordOf } from '../crew/person-records.ts';
import { showReason } from '../day/attendance.ts';
import type { BreakSlot } from '../day/break.ts';
import type { Layout } from '../day/layout.ts';
import { lostSeats } from '../day/seat.ts';
import type { Shift, ShiftFields } from '../day/shift.ts';
import { unassigned } from '../day/who-is-there.ts';
import { byId } from '../list/list.ts';
import { type PlanItem, positionIn, seatsFreed, standingOf } from '../plan/plan.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { formatsOf } from '../team/team.ts';
import {
  type ClockFormat,
  type DateFormat,
  formatDate,
  formatTime,
  sampleDate,
  sampleTime,
} from '../time/formats.ts';

interface Around<Body extends DocumentBody> {
  readonly before: Body | null;
  readonly after: Body | null;
}

/** 'started Sam Lee’s break'. Apart from the definitions, since pages load those first. */
type Phrases = {
  readonly [Type in ChangeType]: (
    around: Around<BodyOf<(typeof registry)[Type]['fits'][number]>>,
    change: ChangeOf<Type>,
  ) => string;
};

/** 'Sam Lee'; with the start of the shift where two people of the day have one name: 'Sam Lee (9:00 AM)'. */
function shiftName({ before, after }: Around<Layout>, id: string): string {
  for (const layout of [before, after]) {
    const shift = layout && byId(layout.shifts, id);
    if (shift) return nameAmong(layout.shifts, shift);
  }
  return after ? 'a removed team member' : 'a team member';
}

const nameAmong = (shifts: readonly Shift[], { id, teamMember, startTime }: Shift): string =>
  shifts.some((other) => other.id !== id && other.teamMember === teamMember)
    ? `${teamMember} (${startTime})`
    : teamMember;

type Planned = Extract<DocumentBody, { rotations: unknown }>;

function rotationOf({ before, after }: Around<Planned>, id: string): Rotation | undefined {
  return byId(before?.rotations ?? [], id) ?? byId(after?.rotations ?? [], id);
}

const rotationName = (around: Around<Planned>, id: string): string =>
  rotationOf(around, id)?.name ?? gone(around, 'rotation');

function subareaName(around: Around<Planned>, rotation: string, id: string): string {
  return byId(rotationOf(around, rotation)?.subareas ?? [], id)?.name ?? gone(around, 'subarea');
}

function positionName(around: Around<Planned>, rotation: string, id: string): string {
  const { before, after } = around;
  const find = (body: Planned | null) =>
    positionIn(byId(body?.rotations ?? [], rotation)?.subareas, id).position;
  return (find(before) ?? find(after))?.name ?? gone(around, 'position');
}

/** What is not found in a body was deleted before; without a body, nothing is known of it. */
const gone = ({ before, after }: Around<Planned>, what: string): string =>
  before || after ? `a deleted ${what}` : `a ${what}`;

const pressed = { start: 'started', end: 'ended', clear: 'cleared' } as const;

/** 'Sam Lee’s break', 'Sam Lee’s break 2'. */
const breakOf = (around: Around<Layout>, { shift, slot }: { shift: string; slot: number }): string =>
  `${shiftName(around, shift)}’s break${slot > 0 ? ` ${slot + 1}` : ''}`;

function restoredBreak(record: BreakSlot): string {
  if (record === null) return 'cleared';
  return record.endedAt === null ? 'put back the start of' : 'put back';
}

const times = ({ startTime, endTime }: Pick<ShiftFields, 'startTime' | 'endTime'>): string =>
  `${startTime}–${endTime}`;

/** What an edit changed: 'changed Sam Lee’s times from 9:00 AM–5:00 PM to 10:00 AM–5:00 PM and note'. */
function editedShift(around: Around<Layout>, { shift: id }: ChangeOf<'shift.edit'>): string {
  const name = shiftName(around, id);
  const [before, after] = [around.before, around.after].map((layout) => byId(layout?.shifts ?? [], id));
  const parts = before && after ? editedParts(before, after) : [];
  if (before && after && before.teamMember !== after.teamMember) {
    const rest = parts.length > 0 ? ` and changed ${listed(parts)}` : '';
    return `renamed ${name} to ${after.teamMember}${rest}`;
  }
  return parts.length > 0 ? `changed ${name}’s ${listed(parts)}` : `saved ${name}’s shift`;
}

function editedParts(before: Shift, after: Shift): string[] {
  return [
    times(before) !== times(after) && `times from ${times(before)} to ${times(after)}`,
    before.schedule !== after.schedule && 'job',
    before.note !== after.note && 'note',
  ].filter((part) => part !== false);
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;

function seated(around: Around<Layout>, change: ChangeOf<'shift.seat'>): string {
  const name = shiftName(around, change.shift);
  const to = positionName(around, change.rotation, change.position);
  const within = rotationName(around, change.rotation);
  const rotation = around.before && rotationOf({ before: around.before, after: null }, change.rotation);
  const from = rotation && positionsOf(rotation).find(({ seats }) => seats.includes(change.shift));
  if (!from) return `placed ${name} on ${to} in ${within}`;
  return from.id === change.position
    ? `changed ${name}’s place on ${to} in ${within}`
    : `moved ${name} from ${from.name} to ${to} in ${within}`;
}

function attended(around: Around<Layout>, change: ChangeOf<'shift.attendance'>): string {
  const name = shiftName(around, change.shift);
  if (change.out) return `marked ${name} out again from ${change.out.from}${showReason(change.out)}`;
  return change.late ? `marked ${name} late again` : `marked ${name} as not out and not late`;
}

function swapped(around: Around<Layout>, change: ChangeOf<'shift.swap'>): string {
  const placed = (shift: string, position: string) =>
    `${shiftName(around, shift)} (${positionName(around, change.rotation, position)})`;
  const [one, other] = [placed(change.shift, change.otherPosition), placed(change.other, change.position)];
  return `swapped ${one} and ${other} in ${rotationName(around, change.rotation)}`;
}

const shiftCount = (count: number): string => `${count} ${count === 1 ? 'shift' : 'shifts'}`;
const counted = (count: number, what: string): string | false => count > 0 && `${shiftCount(count)} ${what}`;

function takenSchedule(
  { before, after }: Around<Layout>,
  { remove, edit, add }: ChangeOf<'schedule.take'>,
): string {
  const [was, is] = [before, after].map((layout) => new Set((layout?.shifts ?? []).map(({ id }) => id)));
  const isKnown = was !== undefined && is !== undefined && before !== null && after !== null;
  const parts = [
    counted(isKnown ? [...is].filter((id) => !was.has(id)).length : add.length, 'added'),
    counted(edit.length, 'changed'),
    counted(isKnown ? [...was].filter((id) => !is.has(id)).length : remove.length, 'deleted'),
  ].filter((part) => part !== false);
  return `updated the schedule${parts.length > 0 ? `: ${listed(parts)}` : ''}`;
}

/** 'filled Lunch from Breakfast: 18 placed, 3 left'. */
function filled(around: Around<Layout>, { from, seats }: ChangeOf<'seats.fill'>): string {
  const rotations = [...new Set(seats.map(({ rotation }) => rotation))];
  const [only] = rotations;
  const what = only !== undefined && rotations.length === 1 ? rotationName(around, only) : 'the day';
  const said = `filled ${what} from ${from.trim()}`;
  const { before, after } = around;
  if (!before || !after) return said;
  const placed = lostSeats(after.rotations, before.rotations).length;
  const left = after.rotations
    .filter(({ id }) => rotations.includes(id))
    .reduce((sum, rotation) => sum + unassigned(after.shifts, rotation, after.dayStart).length, 0);
  return `${said}: ${placed} placed, ${left} left`;
}

const dayPhrases = {
  'break.press': (around, change) => `${pressed[change.wants]} ${breakOf(around, change)}`,
  'break.confirm': (around, change) => `confirmed that ${breakOf(around, change)} ended on time`,
  'break.restore': (around, change) => `${restoredBreak(change.record)} ${breakOf(around, change)}`,
  'shift.add': (_, { shift }) => `added ${shift.teamMember.trim()}, ${times(shift)}`,
  'shift.edit': editedShift,
  'shift.delete': (around, { shift }) => `deleted the shift of ${shiftName(around, shift)}`,
  'shift.seat': seated,
  'shift.unseat': (around, { shift, rotation, position }) =>
    `removed ${shiftName(around, shift)} from ${positionName(around, rotation, position)} in ${rotationName(around, rotation)}`,
  'shift.forget': () => 'removed the name of a deleted person',
  'shift.swap': swapped,
  'seats.fill': filled,
  'seats.swap': (around, { rotation, other }) =>
    `swapped the people of ${rotationName(around, rotation)} and ${rotationName(around, other)}`,
  'seats.restore': () => 'put people back on their positions',
  'shift.out': (around, { shift, ...out }) =>
    `marked ${shiftName(around, shift)} out from ${out.from}${showReason(out)}`,
  'shift.late': (around, { shift, expected }) =>
    `marked ${shiftName(around, shift)} late${expected === null ? '' : `, expected ${expected}`}`,
  'shift.back': (around, { shift }) => `marked ${shiftName(around, shift)} as here`,
  'shift.attendance': attended,
  'schedule.take': takenSchedule,
  'layout.create': (_, { layout }) => `created the layout ${layout.template.trim()}, ${layout.area.trim()}`,
  'layout.area': ({ before }, { area }) =>
    `changed the area${before ? ` from ${before.area}` : ''} to ${area.trim()}`,
  'layout.delete': ({ before }) => `deleted the layout${before ? ` ${before.template}, ${before.area}` : ''}`,
  'layout.restore': ({ before }) =>
    `restored the layout${before ? ` ${before.template}, ${before.area}` : ''}`,
  'layout.laid': () => 'noted who could not be placed',
  'layout.settings': () => 'applied the team’s new settings',
} satisfies Partial<Phrases>;

function personName({ before, after }: Around<Crew>, id: string): string {
  return (
    (before && recordOf(before, id)?.name) ?? (after && recordOf(after, id)?.name) ?? 'a former team member'
  );
}

/** Names that one entry lists. */
const namedPeople = 3;

function newPeople({ before, after }: Around<Crew>): readonly string[] {
  const known = new Set([...(before?.people ?? []), ...(before?.merged ?? [])].map(({ id }) => id));
  return (after?.people ?? []).filter(({ id }) => !known.has(id)).map(({ name }) => name);
}

function seenPeople(around: Around<Crew>): string {
  const names = newPeople(around);
  const [left, shown] = [names.length - namedPeople, names.slice(0, namedPeople)];
  const others = left > 0 ? [`${left} more`] : [];
  return names.length > 0
    ? `added ${listed([...shown, ...others])} to the crew`
    : 'updated the crew from the schedule';
}

const crewPhrases = {
  'shift.people': (_, { people }) =>
    people.some(({ teamMember }) => teamMember !== undefined)
      ? `renamed ${shiftCount(people.length)} as the crew says`
      : `matched ${shiftCount(people.length)} with the crew`,
  'crew.create': () => 'created the crew',
  'crew.seen': seenPeople,
  'person.add': (_, { person }) => `added ${person.name.trim()} to the crew`,
  'person.edit': (around, { person, name, notes, active }) => {
    const who = personName(around, person);
    const parts = [
      name !== undefined && `renamed ${who} to ${name.trim()}`,
      notes !== undefined && `changed the notes on ${who}`,
      active !== undefined && `marked ${who} as ${active ? 'active' : 'inactive'}`,
    ].filter((part) => part !== false);
    return parts.length > 0 ? listed(parts) : `saved ${who}`;
  },
  'person.known': (around, { person, name }) =>
    name === undefined
      ? `changed how ${personName(around, person)} is recognized`
      : `renamed ${personName(around, person)} to ${name.trim()}`,
  'person.merge': (around, { from, into }) =>
    `merged ${personName(around, from)} into ${personName(around, into)}`,
  'person.unmerge': (around, { person }) => `took back the merge of ${personName(around, person)}`,
  'person.link': (around, { person, account }) =>
    `${account === null ? 'unlinked' : 'linked'} the account of ${personName(around, person)}`,
  'person.emails': () => 'noted email addresses of the crew',
  'person.delete': () => 'deleted a person from the crew',
  'question.answer': ({ before, after }, { question, person }) => {
    const name = before ? byId(before.questions, question)?.name : undefined;
    const who = personName({ before, after }, person);
    return name === undefined ? `said who ${who} is` : `said that ${name} is ${who}`;
  },
  'question.ask': (_, { question }) => `asked again who ${question.name.trim()} is`,
} satisfies Partial<Phrases>;

function moved({ before, after }: Around<Planned>, item: PlanItem): string {
  const standing = standingOf((after ?? before)?.rotations ?? [], item);
  if (!standing) return `moved a ${item.kind}`;
  const { name, place, of, inside } = standing;
  return `moved ${name} to ${place} of ${of}${inside && ` in ${inside}`}`;
}

function editedRotation(around: Around<Planned>, { rotation: id }: ChangeOf<'rotation.edit'>): string {
  const before = byId(around.before?.rotations ?? [], id);
  const after = byId(around.after?.rotations ?? [], id);
  if (!before || !after) return `saved ${rotationOf(around, id)?.name ?? 'a rotation'}`;
  const parts = [
    before.name !== after.name && `renamed ${before.name} to ${after.name}`,
    (before.startTime !== after.startTime || before.endTime !== after.endTime) &&
      `changed the times of ${after.name} from ${before.startTime}–${before.endTime} to ${after.startTime}–${after.endTime}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' and ') : `saved ${after.name}`;
}

/** 'deleted Grill from Lunch (2 people unassigned)'. */
function withUnassigned(around: Around<Planned>, phrase: string): string {
  const { before, after } = around;
  if (before?.kind !== 'layout' || after?.kind !== 'layout') return phrase;
  const freed = seatsFreed(before.rotations, after.rotations);
  return freed > 0 ? `${phrase} (${freed === 1 ? '1 person' : `${freed} people`} unassigned)` : phrase;
}

const planPhrases = {
  'rotation.add': (_, { rotation }) =>
    `added the rotation ${rotation.name.trim()}, ${rotation.startTime}–${rotation.endTime}`,
  'rotation.edit': (around, change) => withUnassigned(around, editedRotation(around, change)),
  'rotation.move': (around, { rotation }) => moved(around, { kind: 'rotation', rotation }),
  'rotation.delete': (around, { rotation }) =>
    withUnassigned(
      around,
      `deleted ${rotationOf(around, rotation) ? 'the rotation ' : ''}${rotationName(around, rotation)}`,
    ),
  'subarea.add': (around, { rotation, subarea }) =>
    `added the subarea ${subarea.name.trim()} to ${rotationName(around, rotation)}`,
  'subarea.rename': (around, { rotation, subarea, name }) =>
    `renamed ${subareaName(around, rotation, subarea)} to ${name.trim()} in ${rotationName(around, rotation)}`,
  'subarea.move': (around, { rotation, subarea }) => moved(around, { kind: 'subarea', rotation, subarea }),
  'subarea.delete': (around, { rotation, subarea }) =>
    withUnassigned(
      around,
      `deleted ${subareaName(around, rotation, subarea)} from ${rotationName(around, rotation)}`,
    ),
  'position.add': (around, { rotation, subarea, position }) =>
    `added the position ${position.name.trim()} to ${subareaName(around, rotation, subarea)} in ${rotationName(around, rotation)}`,
  'position.rename': (around, { rotation, position, name }) =>
    `renamed ${positionName(around, rotation, position)} to ${name.trim()} in ${rotationName(around, rotation)}`,
  'position.move': (around, { rotation, position }) =>
    moved(around, { kind: 'position', rotation, position }),
  'position.delete': (around, { rotation, position }) =>
    withUnassigned(
      around,
      `deleted ${positionName(around, rotation, position)} from ${rotationName(around, rotation)}`,
    ),
  'notes.edit': () => 'edited the notes',
} satisfies Partial<Phrases>;

const minutes = (count: number): string => `${count} ${count === 1 ? 'minute' : 'minutes'}`;

/** 'the time zone from UTC to Europe/Berlin'; false where it stayed. */
function fromTo<Value extends string | number>(what: string, before: Value | undefined, after: Value) {
  const say = (value: Value) => (typeof value === 'number' ? minutes(value) : value);
  return before !== after && `${what}${before === undefined ? '' : ` from ${say(before)}`} to ${say(after)}`;
}

function settings(what: string, ...changed: (string | false)[]): string {
  const parts = changed.filter((part) => part !== false);
  return parts.length > 0 ? `changed ${parts.join(' and ')}` : `saved the ${what} settings`;
}

const teamPhrases = {
  'team.create': (_, { team }) => `created the team ${team.name.trim()}`,
  'team.rename': ({ before }, { name }) =>
    `renamed the team${before ? ` from ${before.name}` : ''} to ${name.trim()}`,
  'team.breaks': ({ before, after }, change) => {
    const { breakMinMinutes: earns, breakTimerMinutes: lasts } = after ?? change;
    return settings(
      'break',
      fromTo('the shift length for a break', before?.breakMinMinutes, earns),
      fromTo('the break length', before?.breakTimerMinutes, lasts),
    );
  },
  'team.day': ({ before }, { dayStart, timeZone }) =>
    settings(
      'day',
      fromTo('the start of the business day', before?.dayStart, dayStart),
      fromTo('the time zone', before?.timeZone, timeZone),
    ),
  'team.formats': ({ before }, change) => {
    const was = before ? formatsOf(before) : undefined;
    const [time, date] = [
      (clock: ClockFormat) => formatTime(sampleTime, clock),
      (format: DateFormat) => formatDate(sampleDate, format),
    ];
    return settings(
      'format',
      fromTo('how times are written', was && time(was.clock), time(change.clock)),
      fromTo('how dates are written', was && date(was.date), date(change.date)),
    );
  },
  'team.theme': () => 'changed the team’s color',
  'team.logo': (_, { logoUrl }) => (logoUrl === null ? 'removed the logo' : 'changed the logo'),
  'team.columns': () => 'saved the column titles of schedule files',
  'team.weekday': (_, { day, area, template }) =>
    template === null
      ? `removed the template of ${day}s in ${area.trim()}`
      : `chose the template of ${day}s in ${area.trim()}`,
  'team.lays': (_, { tomorrow }) =>
    tomorrow
      ? 'turned on that tomorrow’s layouts are made automatically'
      : 'turned off that tomorrow’s layouts are made automatically',
  'team.guide': (_, { isShown }) => `${isShown ? 'showed' : 'hid'} the setup steps`,
  'area.add': (_, { name }) => `added the area ${name.trim()}`,
  'area.rename': (_, { area, name }) => `renamed the area ${area} to ${name.trim()}`,
  'area.delete': (_, { area }) => `deleted the area ${area}`,
  'template.create': (_, { template }) => `created the template ${template.name.trim()}`,
  'template.rename': ({ before }, { name }) =>
    `renamed the template${before ? ` ${before.name}` : ''} to ${name.trim()}`,
  'template.area': ({ before }, { area }) =>
    `changed the area${before ? ` from ${before.area}` : ''} to ${area.trim()}`,
  'template.delete': ({ before }) => `deleted the template${before ? ` ${before.name}` : ''}`,
  'template.restore': ({ before }) => `restored the template${before ? ` ${before.name}` : ''}`,
} satisfies Partial<Phrases>;

const phrases: Phrases = { ...teamPhrases, ...planPhrases, ...dayPhrases, ...crewPhrases };

/** In characters, so that an entry costs little to store. */
export const longestPhrase = 300;
/** A batch names this many of its steps. */
const namedSteps = 3;

/** What a change did, as the end of a sentence that begins with its author's name. Names are those of that moment. */
export function phraseOf(before: DocumentBody | null, change: Change, after: DocumentBody | null): string {
  const said = listed(phrasesOf(before, change, after)) || 'changed nothing';
  const phrase = (before !== null && isSame(before, after) ? `${said} (nothing changed)` : said)
    .replace(/\s+/g, ' ')
    .trim();
  const letters = phrase.length > longestPhrase ? [...phrase] : [];
  return letters.length > longestPhrase ? `${letters.slice(0, longestPhrase - 1).join('')}…` : phrase;
}

/** The same as a message to its author: 'Placed Ana Price on Expo in Lunch'. */
export function messageOf(before: DocumentBody | null, change: Change, after: DocumentBody | null): string {
  const phrase = phraseOf(before, change, after);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function phrasesOf(before: DocumentBody | null, change: Change, after: DocumentBody | null): string[] {
  const steps = stepsOf(change);
  const said: string[] = [];
  let body = before;
  for (const [index, step] of steps.slice(0, namedSteps).entries()) {
    const isLast = index === steps.length - 1;
    const next = isLast ? after : bodyAfter(body, step);
    const phrase = phraseOfStep(body, step, next);
    if (!said.includes(phrase)) said.push(phrase);
    body = next;
  }
  const left = steps.length - namedSteps;
  if (left > 0) said.push(`made ${left} more ${left === 1 ? 'change' : 'changes'}`);
  return said;
}

function bodyAfter(body: DocumentBody | null, step: SingleChange): DocumentBody | null {
  const outcome = apply(body, step);
  return outcome.ok ? outcome.value : body;
}

function phraseOfStep(before: DocumentBody | null, step: SingleChange, after: DocumentBody | null): string {
  const fits = definitionOf(step)?.fits;
  if (!fits) return 'made a change that this version of Lineup doesn’t know';
  const fitting = (body: DocumentBody | null) => (body && fits.includes(body.kind) ? body : null);
  const phrase = phrases[step.type] as (around: Around<DocumentBody>, change: SingleChange) => string;
  return phrase({ before: fitting(before), after: fitting(after) }, step);
}
