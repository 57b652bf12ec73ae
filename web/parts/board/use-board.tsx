import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { formats } from '../../../client/words/formats.ts';
import { coverRotation, type RotationCoverage } from '../../../domain/day/coverage.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { todayWith } from '../../../domain/day/today.ts';
import { type BoardName, boardNames } from '../../../domain/plan/board-names.ts';
import { type Rotation, rotationAt } from '../../../domain/plan/rotation.ts';
import { shortName } from '../../../domain/problem/name.ts';
import { spanOf } from '../../../domain/time/clock-time.ts';
import { type IsoDate, minutesInto } from '../../../domain/time/date.ts';
import { useClient, useTeam, useTeamId, useTimeZone } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { OthersContext, useOthersThere } from '../presence/use-presence.tsx';

export type NameOf = (shift: Shift) => Pick<BoardName, 'short' | 'full' | 'first'>;

/** The name of a shift that is not in the layout, such as one that was just deleted. */
const nameAlone: NameOf = ({ teamMember }) => {
  const short = shortName(teamMember);
  return { short, full: teamMember, first: teamMember.trim().split(/\s/)[0] ?? short };
};

const Names = createContext<NameOf>(nameAlone);

/** The display names in a layout. The function stays the same until a name changes. */
export function useNamesIn(shifts: readonly Shift[]): NameOf {
  const names = boardNames(shifts, formats.get().clock);
  return useMemo(() => (shift) => names.get(shift.id) ?? nameAlone(shift), [names]);
}

export function BoardNames({ shifts, children }: { shifts: readonly Shift[]; children: ReactNode }) {
  return (
    <Names value={useNamesIn(shifts)}>
      <OthersContext value={useOthersThere()}>{children}</OthersContext>
    </Names>
  );
}

export const useNames = (): NameOf => useContext(Names);

/** The current rotation, else the next, else the last; `now` is the id of the current one. */
export function useRotationNow(layout: Layout): { suggested: Rotation | undefined; now: string | undefined } {
  const client = useClient();
  const timeZone = useTimeZone();
  const minute = useTicking(() => Math.floor(client.now() / 60_000));
  const { date, rotations, dayStart } = layout;
  return useMemo(() => {
    const minutes = minutesInto(date, minute * 60_000, timeZone);
    const suggested = rotationAt(rotations, minutes, dayStart);
    const span = suggested && spanOf(suggested, dayStart);
    const isNow = span !== undefined && span.start <= minutes && minutes < span.end;
    return { suggested, now: isNow ? suggested?.id : undefined };
  }, [date, rotations, dayStart, minute, timeZone]);
}

/** Where today has several areas, the one looked at last opens first. */
export function useRememberArea(area: string): void {
  const { choices } = useClient();
  const team = useTeamId();
  useEffect(() => {
    if (team !== null) choices.rememberArea(team, area);
  }, [choices, team, area]);
}

/** Today for who looks at a board, or at none; undefined until the team is loaded. */
export function useToday(board?: Layout): IsoDate | undefined {
  const client = useClient();
  const team = useTeam();
  return (
    useTicking(() => (team.state === 'ready' ? todayWith(board, client.now(), team.body) : '')) || undefined
  );
}

export function useMinuteOf(date: IsoDate, timeZone: string): number {
  const client = useClient();
  return useTicking(() => minutesInto(date, client.now(), timeZone));
}

/** Who stands where in a rotation now. */
export function useCoverage(layout: Layout, rotation: Rotation): RotationCoverage {
  const client = useClient();
  const timeZone = useTimeZone();
  const { date, shifts, rotations, dayStart, breakTimerMinutes } = layout;
  const day = useMemo(
    () => ({ shifts, rotations, dayStart, breakTimerMinutes }),
    [shifts, rotations, dayStart, breakTimerMinutes],
  );
  const now = useTicking(() => Math.floor(client.now() / 60_000) * 60_000);
  const minute = useMinuteOf(date, timeZone);
  return useMemo(() => coverRotation(day, rotation, { minute, now }), [day, rotation, minute, now]);
}
