import * as z from 'zod/mini';
import { id } from '../../../domain/change/fields.ts';
import { type BreakSlot, isInstant } from '../../../domain/day/break.ts';
import { daySettings, type Layout, layoutSchema, parseLayout } from '../../../domain/day/layout.ts';
import { hotSchedulesId, parseShift, type Shift, shiftSchema } from '../../../domain/day/shift.ts';
import { cleanNotes, type Notes } from '../../../domain/notes/notes.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import type { Position } from '../../../domain/plan/rotation.ts';
import { nameLimit, parseName } from '../../../domain/problem/name.ts';
import { type Outcome, type Problem, refuse } from '../../../domain/problem/problem.ts';
import {
  defaultDayStart,
  isMinutes,
  logoAddress,
  parseMinutes,
  parseTeam,
  type Team,
  teamSchema,
  uploadedLogo,
} from '../../../domain/team/team.ts';
import { parseTemplate, type Template, templateSchema } from '../../../domain/team/template.ts';
import { isClockTime, parseTime } from '../../../domain/time/clock-time.ts';
import { isTimeZone } from '../../../domain/time/date.ts';
import { checkTime } from '../../../domain/time/typed-times.ts';
import type { StoredLogo } from '../../database/store.ts';
import { sentence } from '../../words.ts';
import { type HostedValue, isFields } from './hosted-value.ts';

export function describeProblem(problem: Problem): string {
  const text = problem.code === 'request-invalid' ? 'It is missing or invalid.' : sentence(problem);
  return problem.field ? `${problem.field}: ${text}` : text;
}

/** The document as Lineup exported it; null if it is the hosted product's, or can't be used. */
function ownBody<T>(
  document: HostedValue,
  schema: z.ZodMiniType<T>,
  parse: (body: T) => Outcome<T>,
): T | null {
  const body = document.at('lineup').at('body');
  const shaped = body.as(schema);
  const parsed = shaped && parse(shaped);
  if (parsed && !parsed.ok) body.lose(`Left out. ${describeProblem(parsed.problem)}`);
  return parsed?.ok ? parsed.value : null;
}

function readName(typed: HostedValue, fallback: string): string {
  const name = typed.text();
  const parsed = parseName(name, 'name');
  if (parsed.ok) return name;
  if (parsed.problem.code === 'name-too-long') {
    typed.lose(`The name was cut to ${nameLimit} characters.`);
    return name.trim().slice(0, nameLimit);
  }
  typed.lose(`It had no name and is now called “${fallback}”.`);
  return fallback;
}

/** `timeZone` is for a team that tells none. */
export function readTeam(document: HostedValue, timeZone: string, logo: StoredLogo | null): Outcome<Team> {
  const uploaded = logo && logoAddress(logo.team, logo.id);
  const own = ownBody(document, teamSchema, parseTeam);
  if (own) {
    const isUploaded = own.logoUrl !== null && uploadedLogo(own.logoUrl) !== null;
    return parseTeam({ ...own, logoUrl: isUploaded ? uploaded : own.logoUrl });
  }
  const named = document.list('areas').map((area) => area.text().trim());
  const areas = [...new Set(named.filter((area) => area !== ''))];
  if (areas.length === 0) document.lose('It has no areas, so “Main” was added.');
  const color = document.at('theme').at('primaryColor').text();
  const keepsColor = color === '' || /^#[0-9a-f]{6}$/i.test(color);
  if (!keepsColor) document.lose(`The color ${color} was left out: it must look like #1f5fbf.`);
  const linked = document.at('logoURL').text();
  const keepsLogo = linked === '' || uploaded !== null || /^https:\/\//i.test(linked);
  if (!keepsLogo) document.lose('The logo was left out: its address must begin with https.');
  const minutesOf = (name: string): number => {
    const { value } = document.at(name);
    const minutes = typeof value === 'string' ? parseMinutes(value || '0') : (value ?? 0);
    if (typeof minutes === 'number' && isMinutes(minutes)) return minutes;
    document.lose(`${name} is not a number of minutes from 0 to 1440, so it was set to 0.`);
    return 0;
  };
  // Exports of earlier versions have these alone beside the team.
  const [dayStart, zone] = ['dayStart', 'timeZone'].map((name) => document.at('lineup').at(name).text());
  return parseTeam({
    kind: 'team',
    name: readName(document.at('name'), 'Unnamed team'),
    areas: areas.length > 0 ? areas : ['Main'],
    breakMinMinutes: minutesOf('breakMinMinutes'),
    breakTimerMinutes: minutesOf('breakTimerMinutes'),
    dayStart: isClockTime(dayStart) ? dayStart : defaultDayStart,
    timeZone: zone && isTimeZone(zone) ? zone : timeZone,
    primaryColor: keepsColor && color !== '' ? color : null,
    logoUrl: uploaded ?? (keepsLogo && linked !== '' ? linked : null),
  });
}

