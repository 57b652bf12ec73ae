import { breakNumber } from '../../../domain/day/break.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { fieldsOf, type Shift, scheduleIdOf } from '../../../domain/day/shift.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import type { Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';

/**
 * Documents as the hosted product kept them, where indices stand for ids. Whole ones are beside them under `lineup`, since the
 * format has no room for much of them.
 */

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

const rotationsToHosted = (plan: Plan, hostedIds: ReadonlyMap<string, string> = new Map()) =>
  plan.map(({ name, startTime, endTime, subareas }) => ({
    name,
    startTime,
    endTime,
    subareas: subareas.map((subarea) => subarea.name),
    positions: subareas.flatMap(({ positions }, subarea) =>
      positions.map(({ name, seats }) => ({
        name,
        subarea,
        teamMembers: seats.map((id) => hostedIds.get(id) ?? id),
      })),
    ),
  }));

export function teamToHosted(team: Team, members: readonly string[]) {
  const { name, areas, breakMinMinutes, breakTimerMinutes, primaryColor, logoUrl } = team;
  return {
    name,
    members,
    breakMinMinutes,
    breakTimerMinutes,
    areas,
    theme: primaryColor === null ? null : { primaryColor },
    logoURL: logoUrl,
    lineup: { body: team },
  };
}

export function templateToHosted({ deleted, ...body }: Template, teamID: string) {
  const { name, area, notes, rotations, type } = body;
  return {
    name,
    area,
    notes: JSON.stringify(notes),
    rotations: rotationsToHosted(rotations),
    teamID,
    type,
    lineup: { body, ...(deleted && { deleted }) },
  };
}

export function layoutToHosted({ deleted, ...body }: Layout, teamID: string) {
  const { date, area, template, notes, shifts, rotations, breakTimerMinutes } = body;
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
    lineup: { body, ...(deleted && { deleted }) },
  };
}
