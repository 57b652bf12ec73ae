import { type ReactNode, useMemo, useState } from 'react';
import { layLayout } from '../../../../client/calls/layouts.ts';
import { loadDocument } from '../../../../client/document/load-document.ts';
import { type Layout, layoutLike } from '../../../../domain/day/layout.ts';
import { grouped } from '../../../../domain/list/list.ts';
import type { Outcome, Problem } from '../../../../domain/problem/problem.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import {
  businessDateOf,
  type ReviewRow,
  reviewSchedule,
  type ScheduleReview,
  takeOf,
} from '../../../../domain/schedule/schedule.ts';
import type { ScheduleTable } from '../../../../domain/schedule/schedule-table.ts';
import { addDays, type IsoDate, showDate, showShortDay, weekday } from '../../../../domain/time/date.ts';
import { showProblem, useLayoutChange } from '../../../parts/forms/change-toast.ts';
import { useLayoutsIn } from '../../../parts/lists/document-lists.ts';
import { useClient, useObservable, useTeamId } from '../../../parts/page/client-context.tsx';
import { forgetTyped } from '../../../parts/page/use-typed.ts';
import { Button, ButtonLink, useNavigateTo } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/message.tsx';
import { Card } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { ReviewRows, useRowSelection } from '../review/review-rows.tsx';
import { counted, countedShifts, rowCount, shiftCount } from '../review/review-text.ts';

/** So many days are offered: a file has a week, or two, and of a year nobody would find theirs. */
const mostDays = 14;
/** In days, from the first of them: layouts are listed for less than three months. */
const longest = 60;

/** The file goes on with the layout that is opened. */
function OtherDates({ layout, table }: { layout: Layout; table: ScheduleTable }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const current = useObservable(client.choices.layout) ?? '';
  const all = [...grouped(table.shifts, (shift) => businessDateOf(shift, layout.dayStart))]
    .filter(([date]) => date !== layout.date)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const dates = all.slice(0, mostDays).filter(([date]) => date <= addDays(all[0]?.[0] ?? date, longest));
  const [first, last] = [dates[0]?.[0] ?? layout.date, dates[dates.length - 1]?.[0] ?? layout.date];
  const rows = useLayoutsIn(team, { from: first, to: last }).rows;
  const [busy, setBusy] = useState<IsoDate | null>(null);

  async function open(date: IsoDate, id: string | undefined) {
    setBusy(date);
    const opened: Outcome<unknown> =
      id === undefined
        ? await layLayout(client, team, { date, from: { layout: current, people: false } })
        : await loadDocument(client, ['layout', team, id], 'layout-missing');
    setBusy(null);
    if (!opened.ok) return showProblem(opened.problem);
    // the board stays as it is
    if (id !== undefined) client.choices.openLayout(id);
  }

  if (!rows || dates.length === 0) return null;
  return (
    <Card title="Other Dates in This File" isPadded>
      <ul className="stack stack--close">
        {dates.map(([date, shifts]) => {
          const ofArea = rows.filter((row) => row.date === date && row.area === layout.area);
          const found = layoutLike(ofArea, layout);
          const name = `${weekday(date)}, ${showDate(date)}`;
          return (
            <li key={date} className="line apart">
              <span>{`${name}: ${shiftCount(shifts.length)}`}</span>
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

type FileReviewProps = {
  layout: Layout;
  table: ScheduleTable;
  /** The provider the shifts belong to: a calendar file has the same shifts as its feed. */
  provider: 'csv' | 'ics';
  notices: readonly Problem[];
  questions: ReactNode;
};

export function FileReview({ layout, table, provider, notices, questions }: FileReviewProps) {
  const go = useNavigateTo();
  const change = useLayoutChange();
  const review = useMemo(
    () => reviewSchedule(layout, table.shifts, { provider, roles: null }),
    [layout, table, provider],
  );
  // a file may have only a part of the day, so people who aren't in it are not removed by default
  const selection = useRowSelection(review, { gone: false, doubtful: table.repeated });
  const count = selection.ids.size;

  function confirm() {
    const take = takeOf(review, selection.ids, new Set(), selection.same);
    if (!take || !change(take, `${shiftCount(count)} imported`)) return;
    forgetTyped();
    go(urls.shifts);
  }

  return (
    <>
      <ImportSummary table={table} review={review} layout={layout} hasRows={provider === 'csv'} />
      {notices.map((notice) => (
        <Alert key={notice.code}>{sentence(notice)}</Alert>
      ))}
      {questions}
      {provider === 'csv' && <OtherDates layout={layout} table={table} />}
      <div className="actions review-actions">
        <Button variant="primary" isDisabled={count === 0} onPress={confirm}>
          {count > 0 ? `Import ${count} ${count === 1 ? 'Shift' : 'Shifts'}` : 'Nothing to Import'}
        </Button>
        <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
      </div>
      <ReviewRows
        review={review}
        layout={layout}
        selection={selection}
        source="this file"
        remarks={table.remarks}
      />
      <Skipped table={table} />
    </>
  );
}

type ImportSummaryProps = {
  table: ScheduleTable;
  review: ScheduleReview;
  layout: Layout;
  /** Calendars don't have rows. */
  hasRows: boolean;
};

const duplicateCount = counted('duplicate', 'duplicates');

function ImportSummary({ table, review, layout, hasRows }: ImportSummaryProps) {
  const count = (of: ReviewRow['kind']) => review.rows.filter(({ kind }) => kind === of).length;
  const onThisDate = table.shifts.length - review.otherDates;
  const counts = countedShifts([
    { count: count('added'), word: 'new' },
    { count: count('same'), word: 'matched' },
    { count: count('changed'), word: 'changed' },
    { count: review.unchanged, word: 'unchanged' },
  ]);
  const skipped = skippedCount(table);
  const repeated = review.rows.filter(({ id, kind }) => kind === 'added' && table.repeated.has(id)).length;
  return (
    <>
      <Alert tone={onThisDate > 0 ? 'success' : 'warning'}>
        {[
          `${counts} for ${showShortDay(layout.date)}.`,
          review.otherDates > 0 && `${review.otherDates} on other dates.`,
          repeated > 0 && `${duplicateCount(repeated)} not selected.`,
          hasRows && skipped > 0 && `${rowCount(skipped)} skipped.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Alert>
      {table.assumed && <Alert>{`This file has no dates. We’ll use ${showShortDay(table.assumed)}.`}</Alert>}
    </>
  );
}

const skippedCount = ({ skipped }: ScheduleTable): number =>
  skipped.reduce((sum, { count = 1 }) => sum + count, 0);

const mostShown = 50;

function Skipped({ table }: { table: ScheduleTable }) {
  const { skipped } = table;
  if (skipped.length === 0) return null;
  return (
    <Card title="Skipped" aside={skippedCount(table)} isPadded>
      <ul className="import-shifts__skipped">
        {skipped.slice(0, mostShown).map((skip, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a row can be in it twice
          <li key={index}>{skip.reason}</li>
        ))}
        {skipped.length > mostShown && <li>{`And ${skipped.length - mostShown} more`}</li>}
      </ul>
    </Card>
  );
}
