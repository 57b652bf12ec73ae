import { isBreakSlot } from '../../../domain/day/break.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { parseShift } from '../../../domain/day/shift.ts';
import { nameLimit, parseName } from '../../../domain/problem/name.ts';
import { done, type Outcome, type Problem, refuse } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { isMinutes, type Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import { isClockTime } from '../../../domain/time/clock-time.ts';
import { checkTime } from '../../../domain/time/typed-times.ts';
import {
  type HostedLayout,
  type HostedRotation,
  type HostedShift,
  layoutFromHosted,
  notesFromHosted,
  type PlanIds,
  shiftFromHosted,
  templateFromHosted,
} from './hosted-format.ts';
import {
  isFields,
  type Loss,
  lossesOfNotes,
  lossesOfSeats,
  lossesOfType,
  type ParsedLayout,
  parseHostedLayout,
  parseHostedShift,
  parseHostedTemplate,
} from './hosted-shapes.ts';

export function describeProblem(problem: Problem): string {
  const text = problem.code === 'request-invalid' ? 'It is missing or invalid.' : sentence(problem);
  return problem.field ? `${problem.field}: ${text}` : text;
}

type Lose = (place: string, what: string) => void;

export function readableName(name: string, fallback: string, place: string, lose: Lose): string {
  const parsed = parseName(name, 'name');
  if (parsed.ok) return name;
  if (parsed.problem.code === 'name-too-long') {
    lose(place, `The name was cut to ${nameLimit} characters.`);
    return name.trim().slice(0, nameLimit);
  }
  lose(place, `It had no name and is now called “${fallback}”.`);
  return fallback;
}

/** Rotations without their times are left out, and what has no name gets one. */
function readablePlan(
  rotations: readonly (HostedRotation | null)[],
  ids: PlanIds,
): {
  readonly rotations: readonly HostedRotation[];
  readonly ids: PlanIds;
  readonly losses: readonly Loss[];
} {
  const losses: Loss[] = [];
  const lose: Lose = (place, what) => losses.push([place, what]);
  const kept = rotations.flatMap((rotation, index) => {
    if (rotation === null) return [];
    const place = `rotations/${index}`;
    const times = [checkTime(rotation.startTime, 'startTime'), checkTime(rotation.endTime, 'endTime')];
    const wrong = times.find((time) => !time.ok);
    if (wrong && !wrong.ok) {
      lose(place, `Left out. ${describeProblem(wrong.problem)}`);
      return [];
    }
    return [{ index, rotation: named(rotation, index, place, lose) }];
  });
  return {
    losses,
    rotations: kept.map(({ rotation }) => rotation),
    ids: ids.length === rotations.length ? kept.flatMap(({ index }) => ids.slice(index, index + 1)) : [],
  };
}

function named(rotation: HostedRotation, index: number, place: string, lose: Lose): HostedRotation {
  return {
    ...rotation,
    name: readableName(rotation.name, `Rotation ${index + 1}`, `${place}/name`, lose),
    subareas: rotation.subareas.map((subarea, at) =>
      readableName(subarea, `Subarea ${at + 1}`, `${place}/subareas/${at}`, lose),
    ),
    positions: rotation.positions.map((position, at) => ({
      ...position,
      name: readableName(position.name, `Position ${at + 1}`, `${place}/positions/${at}/name`, lose),
    })),
  };
}

/** A document of a team, which is made once the team is known. */
export interface ReadDocument<Body> {
  readonly team: string;
  readonly isDeleted: boolean;
  make(team: Team): Outcome<{ readonly body: Body; readonly losses: readonly Loss[] }>;
}

export function readTemplate(document: unknown): Outcome<ReadDocument<Template>> {
  const { read, losses } = parseHostedTemplate(document);
  if (!read.ok) return read;
  const hosted = read.value;
  return done({
    team: hosted.teamID,
    isDeleted: hosted.lineup?.deleted === true,
    make(team) {
      const all = [...losses, ...lossesOfType(hosted, 'templates')];
      const lose = (place: string, what: string) => void all.push([place, what]);
      const { rotations, ids, losses: ofPlan } = readablePlan(hosted.rotations, hosted.lineup?.ids ?? []);
      all.push(...ofPlan);
      const notes = readableNotes(hosted.notes, lose);
      const name = readableName(hosted.name, 'Untitled template', 'name', lose);
      const area = readableName(hosted.area, team.areas[0] ?? '', 'area', lose);
      const template = withoutWrongIds(ids, lose, (ids) =>
        templateFromHosted({ ...hosted, name, area, notes, rotations, lineup: { ids } }),
      );
      return template.ok ? done({ body: template.value, losses: all }) : template;
    },
  });
}

export function readLayout(document: unknown): Outcome<ReadDocument<Layout>> {
  const { read, losses } = parseHostedLayout(document);
  if (!read.ok) return read;
  const { lineup, ...hosted } = read.value;
  return done({
    team: hosted.teamID,
    isDeleted: lineup?.deleted === true,
    make(team) {
      const all = [...losses, ...lossesOfType(hosted, 'layouts')];
      const lose = (place: string, what: string) => void all.push([place, what]);
      const { rotations, ids, losses: ofPlan } = readablePlan(hosted.rotations, lineup?.ids ?? []);
      all.push(...ofPlan);
      const { shifts, beside } = readableShifts(hosted.shifts, lineup?.shifts ?? [], lose);
      const notes = readableNotes(hosted.notes, lose);
      const area = readableName(hosted.area, team.areas[0] ?? '', 'area', lose);
      const template = readableName(hosted.template, 'Untitled template', 'template', lose);
      const settings = settingsOf(lineup, lose);
      const { deletedByHand } = lineup ?? {};
      const whole = (ids: NonNullable<HostedLayout['lineup']>['ids']): HostedLayout => ({
        ...{ ...hosted, area, template, notes, rotations, shifts },
        ...(lineup && {
          lineup: { ids, ...settings, shifts: beside, ...(deletedByHand && { deletedByHand }) },
        }),
      });
      const layout = withoutWrongIds(ids, lose, (ids) => layoutFromHosted(whole(ids), team));
      if (!layout.ok) return layout;
      all.push(...lossesOfNotes(notes), ...lossesOfSeats(whole(ids), layout.value.rotations));
      return done({ body: layout.value, losses: all });
    },
  });
}

type Ids = NonNullable<HostedLayout['lineup']>['ids'];
type Beside = NonNullable<HostedLayout['lineup']>['shifts'];

/** Ids of positions are only for Lineup; an import has its own where those of an export can't be used. */
function withoutWrongIds<T>(ids: Ids, lose: Lose, make: (ids: Ids) => Outcome<T>): Outcome<T> {
  const made = make(ids);
  if (made.ok || ids.length === 0) return made;
  const again = make([]);
  if (again.ok) lose('lineup/ids', 'Left out: they are invalid.');
  return again.ok ? again : made;
}

function readableNotes(notes: string, lose: Lose): string {
  if (notesFromHosted(notes) !== null) return notes;
  lose('notes', 'Left out: they can’t be read.');
  return '';
}

/** What a layout's own settings can be; the team's are used for the others. */
function settingsOf(lineup: ParsedLayout['lineup'], lose: Lose) {
  const settings: { breakMinMinutes?: number; breakTimerMinutes?: number; dayStart?: string } = {};
  for (const name of ['breakMinMinutes', 'breakTimerMinutes'] as const) {
    const minutes = lineup?.[name];
    if (typeof minutes !== 'number') continue;
    if (isMinutes(minutes)) settings[name] = minutes;
    else lose(`lineup/${name}`, 'Left out: it is not a number of minutes from 0 to 1440.');
  }
  const dayStart = lineup?.dayStart ?? '';
  if (isClockTime(dayStart)) settings.dayStart = dayStart;
  else if (dayStart !== '') lose('lineup/dayStart', 'Left out: it is not a time.');
  return settings;
}

/** An invalid shift is left out alone, and what is invalid of a shift with its times and its name is left out of it. */
function readableShifts(documents: readonly unknown[], besides: ParsedBeside, lose: Lose) {
  const ids = new Set<string>();
  const shifts: HostedShift[] = [];
  const kept: Beside[number][] = [];
  for (const [index, document] of documents.entries()) {
    const place = `shifts/${index}`;
    const { read, losses } = parseHostedShift(withId(document, index, (what) => lose(`${place}/id`, what)));
    if (!read.ok) {
      lose(place, `Left out. ${describeProblem(read.problem)}`);
      continue;
    }
    for (const [at, what] of losses) lose(`${place}/${at}`, what);
    const shift = withReadableBreaks(read.value, (at) =>
      lose(`${place}/breaks/${at}`, 'Left out: it is invalid.'),
    );
    const beside = (besides[index] ?? {}) as Beside[number];
    const made = parsedShift(shift, beside, ids);
    const bare = made.ok ? made : parsedShift(shift, beside.id === undefined ? {} : { id: beside.id }, ids);
    if (!bare.ok) {
      lose(place, `Left out. ${describeProblem(bare.problem)}`);
      continue;
    }
    if (!made.ok) lose(`lineup/shifts/${index}`, `Left out. ${describeProblem(made.problem)}`);
    ids.add(bare.value.id);
    shifts.push(shift);
    kept.push(made.ok ? beside : beside.id === undefined ? {} : { id: beside.id });
  }
  return { shifts, beside: kept };
}
type ParsedBeside = NonNullable<ParsedLayout['lineup']>['shifts'];

function parsedShift(hosted: HostedShift, beside: Beside[number], before: ReadonlySet<string>) {
  const shift = shiftFromHosted(hosted, beside);
  return before.has(shift.id) ? refuse('shift-exists', { field: 'id' }) : parseShift(shift, 0);
}

/** A shift whose id can't be read gets one. */
function withId(document: unknown, index: number, lose: (what: string) => void): unknown {
  if (!isFields(document)) return document;
  const { id } = document;
  if (typeof id === 'number' || (typeof id === 'string' && id !== '' && id.length <= 160)) return document;
  lose('It had no id that can be used, and got one.');
  return { ...document, id: `imported-${index}` };
}

function withReadableBreaks(shift: HostedShift, lose: (index: number) => void): HostedShift {
  const breaks = shift.breaks.map((at, index) => {
    if (isBreakSlot({ startedAt: at, startedBy: null, endedAt: null, endedBy: null })) return at;
    lose(index);
    return 0;
  });
  return { ...shift, breaks };
}
