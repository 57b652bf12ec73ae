import { nameLimit, parseName } from '../../../domain/problem/name.ts';
import { checkTime } from '../../../domain/time/typed-times.ts';
import type { HostedRotation, PlanIds } from './hosted/hosted-plan.ts';
import type { Loss } from './losses.ts';
import { describeProblem } from './report.ts';

type Lose = (place: string, what: string) => void;

/** The name, or another one where it can't be used. */
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
export function readablePlan(
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
