import { useState } from 'react';
import { layLayout } from '../../../../client/calls/layouts.ts';
import { loadDocument } from '../../../../client/document/load-document.ts';
import { type Layout, layoutLike } from '../../../../domain/day/layout.ts';
import type { Outcome } from '../../../../domain/problem/problem.ts';
import { businessDateOf } from '../../../../domain/schedule/schedule.ts';
import type { ScheduleTable } from '../../../../domain/schedule/schedule-table.ts';
import { addDays, type IsoDate, showDate, weekday } from '../../../../domain/time/date.ts';
import { showProblem } from '../../../parts/forms/problem-toast.ts';
import { useLayoutsIn } from '../../../parts/lists/document-lists.ts';
import { useClient, useObservable, useTeamId } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { shiftCount } from '../review/review-text.ts';
import './import.css';

type OtherDatesProps = {
  layout: Layout;
  table: ScheduleTable;
  /** Before another layout is opened: the file goes on there. The function returned says that none was. */
  onLeave: () => () => void;
};

/** So many days are offered: a file has a week, or two. */
const mostDays = 14;
/** In days, from the first of them: layouts are listed for less than three months. */
const longest = 60;

/** The other dates of a file, each with the way to its layout, or to a new one like this. */
export function OtherDates({ layout, table, onLeave }: OtherDatesProps) {
  const counts = new Map<IsoDate, number>();
  for (const shift of table.shifts) {
    const date = businessDateOf(shift, layout.dayStart);
    if (date !== layout.date) counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  const all = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  const dates = all.slice(0, mostDays).filter(([date]) => date <= addDays(all[0]?.[0] ?? date, longest));
  return dates.length > 0 ? <DateList {...{ layout, dates, onLeave }} /> : null;
}

type DateListProps = Omit<OtherDatesProps, 'table'> & { dates: readonly (readonly [IsoDate, number])[] };

function DateList({ layout, dates, onLeave }: DateListProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const current = useObservable(client.choices.layout) ?? '';
  const [first, last] = [dates[0]?.[0] ?? layout.date, dates[dates.length - 1]?.[0] ?? layout.date];
  const rows = useLayoutsIn(team, { from: first, to: last }).rows;
  const [busy, setBusy] = useState<IsoDate | null>(null);

  async function open(date: IsoDate, id: string | undefined) {
    setBusy(date);
    const stay = onLeave();
    const opened: Outcome<unknown> =
      id === undefined
        ? await layLayout(client, team, { date, from: { layout: current, people: false } })
        : await loadDocument(client, client.open('layout', team, id), 'layout-missing');
    setBusy(null);
    if (!opened.ok) {
      stay();
      return showProblem(opened.problem);
    }
    // the board stays as it is
    if (id !== undefined) client.choices.openLayout(id);
  }

  if (!rows) return null;
  return (
    <Card title="Other Dates in This File" isPadded>
      <ul className="other-dates">
        {dates.map(([date, count]) => {
          const ofArea = rows.filter((row) => row.date === date && row.area === layout.area);
          const found = layoutLike(ofArea, layout);
          const name = `${weekday(date)}, ${showDate(date)}`;
          return (
            <li key={date}>
              <span>{`${name}: ${shiftCount(count)}`}</span>
              <Button
                isDisabled={busy !== null}
                aria-label={`${found ? 'Open' : 'Create'} ${name}`}
                onPress={() => void open(date, found?.id)}
              >
                {found ? 'Open' : 'Create'}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
