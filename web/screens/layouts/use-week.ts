import { useEffect, useState } from 'react';
import type { LayoutOutlook, LayoutRow } from '../../../contract/documents.ts';
import { addDays, type IsoDate, weekday } from '../../../domain/time/date.ts';
import { useMinuteOf } from '../../parts/board/use-today.ts';
import { useLayoutsIn, useOutlooksIn } from '../../parts/lists/document-lists.ts';
import type { List } from '../../parts/lists/use-list.ts';
import { useClient, useObservable } from '../../parts/page/client-context.tsx';
import { daysShown } from './week-rows.ts';

/** Asked for by calendar weeks, so that what the device keeps of today's list answers tomorrow's question, too. */
const calendarWeekOf = (date: IsoDate): { from: IsoDate; to: IsoDate } => {
  let from = date;
  while (weekday(from) !== 'Sunday') from = addDays(from, -1);
  return { from, to: addDays(from, 6) };
};

/** The layouts of seven days, in their order. */
export function useWeek(team: string, from: IsoDate): List<LayoutRow> {
  const to = addDays(from, daysShown - 1);
  const one = useLayoutsIn(team, calendarWeekOf(from));
  const next = useLayoutsIn(team, calendarWeekOf(to));
  const isOne = calendarWeekOf(from).from === calendarWeekOf(to).from;
  const rows = isOne ? one.rows : one.rows && next.rows && [...one.rows, ...next.rows];
  return {
    rows: rows?.filter(({ date }) => from <= date && date <= to),
    error: one.error ?? next.error,
    retry: async () => void (await Promise.all([one.retry(), next.retry()])),
  };
}

type OutlookOf = (layout: string) => { readonly outlook?: LayoutOutlook; readonly isLive: boolean };

/**
 * What is planned for the layouts of seven days: as the server said within the last minute, or from the document itself where
 * this page may know better.
 */
export function useOutlooks(
  team: string,
  { from, today, timeZone }: { from: IsoDate; today: IsoDate; timeZone: string },
): OutlookOf {
  const client = useClient();
  const one = useOutlooksIn(team, calendarWeekOf(from));
  const next = useOutlooksIn(team, calendarWeekOf(addDays(from, daysShown - 1)));
  const minute = useMinuteOf(today, timeZone);
  const [first] = useState(minute);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again each minute
  useEffect(() => {
    if (minute !== first) void Promise.all([one.retry(), next.retry()]);
  }, [minute]);

  const [live] = useState(() => new Set<string>());
  const board = useObservable(client.choices.board);
  const open = useObservable(client.choices.layout);
  useObservable(client.unsaved);
  for (const id of [board, open]) if (id !== null) live.add(id);
  for (const { document } of client.unanswered(team)) live.add(document);

  const known = new Map([...(one.rows ?? []), ...(next.rows ?? [])].map((each) => [each.layout, each]));
  return (layout) => ({ outlook: known.get(layout), isLive: live.has(layout) });
}
