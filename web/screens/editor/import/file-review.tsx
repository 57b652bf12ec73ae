import { type ReactNode, useMemo } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Problem } from '../../../../domain/problem/problem.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import { type ReviewRow, reviewSchedule, type ScheduleReview } from '../../../../domain/schedule/schedule.ts';
import { takeOf } from '../../../../domain/schedule/schedule-answer.ts';
import type { ScheduleTable } from '../../../../domain/schedule/schedule-table.ts';
import { showShortDay } from '../../../../domain/time/date.ts';
import { useLayoutChange } from '../../../parts/page/use-layout-change.ts';
import { forgetTyped } from '../../../parts/page/use-typed.ts';
import { Button, ButtonLink, useNavigateTo } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/message.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Actions } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { ReviewRows, useRowSelection } from '../review/review-rows.tsx';
import { counted, countedShifts, rowCount, shiftCount } from '../review/review-text.ts';
import { OtherDates } from './other-dates.tsx';

type FileReviewProps = {
  layout: Layout;
  table: ScheduleTable;
  /** The provider the shifts belong to: a calendar file has the same shifts as its feed. */
  provider: 'csv' | 'ics';
  /** About the file as a whole. */
  notices: readonly Problem[];
  /** Questions about the file. */
  questions: ReactNode;
  /** Before another layout is opened: the file goes on there. The function returned says that none was. */
  onLeave: () => () => void;
};

/** What an import would change, and which rows are skipped. */
export function FileReview({ layout, table, provider, notices, questions, onLeave }: FileReviewProps) {
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
      {provider === 'csv' && <OtherDates layout={layout} table={table} onLeave={onLeave} />}
      <div className="review-actions">
        <Actions>
          <Button variant="primary" isDisabled={count === 0} onPress={confirm}>
            {count > 0 ? `Import ${count} ${count === 1 ? 'Shift' : 'Shifts'}` : 'Nothing to Import'}
          </Button>
          <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
        </Actions>
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
