import { type BreakSlot, breakNumber } from '../../../domain/day/break.ts';
import { type Layout, parseLayout } from '../../../domain/day/layout.ts';
import {
  type CallOut,
  fieldsOf,
  hotSchedulesId,
  type Lateness,
  type Shift,
  scheduleIdOf,
  type Told,
} from '../../../domain/day/shift.ts';
import { cleanNotes, type Notes } from '../../../domain/notes/notes.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import { type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { type ColumnTitles, defaultDayStart, parseTeam, type Team } from '../../../domain/team/team.ts';
import { parseTemplate, type Template } from '../../../domain/team/template.ts';

/** The hosted product knew HotSchedules' shifts by their number alone. */
function hostedIdsOf(shifts: readonly Shift[]): ReadonlyMap<string, string> {
  const taken = new Set(shifts.map(({ id }) => id));
  return new Map(
    shifts.map((shift) => {
      const number =
        shift.provider === 'hotschedules' ? scheduleIdOf(shift).replace(/^hotschedules:/, '') : '';
      if (number === '' || taken.has(number)) return [shift.id, shift.id];
      taken.add(number);
      return [shift.id, number];
    }),
  );
}

/** As the contract takes ids of shifts. */
const longestId = 160;

/** So that the next sync knows the shift. */
function idFromHosted({ id, provider }: Pick<Shift, 'id' | 'provider'>): string {
  const whole = provider === 'hotschedules' ? hotSchedulesId(id) : id;
  return whole.length <= longestId ? whole : id;
}

interface HostedIds {
  readonly shifts: readonly Pick<Shift, 'id' | 'provider'>[];
  readonly lineup?: { readonly shifts: readonly { readonly id?: string }[] };
}

/** The id that a shift gets here, by its id in a hosted document. */
export const ownIdsOf = ({ shifts, lineup }: HostedIds): ReadonlyMap<string, string> =>
  new Map(shifts.map((shift, index) => [shift.id, lineup?.shifts[index]?.id ?? idFromHosted(shift)]));

interface HostedPosition {
  readonly name: string;
  /** Index into the rotation's subareas. */
  readonly subarea: number;
  /** Ids of shifts. */
  readonly teamMembers: readonly string[];
}

export interface HostedRotation {
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  /** Names. */
  readonly subareas: readonly string[];
  readonly positions: readonly HostedPosition[];
}

/** Ids of a rotation, of its subareas, and of their positions in their order. */
export type PlanIds = readonly (readonly [string, readonly (readonly [string, readonly string[]])[]])[];

const noIds: ReadonlyMap<string, string> = new Map();

const rotationsToHosted = (plan: Plan, hostedIds = noIds): readonly HostedRotation[] =>
  plan.map(({ name, startTime, endTime, subareas }) => ({
    name,
    startTime,
    endTime,
    subareas: subareas.map((subarea) => subarea.name),
    positions: subareas.flatMap((subarea, index) =>
      subarea.positions.map((position) => ({
        name: position.name,
        subarea: index,
        teamMembers: position.seats.map((id) => hostedIds.get(id) ?? id),
      })),
    ),
  }));

const idsOf = (plan: Plan): PlanIds =>
  plan.map(({ id, subareas }) => [
    id,
    subareas.map((subarea) => [subarea.id, subarea.positions.map((position) => position.id)] as const),
  ]);

/** A position without a subarea goes to the first one; if there is none, one is created. */
function rotationsFromHosted(rotations: readonly HostedRotation[], ids: PlanIds = [], ownIds = noIds): Plan {
  return rotations.map(({ name, startTime, endTime, subareas, positions }, index) => {
    const [rotationId = `r${index}`, subareaIds = []] = ids[index] ?? [];
    const names = subareas.length > 0 || positions.length === 0 ? subareas : ['Positions'];
    return {
      id: rotationId,
      name,
      startTime,
      endTime,
      subareas: names.map((subarea, place) => {
        const [subareaId = `s${place}`, positionIds = []] = subareaIds[place] ?? [];
        return {
          id: subareaId,
          name: subarea,
          positions: positions
            .filter((position) => (names[position.subarea] === undefined ? 0 : position.subarea) === place)
            .map((position, order) => ({
              id: positionIds[order] ?? `s${place}p${order}`,
              name: position.name,
              seats: position.teamMembers.map((id) => ownIds.get(id) ?? id),
            })),
        };
      }),
    };
  });
}