export function readTemplate(document: HostedValue, team: Team): Outcome<Template> {
  const own = ownBody(document, templateSchema, parseTemplate);
  if (own) return { ok: true, value: own };
  checkType(document, 'templates');
  return parseTemplate({
    kind: 'template',
    name: readName(document.at('name'), 'Untitled template'),
    area: readName(document.at('area'), team.areas[0] ?? ''),
    notes: readNotes(document.at('notes')),
    rotations: readPlan(document).plan,
    type: 'fixed',
  });
}

export function readLayout(document: HostedValue, team: Team): Outcome<Layout> {
  const own = ownBody(document, layoutSchema, parseLayout);
  if (own) return { ok: true, value: own };
  checkType(document, 'layouts');
  const notes = readNotes(document.at('notes'));
  const beside = document.at('lineup');
  const shifts = readShifts(document.list('shifts'), beside.list('shifts'));
  const { plan, documentSeats } = readPlan(document, shifts);
  const layout = parseLayout({
    kind: 'layout',
    date: document.at('date').text(),
    area: readName(document.at('area'), team.areas[0] ?? ''),
    template: readName(document.at('template'), 'Untitled template'),
    notes,
    shifts: [...shifts.values()],
    rotations: plan,
    ...daySettings(team),
    ...(beside.as(besideLayout) as Partial<Layout> | undefined),
  });
  if (layout.ok) reportSeats(documentSeats, layout.value.rotations, document);
  return layout;
}

function checkType(document: HostedValue, kind: 'templates' | 'layouts'): void {
  const type = document.at('type').text();
  if (type !== '' && type !== 'fixed')
    document.at('type').lose(`“${type}” was left out: ${kind} have no types here.`);
}

const keptAttributes = new Set(['header', 'bold', 'italic', 'underline', 'link', 'list']);

/** Embeds such as pictures, and styles that notes don't have here, are left out. */
function readNotes(typed: HostedValue): Notes {
  const operations = operationsIn(typed.text());
  if (!operations) {
    typed.lose('Left out: they can’t be read.');
    return [];
  }
  const embeds = operations.filter(({ insert }) => typeof insert !== 'string').length;
  if (embeds === 1) typed.lose('1 embed, such as a picture, was left out.');
  if (embeds > 1) typed.lose(`${embeds} embeds, such as pictures, were left out.`);
  const styles = new Set(operations.flatMap(({ attributes }) => Object.keys(Object(attributes))));
  const dropped = [...styles].filter((style) => !keptAttributes.has(style)).sort();
  if (dropped.length > 0) typed.lose(`Styles left out: ${dropped.join(', ')}.`);
  return cleanNotes(operations);
}

