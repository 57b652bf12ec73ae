import * as z from 'zod/mini';
import { color, id, list, minutes, name, type SchemaValue, text, time } from '../change/fields.ts';
import { nameLimit, parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type ClockTime, minutesOfDay } from '../time/clock-time.ts';
import { addDays, businessDay, type IsoDate, isTimeZone, minutesInto, weekday } from '../time/date.ts';
import { clockFormats, dateFormats, defaultFormats, type Formats } from '../time/formats.ts';
import { checkTime } from '../time/typed-times.ts';
import { parsePlanningSettings, planningSettingsSchema } from './planning-settings.ts';

/** The columns of a schedule file that a person can point out. */
export const namedColumns = ['name', 'firstName', 'lastName', 'date', 'start', 'end', 'job', 'note'] as const;
export type NamedColumn = (typeof namedColumns)[number];

function parseColumnTitles(titles: ColumnTitles): ColumnTitles {
  const found: Partial<Record<NamedColumn, string>> = {};
  for (const column of namedColumns) {
    const title = (titles[column] ?? '').trim().slice(0, nameLimit);
    if (title !== '') found[column] = title;
  }
  return found;
}

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** In one order, each weekday and area once, and only areas that the team has. */
function parseWeekdays(
  list: readonly WeekdayTemplate[],
  areas: readonly string[],
): readonly WeekdayTemplate[] {
  const byPlace = new Map<string, WeekdayTemplate>();
  for (const { day, area, template } of list) {
    if (areas.includes(area))
      byPlace.set(JSON.stringify([weekdays.indexOf(day), area]), { day, area, template });
  }
  return [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

export const templateOn = (
  list: readonly WeekdayTemplate[],
  date: IsoDate,
  area: string,
): string | undefined => list.find((each) => each.day === weekday(date) && each.area === area)?.template;

/** In minutes from midnight: when tomorrow's layouts are made. */
const noon = 12 * 60;

/** The date whose layouts are due: tomorrow's from noon on, and until then today's, if a server was off at noon. */
export function dateDue(
  { timeZone, dayStart }: { readonly timeZone: string; readonly dayStart: ClockTime },
  now: number,
): IsoDate {
  const today = businessDay(now, timeZone, dayStart);
  return minutesInto(today, now, timeZone) >= noon ? addDays(today, 1) : today;
}

export const areaLimit = 24;

export const breakFields = { breakMinMinutes: minutes, breakTimerMinutes: minutes };
/** `dayStart` is when the business day starts; earlier times belong to the night before. */
export const dayFields = { ...breakFields, dayStart: time };
export const formatFields = { clock: z.enum(clockFormats), date: z.enum(dateFormats) };
/** What a layout keeps of its team's settings, so that its rules need nothing but itself. */
export type DaySettings = SchemaValue<z.ZodMiniObject<typeof dayFields>>;
/** The titles of columns in a team's schedule files that aren't recognized by themselves. */
export const columnTitles = z.partialRecord(z.enum(namedColumns), name);
export type ColumnTitles = SchemaValue<typeof columnTitles>;
export const logoUrl = z.nullable(text(2_000));
/** The template's id; it may have been deleted since. */
const weekdayTemplate = z.strictObject({ day: z.enum(weekdays), area: name, template: id });
type WeekdayTemplate = SchemaValue<typeof weekdayTemplate>;

export const teamSchema = z.strictObject({
  kind: z.literal('team'),
  name,
  areas: list(name, areaLimit),
  ...dayFields,
  timeZone: name,
  primaryColor: color,
  logoUrl,
  /** How its screens write times and dates, where that isn't as ever. */
  clock: z.optional(formatFields.clock),
  date: z.optional(formatFields.date),
  /** Of its schedule files; none where they are known by themselves. */
  columns: z.optional(columnTitles),
  weekdays: z.optional(list(weekdayTemplate, weekdays.length * areaLimit)),
  /** The server makes each day's layouts the day before, from the templates of its weekday. */
  laysTomorrow: z.optional(z.literal(true)),
  planning: z.optional(planningSettingsSchema),
  /** Managers see the steps of setting up the team. */
  guide: z.optional(z.literal(true)),
});
export type Team = SchemaValue<typeof teamSchema>;

export const formatsOf = ({ clock, date }: Pick<Team, 'clock' | 'date'>): Formats => ({
  clock: clock ?? defaultFormats.clock,
  date: date ?? defaultFormats.date,
});

/** Of an uploaded image, in bytes. */
export const largestLogo = 512_000;
export const invitationDays = [1, 7, 30] as const;
export const defaultDayStart: ClockTime = '4:00 AM';

/** Whole minutes from 0 to a day. */
export const isMinutes = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= 0 && minutes <= minutesOfDay;

/** Minutes as they were typed; text that is no whole number becomes one that every rule refuses. */
export const parseMinutes = (typed: string): number => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : -1);

export function parseSettings(settings: DaySettings): Outcome<DaySettings> {
  for (const field of ['breakMinMinutes', 'breakTimerMinutes'] as const) {
    if (!isMinutes(settings[field]))
      return refuse('minutes-unreadable', { field, details: { max: minutesOfDay } });
  }
  const { breakMinMinutes, breakTimerMinutes, dayStart } = settings;
  const start = checkTime(dayStart, 'dayStart');
  return start.ok ? done({ breakMinMinutes, breakTimerMinutes, dayStart: start.value }) : start;
}

export function parseTeam(team: Team): Outcome<Team> {
  const name = parseName(team.name, 'name', 'name-missing');
  if (!name.ok) return name;
  if (team.areas.length > areaLimit)
    return refuse('too-many', { field: 'areas', details: { max: areaLimit } });
  const areas: string[] = [];
  for (const typed of team.areas) {
    const area = parseName(typed, 'areas', 'name-missing');
    if (!area.ok) return area;
    if (areas.includes(area.value)) return refuse('name-taken', { field: 'areas' });
    areas.push(area.value);
  }
  if (areas.length === 0) return refuse('area-in-use', { field: 'areas' });
  const settings = parseSettings(team);
  if (!settings.ok) return settings;
  if (!isTimeZone(team.timeZone)) return refuse('time-zone-unknown', { field: 'timeZone' });
  if (team.primaryColor !== null && !/^#[0-9a-f]{6}$/i.test(team.primaryColor)) {
    return refuse('color-unreadable', { field: 'primaryColor' });
  }
  if (team.logoUrl !== null && !isLogoAddress(team.logoUrl))
    return refuse('address-unsafe', { field: 'logoUrl' });
  const planning = parsePlanningSettings(team.planning ?? {});
  if (!planning.ok) return planning;
  const { clock, date } = formatsOf(team);
  const columns = parseColumnTitles(team.columns ?? {});
  const weekdays = parseWeekdays(team.weekdays ?? [], areas);
  return done({
    kind: 'team',
    name: name.value,
    areas,
    ...settings.value,
    timeZone: team.timeZone,
    primaryColor: team.primaryColor,
    logoUrl: team.logoUrl,
    ...(clock !== defaultFormats.clock && { clock }),
    ...(date !== defaultFormats.date && { date }),
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(weekdays.length > 0 && { weekdays }),
    ...(team.laysTomorrow && { laysTomorrow: true }),
    ...(Object.keys(planning.value).length > 0 && { planning: planning.value }),
    ...(team.guide && { guide: true as const }),
  });
}

export const logoAddress = (team: string, image: string): string => `/api/teams/${team}/logo/${image}`;

/** Where the server's copy of a picture with an https address is found. */
export const linkedLogoPath = 'linked';

/** What a browser loads: nothing from the picture's own server, whose owner would see who opens the board, and when. */
export const logoSource = (team: string, logoUrl: string): string =>
  uploadedLogo(logoUrl)
    ? logoUrl
    : `${logoAddress(team, linkedLogoPath)}?address=${encodeURIComponent(logoUrl)}`;

export function uploadedLogo(address: string): { team: string; image: string } | null {
  const [, team, image] = /^\/api\/teams\/([\w-]+)\/logo\/([\w-]+)$/.exec(address) ?? [];
  return team && image ? { team, image } : null;
}

/** Browsers load no picture from an address with a name and a password in it. */
function isLogoAddress(address: string): boolean {
  if (address.length > 2_000) return false;
  return uploadedLogo(address) !== null || /^https:\/\/[^\s/@]+(\/\S*)?$/i.test(address);
}