/**
 * Indices stand for ids. What the format has no field for is under `lineup`; without it, an import fills in what is missing,
 * the same way each time.
 */

export interface HostedShift {
  readonly id: string;
  readonly teamMember: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly schedule: string;
  readonly note: string;
  readonly provider: string;
  /** 0, or when the break was started. */
  readonly breaks: readonly number[];
}

interface HostedTemplate {
  readonly name: string;
  readonly area: string;
  /** Rich text as JSON. */
  readonly notes: string;
  readonly rotations: readonly HostedRotation[];
  readonly teamID: string;
  readonly type: string;
  readonly lineup?: { readonly ids: PlanIds; readonly deleted?: true };
}

export interface HostedLayout {
  readonly teamID: string;
  readonly date: string;
  readonly area: string;
  readonly template: string;
  readonly notes: string;
  readonly shifts: readonly HostedShift[];
  readonly rotations: readonly HostedRotation[];
  readonly lineup?: {
    readonly ids: PlanIds;
    readonly breakMinMinutes?: number;
    readonly breakTimerMinutes?: number;
    readonly dayStart?: string;
    /** In the order of `shifts`: who started and ended the breaks and when, and the schedule's values. */
    readonly shifts: readonly {
      readonly breaks?: readonly BreakSlot[];
      readonly told?: Told;
      readonly person?: string;
      readonly out?: CallOut;
      readonly late?: Lateness;
      /** The shift's id here, where an import would give it another one. */
      readonly id?: string;
    }[];
    readonly deletedByHand?: readonly string[];
    readonly deleted?: true;
  };
}

export interface HostedTeam {
  readonly name: string;
  /** Ids of users. */
  readonly members: readonly string[];
  readonly breakMinMinutes: number;
  readonly breakTimerMinutes: number;
  readonly areas: readonly string[];
  readonly theme: { readonly primaryColor: string } | null;
  readonly logoURL: string | null;
  readonly lineup?: { readonly dayStart: string; readonly timeZone: string; readonly columns?: ColumnTitles };
}

export function teamToHosted(team: Team, members: readonly string[]): HostedTeam {
  const { name, areas, breakMinMinutes, breakTimerMinutes, primaryColor, logoUrl } = team;
  const { dayStart, timeZone, columns } = team;
  return {
    name,
    members,
    breakMinMinutes,
    breakTimerMinutes,
    areas,
    theme: primaryColor === null ? null : { primaryColor },
    logoURL: logoUrl,
    lineup: { dayStart, timeZone, ...(columns && { columns }) },
  };
}

/** `timeZone` is for a team that tells none. */
export const teamFromHosted = (hosted: HostedTeam, timeZone: string): Outcome<Team> =>
  parseTeam({
    kind: 'team',
    name: hosted.name,
    areas: hosted.areas,
    breakMinMinutes: hosted.breakMinMinutes,
    breakTimerMinutes: hosted.breakTimerMinutes,
    dayStart: hosted.lineup?.dayStart || defaultDayStart,
    timeZone: hosted.lineup?.timeZone || timeZone,
    primaryColor: hosted.theme?.primaryColor ?? null,
    logoUrl: hosted.logoURL || null,
    columns: hosted.lineup?.columns,
  });

export function templateToHosted(template: Template, teamID: string): HostedTemplate {
  const { name, area, notes, rotations, type, deleted } = template;
  return {
    name,
    area,
    notes: JSON.stringify(notes),
    rotations: rotationsToHosted(rotations),
    teamID,
    type,
    lineup: { ids: idsOf(rotations), ...(deleted && { deleted }) },
  };
}

