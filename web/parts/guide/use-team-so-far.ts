import { useMemo, useRef, useSyncExternalStore } from 'react';
import type { LiveDocument } from '../../../client/document/document-view.ts';
import type { DocumentBody } from '../../../domain/change/change.ts';
import { positionsOf, seatedIn } from '../../../domain/plan/rotation.ts';
import type { TeamSoFar } from '../../../domain/team/guide.ts';
import type { Team } from '../../../domain/team/team.ts';
import { addDays, businessDay } from '../../../domain/time/date.ts';
import { useLayoutsIn, useTemplates } from '../lists/document-lists.ts';
import { useConnections } from '../lists/schedule-lists.ts';
import { useInvitations, useMembers } from '../lists/team-lists.ts';
import { useClient, useTeamId } from '../page/client-context.tsx';

/** A new team works with the days around today. */
const daysAround = 45;
/** Documents that are looked into; a new team has few. */
const mostOpen = 5;

export interface SoFar extends TeamSoFar {
  /** The first template, and whether there is one. */
  readonly template: string | undefined;
}

/** What the team has by now, live. */
export function useTeamSoFar(team: Team): SoFar {
  const client = useClient();
  const id = useTeamId() ?? '';
  const today = businessDay(client.now(), team.timeZone, team.dayStart);
  const templates = useTemplates(id).rows;
  const layouts = useLayoutsIn(id, {
    from: addDays(today, -daysAround),
    to: addDays(today, daysAround),
  }).rows;
  const connections = useConnections(id).rows?.length;
  const members = useMembers(id).rows?.length;
  const invitations = useInvitations(id).rows?.length;
  const hasPlannedTemplate = useAny('template', id, idsOf(templates), isPlanned);
  const hasShifts = useAny('layout', id, idsOf(layouts), isStaffed);
  const hasPlaced = useAny('layout', id, idsOf(layouts), isPlaced);
  return {
    areas: team.areas.length,
    template: templates?.[0]?.id,
    layouts: layouts?.length,
    ...{ hasPlannedTemplate, hasShifts, hasPlaced, connections, members, invitations },
  };
}

const idsOf = (rows: readonly { readonly id: string }[] | undefined): string | undefined =>
  rows
    ?.slice(0, mostOpen)
    .map(({ id }) => id)
    .join(' ');

const isPlanned = (body: DocumentBody): boolean =>
  body.kind === 'template' && body.rotations.some((rotation) => positionsOf(rotation).length > 0);
const isStaffed = (body: DocumentBody): boolean => body.kind === 'layout' && body.shifts.length > 0;
const isPlaced = (body: DocumentBody): boolean =>
  body.kind === 'layout' && body.rotations.some((rotation) => seatedIn(rotation).size > 0);

/** Whether any of the documents is like that; undefined until it's known. `ids` have blanks between them. */
function useAny(
  kind: 'template' | 'layout',
  team: string,
  ids: string | undefined,
  isIt: (body: DocumentBody) => boolean,
): boolean | undefined {
  const client = useClient();
  const documents = useMemo(
    () =>
      ids
        ?.split(' ')
        .filter((id) => id !== '')
        .map((id): LiveDocument => client.open(kind, team, id) as unknown as LiveDocument),
    [client, kind, team, ids],
  );
  const known = useRef<boolean | undefined>(undefined);
  const watch = useMemo(
    () => (listener: () => void) => {
      const ends = documents?.map((document) => document.subscribe(listener)) ?? [];
      return () => {
        for (const end of ends) end();
      };
    },
    [documents],
  );
  return useSyncExternalStore(watch, () => {
    const views = documents?.map((document) => document.get());
    if (!views) return undefined;
    if (views.some((view) => view.state === 'ready' && isIt(view.body))) known.current = true;
    else if (views.every((view) => view.state !== 'loading')) known.current = false;
    return known.current;
  });
}