/** Text that does not look like JSON was typed as it is; null for JSON that is no rich text. */
function operationsIn(text: string): readonly { insert?: unknown; attributes?: unknown }[] | null {
  if (!/^\s*(["[{]|null\s*$|$)/.test(text)) return [{ insert: `${text}\n` }];
  try {
    const parsed: unknown = JSON.parse(text.trim() === '' ? '[]' : text);
    if (typeof parsed === 'string') return [{ insert: `${parsed}\n` }];
    const operations = isFields(parsed) ? parsed.ops : parsed;
    return Array.isArray(operations) ? operations.map(Object) : null;
  } catch {
    return null;
  }
}

/** Times as people write them, too. */
function readTime(typed: HostedValue): string {
  const text = typed.text();
  return parseTime(text) ?? text;
}

/** The hosted product stored some numbers as text, and some schedules number their shifts. */
const digits = z.string().check(z.regex(/^\s*\d+\s*$/));
const number = z.union([z.number(), z.pipe(digits, z.transform(Number))]);
const hostedId = z.pipe(
  z.union([z.number(), z.string().check(z.minLength(1), z.maxLength(160))]),
  z.transform(String),
);
const instant = z.union([
  number,
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((text: string) => Date.parse(text)),
  ),
]);

/** What exports of earlier versions have beside a layout, and beside each of its shifts. */
const besideLayout = z.object({
  breakMinMinutes: z.optional(z.number().check(z.refine(isMinutes))),
  breakTimerMinutes: z.optional(z.number().check(z.refine(isMinutes))),
  dayStart: z.optional(z.string().check(z.refine(isClockTime))),
  deletedByHand: z.optional(z.array(id)),
});
const besideShift = z.partial(
  z.pick(shiftSchema, { id: true, breaks: true, told: true, person: true, out: true, late: true }),
);

type Shifts = ReadonlyMap<string, Shift>;

/** By their ids in the document. An invalid shift is left out alone. */
function readShifts(entries: readonly HostedValue[], besides: readonly HostedValue[]): Shifts {
  const ids = new Set<string>();
  const shifts = new Map<string, Shift>();
  for (const [index, entry] of entries.entries()) {
    if (!entry.hasFields()) continue;
    const { success, data } = z.safeParse(hostedId, entry.at('id').value);
    const given = success ? data : `imported-${index}`;
    if (!success) entry.at('id').lose('It had no id that can be used, and got one.');
    const bare = readShift(given, entry);
    const whole = { ...bare, ...(besides[index]?.as(besideShift) as Partial<Shift> | undefined) };
    const shift = parseShift(whole, 0).ok ? whole : bare;
    const parsed = ids.has(shift.id) ? refuse('shift-exists', { field: 'id' }) : parseShift(shift, 0);
    if (parsed.ok) {
      ids.add(shift.id);
      shifts.set(given, parsed.value);
    } else entry.lose(`Left out. ${describeProblem(parsed.problem)}`);
  }
  return shifts;
}

function readShift(given: string, entry: HostedValue): Shift {
  const provider = entry.at('provider').text();
  // So that the next sync knows the shift.
  const scheduled = provider === 'hotschedules' ? hotSchedulesId(given) : given;
  return {
    id: scheduled.length <= 160 ? scheduled : given,
    teamMember: entry.at('teamMember').text(),
    startTime: readTime(entry.at('startTime')),
    endTime: readTime(entry.at('endTime')),
    schedule: entry.at('schedule').text(),
    note: entry.at('note').text(),
    provider,
    breaks: entry.list('breaks').map(readBreak),
  };
}

/** 0, or when it was started. */
function readBreak(slot: HostedValue): BreakSlot {
  const startedAt = slot.as(instant) ?? 0;
  if (startedAt > 0 && isInstant(startedAt))
    return { startedAt, startedBy: null, endedAt: null, endedBy: null };
  if (startedAt !== 0) slot.lose('Left out: it is invalid.');
  return null;
}

/** Somebody on a position, by the document. */
interface DocumentSeat {
  readonly rotation: string;
  /** The id of the rotation here. */
  readonly id: string;
  readonly position: string;
  readonly shift: Shift | undefined;
}

/** Rotations without their times are left out, and what has no name gets one. */
function readPlan(
  document: HostedValue,
  shifts: Shifts = new Map(),
): { plan: Plan; documentSeats: readonly DocumentSeat[] } {
  const documentSeats: DocumentSeat[] = [];
  const plan = document.list('rotations').flatMap((rotation, index) => {
    if (!rotation.hasFields()) return [];
    const [startTime = '', endTime = ''] = ['startTime', 'endTime'].map((each) =>
      readTime(rotation.at(each)),
    );
    for (const time of [checkTime(startTime, 'startTime'), checkTime(endTime, 'endTime')]) {
      if (time.ok) continue;
      rotation.lose(`Left out. ${describeProblem(time.problem)}`);
      return [];
    }
    const id = `r${index}`;
    const name = readName(rotation.at('name'), `Rotation ${index + 1}`);
    const positions = rotation.list('positions').filter((position) => position.hasFields());
    const named = rotation.list('subareas').map((each, at) => readName(each, `Subarea ${at + 1}`));
    const names = named.length > 0 || positions.length === 0 ? named : ['Positions'];
    const subareas = names.map((name, at) => ({ id: `s${at}`, name, positions: [] as Position[] }));
    for (const [at, position] of positions.entries()) {
      // A position without a subarea goes to the first one.
      const subarea = subareas[position.at('subarea').as(number) ?? 0] ?? subareas[0];
      const called = readName(position.at('name'), `Position ${at + 1}`);
      const seats = position.list('teamMembers').flatMap((seat) => seat.as(hostedId) ?? []);
      for (const seat of seats)
        documentSeats.push({
          rotation: `rotations/${index} (${name})`,
          id,
          position: called,
          shift: shifts.get(seat),
        });
      subarea?.positions.push({
        id: `${subarea.id}p${subarea.positions.length}`,
        name: called,
        seats: seats.flatMap((seat) => shifts.get(seat)?.id ?? []),
      });
    }
    return [{ id, name, startTime, endTime, subareas }];
  });
  return { plan, documentSeats };
}

/** People who had several positions in a rotation, or whose shift is missing or not during the rotation. */
function reportSeats(documentSeats: readonly DocumentSeat[], plan: Plan, document: HostedValue): void {
  const kept = new Map(
    plan.flatMap(({ id, subareas }) =>
      subareas.flatMap(({ positions }) =>
        positions.flatMap(({ name, seats }) =>
          seats.map((seat): [string, string] => [`${id} ${seat}`, name]),
        ),
      ),
    ),
  );
  const counted = new Map(kept);
  for (const { rotation, id, position, shift } of documentSeats) {
    const seat = `${id} ${shift?.id}`;
    if (counted.get(seat) === position) counted.delete(seat);
    else document.at(rotation).lose(whyUnseated(position, shift?.teamMember, kept.get(seat)));
  }
}

function whyUnseated(position: string, person: string | undefined, elsewhere: string | undefined): string {
  if (person === undefined)
    return `Someone on ${position} was left out: the layout doesn’t have their shift.`;
  return elsewhere === undefined
    ? `${person} was taken off ${position}: the shift isn’t during this rotation.`
    : `${person} was taken off ${position}: a person has one position in a rotation, here ${elsewhere}.`;
}
