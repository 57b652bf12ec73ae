import * as z from 'zod/mini';
import type { FieldsOf } from '../change/define-change.ts';
import { list, name, type SchemaValue, time } from '../change/fields.ts';
import { compareText } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type TimeRange, toMinutes } from '../time/clock-time.ts';
import { checkTime } from '../time/typed-times.ts';

/** Whose laws of breaks Lineup knows: states of the US by their two letters, countries by their names. */
export const jurisdictions = [
  ...(['CA', 'CO', 'CT', 'DE', 'IL', 'LA', 'MI', 'MN', 'NY', 'OR', 'WA'] as const),
  ...(['Germany', 'UK'] as const),
] as const;
export type Jurisdiction = (typeof jurisdictions)[number];

/** Whether people change stations between rotations, or keep them. */
export const varieties = ['rotate', 'stay'] as const;

export const rushLimit = 12;
export const outCapLimit = 100;
/** The most people that can be allowed to be on break at once. */
export const mostOut = 99;

/** What the planner keeps to, besides the team's own break minutes. */
export const planningSettingsSchema = z.strictObject({
  /** Whose law asks for breaks; missing for the team's own rule alone. */
  jurisdiction: z.optional(z.enum(jurisdictions)),
  variety: z.optional(z.enum(varieties)),
  /** The hours in which breaks are best avoided. */
  rush: z.optional(list(z.strictObject({ startTime: time, endTime: time }), rushLimit)),
  /** How many of a subarea may be on break at once, by its name. */
  outCap: z.optional(
    z.record(name, z.number()).check(z.refine((caps: object) => Object.keys(caps).length <= outCapLimit * 2)),
  ),
});
export type PlanningSettings = SchemaValue<typeof planningSettingsSchema>;

/**
 * What a change names becomes so, and the rest stays; null takes away the jurisdiction, or a subarea's number. `isRush`: whether
 * these hours are among those of the rush.
 */
export const planningFields = {
  jurisdiction: z.optional(z.nullable(z.enum(jurisdictions))),
  variety: planningSettingsSchema.shape.variety,
  rush: z.optional(
    list(z.strictObject({ startTime: time, endTime: time, isRush: z.boolean() }), rushLimit * 2),
  ),
  outCap: z.optional(
    z
      .record(name, z.nullable(z.number()))
      .check(z.refine((caps: object) => Object.keys(caps).length <= outCapLimit * 2)),
  ),
};
export type PlanningChange = FieldsOf<typeof planningFields>;

const hoursKey = ({ startTime, endTime }: TimeRange): string => `${startTime} ${endTime}`;

function parseHours({ startTime, endTime }: TimeRange): Outcome<TimeRange> {
  const [start, end] = [checkTime(startTime, 'startTime'), checkTime(endTime, 'endTime')];
  if (!start.ok) return start;
  return end.ok ? done({ startTime: start.value, endTime: end.value }) : end;
}

export function withPlanning(
  settings: PlanningSettings,
  { jurisdiction = settings.jurisdiction ?? null, variety, rush = [], outCap = {} }: PlanningChange,
): Outcome<PlanningSettings> {
  const hours = new Map((settings.rush ?? []).map((each) => [hoursKey(each), each]));
  for (const { isRush, ...each } of rush) {
    const parsed = parseHours(each);
    if (!parsed.ok) return parsed;
    if (isRush) hours.set(hoursKey(parsed.value), parsed.value);
    else hours.delete(hoursKey(parsed.value));
  }
  const caps = new Map(Object.entries(settings.outCap ?? {}));
  for (const [subarea, people] of Object.entries(outCap)) {
    const named = parseName(subarea, 'subarea', 'name-missing');
    if (!named.ok) return named;
    if (people === null) caps.delete(named.value);
    else caps.set(named.value, people);
  }
  const { jurisdiction: _, ...others } = settings;
  return parsePlanningSettings({
    ...others,
    ...(jurisdiction && { jurisdiction }),
    ...(variety && { variety }),
    rush: [...hours.values()],
    outCap: Object.fromEntries(caps),
  });
}

/** What takes such a change back names the same fields, hours and subareas alone. */
export function planningBack(before: PlanningSettings, change: PlanningChange): PlanningChange {
  const caps = new Map(Object.entries(before.outCap ?? {}));
  const hours = new Set((before.rush ?? []).map(hoursKey));
  const named = Object.keys(change.outCap ?? {}).map((subarea) => subarea.trim());
  return {
    ...(change.jurisdiction !== undefined && { jurisdiction: before.jurisdiction ?? null }),
    ...(change.variety && { variety: before.variety ?? 'rotate' }),
    ...(change.rush && { rush: change.rush.map((each) => ({ ...each, isRush: hours.has(hoursKey(each)) })) }),
    ...(change.outCap && {
      outCap: Object.fromEntries(named.map((subarea) => [subarea, caps.get(subarea) ?? null])),
    }),
  };
}

export function parsePlanningSettings(settings: PlanningSettings): Outcome<PlanningSettings> {
  const rush: TimeRange[] = [];
  if ((settings.rush?.length ?? 0) > rushLimit) return refuse('too-many', { details: { max: rushLimit } });
  for (const each of settings.rush ?? []) {
    const parsed = parseHours(each);
    if (!parsed.ok) return parsed;
    rush.push(parsed.value);
  }
  const outCap = new Map<string, number>();
  for (const [subarea, people] of Object.entries(settings.outCap ?? {})) {
    const named = parseName(subarea, 'subarea', 'name-missing');
    if (!named.ok) return named;
    if (!Number.isInteger(people) || people < 1 || people > mostOut)
      return refuse('people-unreadable', { field: 'people', details: { least: 1, most: mostOut } });
    outCap.set(named.value, people);
  }
  if (outCap.size > outCapLimit) return refuse('too-many', { details: { max: outCapLimit } });
  const { jurisdiction, variety } = settings;
  return done({
    ...(jurisdiction && { jurisdiction }),
    ...(variety === 'stay' && { variety }),
    ...(rush.length > 0 && {
      rush: rush.sort(
        (one, other) =>
          toMinutes(one.startTime) - toMinutes(other.startTime) ||
          toMinutes(one.endTime) - toMinutes(other.endTime),
      ),
    }),
    ...(outCap.size > 0 && {
      outCap: Object.fromEntries([...outCap].sort(([one], [other]) => compareText(one, other))),
    }),
  });
}
