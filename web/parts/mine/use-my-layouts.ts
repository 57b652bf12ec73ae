import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { DocumentView } from '../../../client/document/document-view.ts';
import type { Membership } from '../../../contract/me.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { useLayoutsOn } from '../lists/document-lists.ts';
import { useClient, useMe, useTeamId } from '../page/client-context.tsx';

/** Layouts of a day that are watched at a time. */
const mostWatched = 12;

export interface WatchedLayout {
  readonly id: string;
  readonly layout: Layout;
}

/** The membership of the chosen team. */
export function useMembership(): Membership | undefined {
  const team = useTeamId();
  return useMe()?.teams.find(({ id }) => id === team);
}

/** The layouts of a day, live; undefined until it is known which there are and what they show. */
export function useLayoutsOfDay(team: string, date: IsoDate): readonly WatchedLayout[] | undefined {
  const { rows } = useLayoutsOn(team, date);
  const ids = rows?.slice(0, mostWatched).map(({ id }) => id);
  const views = useViews(team, ids ?? []);
  const known = views.flatMap(([id, view]) => (view.state === 'ready' ? [{ id, layout: view.body }] : []));
  const isLoading = views.some(([, view]) => view.state === 'loading');
  // What is here is shown, also when the rest isn't on this device.
  return ids === undefined || (isLoading && known.length === 0) ? undefined : known;
}

type View = readonly [id: string, view: DocumentView<Layout>];

function useViews(team: string, ids: readonly string[]): readonly View[] {
  const client = useClient();
  const key = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are in the key
  const documents = useMemo(
    () => ids.map((id) => [id, client.open('layout', team, id)] as const),
    [client, team, key],
  );
  const last = useRef<readonly View[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = documents.map(([, document]) => document.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [documents],
  );
  const read = () => {
    const next = documents.map(([id, document]): View => [id, document.get()]);
    const isSame =
      next.length === last.current.length &&
      next.every(([id, view], at) => last.current[at]?.[0] === id && last.current[at]?.[1] === view);
    if (!isSame) last.current = next;
    return last.current;
  };
  return useSyncExternalStore(subscribe, read);
}
