import { useEffect, useMemo, useRef, useState } from 'react';
import { rememberRoles } from '../../../../client/calls/schedule.ts';
import type { ScheduleConnection, ScheduleProvider, ScheduleReading } from '../../../../contract/schedule.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { businessDateOf, reviewSchedule } from '../../../../domain/schedule/schedule.ts';
import { rolesOf, suggestedRows, takeOf } from '../../../../domain/schedule/schedule-answer.ts';
import { showMoment } from '../../../../domain/time/date.ts';
import { showProblem } from '../../../parts/forms/problem-toast.ts';
import { useClient, useTeamId } from '../../../parts/page/client-context.tsx';
import { useLayoutChange } from '../../../parts/page/use-layout-change.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { useNavigateTo } from '../../../ui/button/link.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { Actions, Stack } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { CheckboxGroup } from './checkbox-group.tsx';
import { ReviewRows } from './review-rows.tsx';
import { changeCount, shiftCount, summaryOf } from './review-text.ts';
import { useRowSelection } from './use-row-selection.ts';

type ScheduleReviewProps = {
  layout: Layout;
  provider: ScheduleProvider;
  connection: ScheduleConnection;
  reading: ScheduleReading;
};

/** Picks roles, shows what would change, and syncs. The layout may change in the meantime. */
export function ScheduleReview({ layout, provider, connection, reading }: ScheduleReviewProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const change = useLayoutChange();
  const onThisDate = reading.shifts.filter((shift) => businessDateOf(shift, layout.dayStart) === layout.date);
  const shown = rolesOf(onThisDate);
  const [picked, setPicked] = useState<{ roles: readonly string[] | null }>();
  const { roles } = picked ?? connection;
  const summary = useSummaryFocus();
  const isPicked = (role: string) => roles === null || roles.includes(role);
  const review = useMemo(
    () => reviewSchedule(layout, reading.shifts, { provider: provider.key, roles }),
    [layout, reading, provider.key, roles],
  );
  const selection = useRowSelection(review, { gone: true });

  function pickRoles(next: readonly string[]) {
    // roles that nobody has on this day keep their setting
    const others = roles?.filter((role) => !shown.includes(role)) ?? [];
    const isAll = shown.every((role) => next.includes(role));
    setPicked({ roles: isAll && others.length === 0 ? null : [...others, ...next] });
  }

  function sync() {
    if (picked) {
      rememberRoles(client, team, provider.key, roles).then((remembered) => {
        if (!remembered.ok) showProblem(remembered.problem);
      });
    }
    // unchecked rows are declined, so they aren't suggested again
    const declined = [...suggestedRows(review)].filter((id) => !selection.ids.has(id));
    const take = takeOf(review, selection.ids, new Set(declined), selection.same);
    const count = selection.ids.size;
    const result = count > 0 ? `${changeCount(count)} applied` : 'no changes applied';
    if (!take) showToast({ text: 'No changes made' });
    else if (!change(take, `${provider.name}: ${result}`)) return;
    go(urls.shifts);
  }

  return (
    <Stack>
      <Alert ref={summary} tone={onThisDate.length > 0 ? 'success' : 'warning'}>
        {`${shiftCount(onThisDate.length)} in ${provider.name} for ${summaryOf(review, layout)}`}
        <span className="review-age">{`Checked ${showMoment(reading.readAt, connection.timeZone)}.`}</span>
      </Alert>
      {reading.warnings.map((warning) => (
        <Alert key={warning} tone="warning">
          {warning}
        </Alert>
      ))}
      {shown.length > 0 && (
        <CheckboxGroup
          title="Roles"
          aside={`${shown.filter(isPicked).length} of ${shown.length}`}
          onAll={() => pickRoles(shown)}
          onNone={() => pickRoles([])}
        >
          <div className="review-roles">
            {shown.map((role) => (
              <Checkbox
                key={role}
                label={role || 'No role'}
                isSelected={isPicked(role)}
                onChange={(isSelected) =>
                  pickRoles(shown.filter((each) => (each === role ? isSelected : isPicked(each))))
                }
              />
            ))}
          </div>
        </CheckboxGroup>
      )}
      <div className="review-actions">
        <Actions>
          <Button variant="primary" onPress={sync}>
            Sync
          </Button>
          <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
          {review.rows.length > 0 && <span>{`${selection.ids.size} of ${review.rows.length} selected`}</span>}
        </Actions>
      </div>
      {review.rows.length === 0 && <p>{`Nothing to sync. This layout matches ${provider.name}.`}</p>}
      <ReviewRows review={review} layout={layout} selection={selection} source={provider.name} />
    </Stack>
  );
}

/** Moves focus to the summary, so that screen readers announce it, unless the user has moved on to something else. */
function useSummaryFocus() {
  const summary = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    // focus is on the body or heading once the element that had it is gone
    if (!before?.isConnected || before.matches('body, main h1')) {
      summary.current?.focus({ preventScroll: true });
    }
  }, [before]);
  return summary;
}
