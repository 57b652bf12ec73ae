export const guideSteps = ['area', 'template', 'day', 'schedule', 'place', 'people'] as const;
export type GuideStep = (typeof guideSteps)[number];

/** What a team has of each, as far as it counts for a step; undefined where it isn't known yet. */
export interface TeamSoFar {
  readonly areas: number;
  readonly hasPlannedTemplate: boolean | undefined;
  readonly layouts: number | undefined;
  readonly hasShifts: boolean | undefined;
  readonly hasPlaced: boolean | undefined;
  readonly connections: number | undefined;
  readonly members: number | undefined;
  readonly invitations: number | undefined;
}

/** The steps that are done; null while something isn't known. */
export function stepsDone(team: TeamSoFar): ReadonlySet<GuideStep> | null {
  if (Object.values(team).includes(undefined)) return null;
  const { areas, hasPlannedTemplate, layouts, hasShifts, hasPlaced, connections, members, invitations } =
    team;
  const isDone: Record<GuideStep, boolean> = {
    area: areas > 0,
    template: hasPlannedTemplate === true,
    day: (layouts ?? 0) > 0,
    schedule: hasShifts === true || (connections ?? 0) > 0,
    place: hasPlaced === true,
    people: (members ?? 0) > 1 || (invitations ?? 0) > 0,
  };
  return new Set(guideSteps.filter((step) => isDone[step]));
}
