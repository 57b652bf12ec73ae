import { useMemo } from 'react';
import type { Layout } from '../../../domain/day/layout.ts';
import { toughMinutes } from '../../../domain/planner/crew-planning.ts';
import { dayFromDocuments, noToughMinutes } from '../../../domain/planner/from-documents.ts';
import { addDays } from '../../../domain/time/date.ts';
import { useMinuteOf } from '../board/use-board.tsx';
import { useWorked } from '../lists/worked-list.ts';
import { useCrew, useTeam, useTeamId, useTimeZone } from '../page/client-context.tsx';

/** In minutes: breaks are planned on a grid, so that a plan isn't made anew each minute. */
const step = 5;
/** Over so many days what is tough is shared out. */
const fairDays = 14;

/** The day as the planner sees it, with the crew's skills and what its people did lately, as far as that is known. */
export function usePlannerDay(layout: Layout) {
  const crewView = useCrew();
  // a plan without its skills would have people where they can't be
  const crew = crewView.state === 'ready' ? crewView.body : null;
  const teamView = useTeam();
  const team = teamView.state === 'ready' ? teamView.body : null;
  const minute = Math.floor(useMinuteOf(layout.date, useTimeZone()) / step) * step;
  const { rows, error } = useWorked(useTeamId() ?? '', addDays(layout.date, -1), fairDays);
  const tough = useMemo(() => (crew && rows ? toughMinutes(crew, rows) : noToughMinutes), [crew, rows]);
  const known = useMemo(
    () => (team === null || crew === null ? null : dayFromDocuments({ layout, crew, team, tough })),
    [layout, crew, team, tough],
  );
  const isFairnessAsked = rows === undefined && error === undefined;
  return { known, minute, isFairnessAsked, isFairnessUnknown: rows === undefined && !isFairnessAsked };
}
