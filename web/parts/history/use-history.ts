import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPage,
  type HistoryPlace,
  historyPage,
} from '../../../client/calls/history.ts';
import { undoChange } from '../../../contract/history.ts';
import { done, type Outcome, type Problem } from '../../../domain/problem/problem.ts';
import { useBackOnline, useClient } from '../page/client-context.tsx';

type Loaded = Omit<HistoryPage, 'entries'> & { readonly entries: readonly HistoryEntry[] };

export const keyOf = ({ document, version }: HistoryEntry): string => `${document} ${version}`;

/** Who undid which entries, by key. An undo that was undone itself doesn't count. The newest entries come first. */
export function findUndone(entries: readonly HistoryEntry[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries) {
    const { undid, who } = entry;
    if (undid !== null && !found.has(keyOf(entry))) found.set(keyOf({ ...entry, version: undid }), who);
  }
  return found;
}

/** In milliseconds: how often at most the server is asked for newer changes. */
const atMostEvery = 5_000;
/** A search over a long history takes several requests. */
const longestSearch = 30;

/** The entries of a history. `pulse` changes when there may be newer ones. */
export function useHistory(place: HistoryPlace, filter: HistoryFilter, pulse: unknown) {
  const client = useClient();
  const [loaded, setLoaded] = useState<Loaded>();
  const [waiting, setWaiting] = useState<Loaded>();
  const [error, setError] = useState<Problem>();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const { team, document } = place;
  const { person, topic, from, to } = filter;

  /** The next entries, however many requests it takes to find some. */
  const fetchPage = useCallback(
    async (before?: string): Promise<Outcome<Loaded>> => {
      let next = before;
      for (let request = 1; ; request++) {
        const page = await historyPage(client, { team, document }, { person, topic, from, to, before: next });
        if (
          !page.ok ||
          page.value.entries.length > 0 ||
          page.value.next === null ||
          request === longestSearch
        )
          return page;
        next = page.value.next;
      }
    },
    [client, team, document, person, topic, from, to],
  );

  const show = useCallback(
    (page: Outcome<Loaded>, merge: (page: Loaded, shown: Loaded | undefined) => Loaded) => {
      if (page.ok) setLoaded((shown) => merge(page.value, shown));
      setError(page.ok ? undefined : page.problem);
    },
    [],
  );

  const latestRequest = useRef(0);
  const retry = useCallback(async () => {
    const request = ++latestRequest.current;
    const page = await fetchPage();
    // An earlier one may end later, with another filter or without a network.
    if (request !== latestRequest.current) return;
    setWaiting(undefined);
    show(page, onTop);
  }, [fetchPage, show]);
  useEffect(() => void retry(), [retry]);
  useBackOnline(() => error !== undefined && void retry());

  const lastCheck = useRef(0);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pulse is a reason to look
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const wait = Math.max(500, lastCheck.current + atMostEvery - performance.now());
    const timer = setTimeout(async () => {
      lastCheck.current = performance.now();
      const page = await fetchPage();
      if (page.ok) setWaiting(page.value);
    }, wait);
    return () => clearTimeout(timer);
  }, [pulse, fetchPage]);

  return {
    entries: loaded?.entries,
    keptDays: loaded?.keptDays,
    hasMore: loaded?.next != null,
    isLoadingMore,
    error,
    newer: waiting && loaded ? countNewer(waiting, loaded) : 0,
    retry,

    async loadMore() {
      if (loaded?.next == null) return;
      setLoadingMore(true);
      const page = await fetchPage(loaded.next);
      setLoadingMore(false);
      show(page, atEnd);
    },

    showNewer() {
      if (waiting) show(done(waiting), onTop);
      setWaiting(undefined);
    },

    async undo(entry: HistoryEntry) {
      const { document, version } = entry;
      const undone = await client.call(undoChange, { params: { team, document, version: String(version) } });
      await retry();
      return undone;
    },
  };
}

function countNewer(page: Loaded, { entries }: Loaded): number {
  const known = new Set(entries.map(keyOf));
  return page.entries.filter((entry) => !known.has(keyOf(entry))).length;
}

/** The newest page over what is shown. Where changes between the two are missing, only the newest page. */
function onTop(page: Loaded, shown: Loaded | undefined): Loaded {
  const fresh = new Set(page.entries.map(keyOf));
  const older = shown?.entries.filter((entry) => !fresh.has(keyOf(entry))) ?? [];
  const isConnected = older.length > 0 && older.length < (shown?.entries.length ?? 0);
  return isConnected ? { ...page, entries: [...page.entries, ...older], next: shown?.next ?? null } : page;
}

const atEnd = (page: Loaded, shown: Loaded | undefined): Loaded => ({
  ...page,
  entries: [...(shown?.entries ?? []), ...page.entries],
});
