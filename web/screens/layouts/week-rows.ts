import { useEffect, useState } from 'react';
import type { LayoutOutlook, LayoutRow, TemplateRow } from '../../../contract/documents.ts';
import { type Team, templateOn } from '../../../domain/team/team.ts';
import { addDays, type IsoDate, weekday } from '../../../domain/time/date.ts';
import { useMinuteOf } from '../../parts/board/use-board.tsx';
import { useLayoutsIn, useOutlooksIn } from '../../parts/lists/document-lists.ts';
import type { List } from '../../parts/lists/use-list.tsx';

export const daysShown = 7;

/** A layout, or that one is missing: of an area where the day has others, else of the whole day. */
export type WeekRow = { readonly key: string; readonly date: IsoDate } & (
  | { readonly layout: LayoutRow }
  | { readonly layout: null; readonly area: string | null; readonly isAutomatic: boolean }
);

type Week = {
  readonly from: IsoDate;
  readonly today: IsoDate;
  readonly layouts: readonly LayoutRow[];
  /** What is not expected is not missed: an area without a template has no layouts. */
  readonly templates: readonly TemplateRow[];
  readonly team: Pick<Team, 'areas' | 'weekdays' | 'laysTomorrow'>;
};

/** Seven days from `from`. A layout that is deleted leaves its key to what says that it is missing. */
export function weekRows({ from, today, layouts, templates, team }: Week): readonly WeekRow[] {
  const expected = team.areas.filter((area) => templates.some((template) => template.area === area));
  return Array.from({ length: daysShown }, (_, day) => addDays(from, day)).flatMap(
    (date): readonly WeekRow[] => {
      const there = layouts.filter((layout) => layout.date === date);
      const keyOf = (area: string, nth = 0) => `${date} ${nth} ${area}`;
      const isAutomatic = (area: string): boolean =>
        team.laysTomorrow !== undefined &&
        date > today &&
        templates.some(
          (template) => template.area === area && template.id === templateOn(team.weekdays ?? [], date, area),
        );
      if (there.length === 0) {
        const willBeMade = expected.length > 0 && expected.every(isAutomatic);
        return [{ key: keyOf(expected[0] ?? ''), date, layout: null, area: null, isAutomatic: willBeMade }];
      }
      const missing = date < today ? [] : expected.filter((area) => !there.some((row) => row.area === area));
      return [
        ...there.map((layout, index) => {
          const nth = there.slice(0, index).filter(({ area }) => area === layout.area).length;
          return { key: keyOf(layout.area, nth), date, layout };
        }),
        ...missing.map((area) => ({
          key: keyOf(area),
          date,
          area,
          layout: null,
          isAutomatic: isAutomatic(area),
        })),
      ];
    },
  );
}

/** The first day to come that still needs a layout. */
export const firstMissing = (rows: readonly WeekRow[], today: IsoDate): IsoDate | undefined =>
  rows.find((row) => row.layout === null && !row.isAutomatic && row.date >= today)?.date;

/** Asked for by calendar weeks, so that what the device keeps of today's list answers tomorrow's question, too. */
export function useWeek(team: string, from: IsoDate): List<LayoutRow> {
  let sunday = from;
  while (weekday(sunday) !== 'Sunday') sunday = addDays(sunday, -1);
  const list = useLayoutsIn(team, { from: sunday, to: addDays(sunday, 2 * daysShown - 1) });
  const end = addDays(from, daysShown);
  return { ...list, rows: list.rows?.filter(({ date }) => from <= date && date < end) };
}

/** Of seven days, as the server said within the last minute. */
export function useOutlooks(
  team: string,
  { from, today, timeZone }: { from: IsoDate; today: IsoDate; timeZone: string },
): ReadonlyMap<string, LayoutOutlook> {
  const { rows = [], retry } = useOutlooksIn(team, { from, to: addDays(from, daysShown - 1) });
  const minute = useMinuteOf(today, timeZone);
  const [first] = useState(minute);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again each minute
  useEffect(() => {
    if (minute !== first) void retry();
  }, [minute]);
  return new Map(rows.map((each) => [each.layout, each]));
}
