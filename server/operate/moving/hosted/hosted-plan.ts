import type { Plan } from '../../../../domain/plan/plan.ts';

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

export const rotationsToHosted = (plan: Plan, hostedIds = noIds): readonly HostedRotation[] =>
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

export const idsOf = (plan: Plan): PlanIds =>
  plan.map(({ id, subareas }) => [
    id,
    subareas.map((subarea) => [subarea.id, subarea.positions.map((position) => position.id)] as const),
  ]);

/** A position without a subarea goes to the first one; if there is none, one is created. */
export function rotationsFromHosted(
  rotations: readonly HostedRotation[],
  ids: PlanIds = [],
  ownIds = noIds,
): Plan {
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
