import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { DocumentView, LiveDocument } from '../../../client/document/document-view.ts';
import type { DocumentBody } from '../../../domain/change/change.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { goesOn } from '../../../domain/day/who-is-there.ts';
import type { Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import { addDays, businessDay, type IsoDate } from '../../../domain/time/date.ts';
import { useLayoutsOn } from '../lists/document-lists.ts';
import { useClient, useObservable } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';

/** A day of more layouts would take up the watches that the server allows a page. */
const mostWatched = 12;

export interface WatchedLayout {
  readonly id: string;
  readonly layout: Layout;
}

/** The layouts of a day, live; undefined until it is known which there are and what they show. */
export function useLayoutsOfDay(team: string, date: IsoDate): readonly WatchedLayout[] | undefined {
  const { rows } = useLayoutsOn(team, date);
  const ids = rows?.slice(0, mostWatched).map(({ id }) => id);
  const views = useViews('layout', team, ids ?? []);
  const known = views.flatMap(([id, view]) => (view.state === 'ready' ? [{ id, layout: view.body }] : []));
  const isLoading = views.some(([, view]) => view.state === 'loading');
  // What is here is shown, also when the rest isn't on this device.
  return ids === undefined || (isLoading && known.length === 0) ? undefined : known;
}

type View<Body extends DocumentBody> = readonly [id: string, view: DocumentView<Body>];
type Bodies = { layout: Layout; template: Template };

/** Several documents of a team, live. */
export function useViews<Kind extends keyof Bodies>(
  kind: Kind,
  team: string,
  ids: readonly string[],
): readonly View<Bodies[Kind]>[] {
  const client = useClient();
  const key = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are in the key
  const documents = useMemo(
    () => ids.map((id) => [id, client.open(kind, team, id) as LiveDocument<Bodies[Kind]>] as const),
    [client, kind, team, key],
  );
  const last = useRef<readonly View<Bodies[Kind]>[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = documents.map(([, document]) => document.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [documents],
  );
  return useSyncExternalStore(subscribe, () => {
    const next = documents.map(([id, document]) => [id, document.get()] as const);
    const isSame =
      next.length === last.current.length &&
      next.every(([id, view], at) => last.current[at]?.[0] === id && last.current[at]?.[1] === view);
    if (!isSame) last.current = next;
    return last.current;
  });
}

/**
 * Today where no board says which it is: the business day, or the day before while people of its boards are there and none of
 * the new day's. A night ends when the next morning's people come. Not known while last night's may turn out to be there still.
 */
export function useTodayOfTeam(team: string, { timeZone, dayStart }: Team) {
  const client = useClient();
  const day = useTicking(() => businessDay(client.now(), timeZone, dayStart));
  const before = addDays(day, -1);
  const lastNight = useLayoutsOfDay(team, before);
  const ofToday = useLayoutsOfDay(team, day);
  const { error } = useLayoutsOn(team, before);
  const isOffline = useObservable(client.connection) === 'offline';
  const goOn = (boards: readonly WatchedLayout[] = []) =>
    boards.some(({ layout }) => goesOn(layout, client.now(), timeZone));
  const today = useTicking(() => (goOn(lastNight) && !goOn(ofToday) ? before : day));
  return { today, isKnown: (lastNight && ofToday) !== undefined || error !== undefined || isOffline };
}