export function templateFromHosted(hosted: HostedTemplate): Outcome<Template> {
  const notes = notesFromHosted(hosted.notes);
  if (!notes) return refuse('notes-invalid');
  const { name, area, rotations, lineup } = hosted;
  return parseTemplate({
    kind: 'template',
    name,
    area,
    notes,
    rotations: rotationsFromHosted(rotations, lineup?.ids),
    type: 'fixed',
  });
}

export function layoutToHosted(layout: Layout, teamID: string): HostedLayout {
  const { date, area, template, notes, shifts, rotations, deletedByHand, deleted } = layout;
  const { breakMinMinutes, breakTimerMinutes, dayStart } = layout;
  const hostedIds = hostedIdsOf(shifts);
  return {
    teamID,
    date,
    area,
    template,
    notes: JSON.stringify(notes),
    shifts: shifts.map(({ id, breaks, ...shift }) => ({
      id: hostedIds.get(id) ?? id,
      ...fieldsOf(shift),
      provider: shift.provider,
      breaks: breaks.map((slot) => breakNumber(slot, breakTimerMinutes)),
    })),
    rotations: rotationsToHosted(rotations, hostedIds),
    lineup: {
      ids: idsOf(rotations),
      breakMinMinutes,
      breakTimerMinutes,
      dayStart,
      shifts: shifts.map(({ id, provider, breaks, told, person, out, late }) => ({
        breaks,
        ...(told && { told }),
        ...(person !== undefined && { person }),
        ...(out && { out }),
        ...(late && { late }),
        ...(idFromHosted({ id: hostedIds.get(id) ?? id, provider }) !== id && { id }),
      })),
      ...(deletedByHand && { deletedByHand }),
      ...(deleted && { deleted }),
    },
  };
}

/** `team` settles what the layout does not tell. */
export function layoutFromHosted(hosted: HostedLayout, team: Team): Outcome<Layout> {
  const notes = notesFromHosted(hosted.notes);
  if (!notes) return refuse('notes-invalid');
  const { date, area, template, shifts, rotations, lineup } = hosted;
  const { breakMinMinutes, breakTimerMinutes, dayStart } = { ...team, ...lineup };
  return parseLayout({
    kind: 'layout',
    date,
    area,
    template,
    notes,
    shifts: shifts.map((shift, index) => shiftFromHosted(shift, lineup?.shifts[index])),
    rotations: rotationsFromHosted(rotations, lineup?.ids, ownIdsOf(hosted)),
    breakMinMinutes,
    breakTimerMinutes,
    dayStart,
    ...(lineup?.deletedByHand && { deletedByHand: lineup.deletedByHand }),
  });
}

type ShiftBeside = NonNullable<HostedLayout['lineup']>['shifts'][number];

export function shiftFromHosted(hosted: HostedShift, beside?: ShiftBeside): Shift {
  const { teamMember, startTime, endTime, schedule, note, provider, breaks } = hosted;
  return {
    id: beside?.id ?? idFromHosted(hosted),
    teamMember,
    startTime,
    endTime,
    schedule,
    note,
    provider,
    breaks: beside?.breaks ?? breaks.map(breakFromNumber),
    ...(beside?.told && { told: beside.told }),
    ...(beside?.person !== undefined && { person: beside.person }),
    ...(beside?.out && { out: beside.out }),
    ...(beside?.late && { late: beside.late }),
  };
}

const breakFromNumber = (number: number): BreakSlot =>
  number > 0 ? { startedAt: number, startedBy: null, endedAt: null, endedBy: null } : null;

/** Text that does not look like JSON was typed as it is; null for JSON that is no rich text. */
export function notesFromHosted(text: string): Notes | null {
  if (!/^\s*(["[{]|null\s*$|$)/.test(text)) return cleanNotes([{ insert: `${text}\n` }]);
  try {
    const parsed: unknown = JSON.parse(text.trim() === '' ? '[]' : text);
    if (typeof parsed === 'string') return cleanNotes([{ insert: `${parsed}\n` }]);
    const runs = Array.isArray(parsed) ? parsed : (parsed as { ops?: unknown } | null)?.ops;
    return Array.isArray(runs) ? cleanNotes(runs) : null;
  } catch {
    return null;
  }
}
