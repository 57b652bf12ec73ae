import { useMemo } from 'react';
import {
  changeTimes,
  coverRotation,
  momentOf,
  type RotationCoverage,
  stepAt,
} from '../../../domain/day/coverage.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { useClient, useTimeZone } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';

/** Who stands where in a rotation now. Renders only when somebody comes, leaves or changes, not with every minute. */
export function useCoverage(layout: Layout, rotation: Rotation): RotationCoverage {
  const client = useClient();
  const timeZone = useTimeZone();
  const { date, shifts, rotations, dayStart, breakTimerMinutes } = layout;
  const day = useMemo(
    () => ({ shifts, rotations, dayStart, breakTimerMinutes }),
    [shifts, rotations, dayStart, breakTimerMinutes],
  );
  const times = useMemo(() => changeTimes(day), [day]);
  const moment = () => momentOf({ date }, client.now(), timeZone);
  const step = useTicking(() => stepAt(times, moment()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: coverage stays as it is until the next step
  return useMemo(() => coverRotation(day, rotation, moment()), [day, rotation, step, timeZone, date]);
}
