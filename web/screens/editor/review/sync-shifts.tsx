import { useEffect, useMemo, useRef, useState } from 'react';
import { showMoment, showShortDay } from '../../../../client/words/formats.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import {
  fetchProviderSchedule,
  getWaitingSchedule,
  pickRoles as rememberRoles,
  type ScheduleConnection,
  type ScheduleProvider,
  type ScheduleReading,
} from '../../../../contract/schedule.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { done, type Outcome } from '../../../../domain/problem/problem.ts';
import {
  businessDateOf,
  reviewSchedule,
  rolesOf,
  suggestedRows,
  takeOf,
} from '../../../../domain/schedule/schedule.ts';
import { mayManage } from '../../../../domain/team/user.ts';
import type { IsoDate } from '../../../../domain/time/date.ts';
import { showProblem, useLayoutChange } from '../../../parts/forms/change-toast.ts';
import { useSchedules } from '../../../parts/lists/schedule-lists.ts';
import { ListState } from '../../../parts/lists/use-list.tsx';
import { withReturnPath } from '../../../parts/page/address-search.ts';
import { useClient, useReadyLayout, useRole, useTeamId } from '../../../parts/page/client-context.tsx';
import { lazyPart } from '../../../parts/page/lazy-screen.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../../ui/button/button.tsx';
import { Checkbox } from '../../../ui/form/form.tsx';
import { Alert, Loading } from '../../../ui/message/message.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { Actions, Page, Stack } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { CheckboxGroup, countsOf, ReviewRows, useRowSelection } from './review-rows.tsx';

const t = words('editor');

/** Only a manager sees it, and only until there is a connection. */
const ConnectionForm = lazyPart(
  () => import('../../../parts/schedule/connection-form.tsx'),
  'ConnectionForm',
);
const page = words('page');

/** With `isWaiting` it starts with the schedule that was fetched in the background. */
export function SyncShiftsScreen({ provider: asked, isWaiting }: { provider: string; isWaiting: boolean }) {
  const layout = useReadyLayout();
  const team = useTeamId() ?? '';
  const isManager = mayManage(useRole());
  const go = useNavigateTo();
  const schedules = useSchedules(team);
  const provider = schedules.rows?.find((each) => each.key === asked);
  const [tries, setTries] = useState(0);

  if (!provider) {
    return (
      <Page title={t('sync')}>
        <Stack>
          <ListState list={schedules} />
          {schedules.rows && <Alert tone="warning">{t('provider-missing')}</Alert>}
          <BackToShifts />
        </Stack>
      </Page>
    );
  }
  const { connection } = provider;
  if (connection) {
    const usesWaiting = isWaiting && tries === 0;
    const again = () => setTries(tries + 1);
    const key = `${provider.key} ${layout.date} ${tries}`;
    return <Sync key={key} {...{ layout, provider, connection, usesWaiting, again }} />;
  }
  return (
    <Page title={t('sync-with', { name: provider.name })}>
      <Stack>
        {isManager ? (
          <ConnectionForm
            team={team}
            provider={provider}
            onDone={schedules.retry}
            onCancel={() => go(urls.shifts)}
          />
        ) : (
          <>
            <Alert>{t('not-connected-ask', { name: provider.name })}</Alert>
            <BackToShifts />
          </>
        )}
      </Stack>
    </Page>
  );
}

const BackToShifts = () => (
  <Actions>
    <ButtonLink href={urls.shifts}>{page('cancel')}</ButtonLink>
  </Actions>
);

type SyncProps = {
  layout: Layout;
  provider: ScheduleProvider;
  connection: ScheduleConnection;
  usesWaiting: boolean;
  again: () => void;
};

function Sync({ usesWaiting, again, ...review }: SyncProps) {
  const { layout, provider } = review;
  const isManager = mayManage(useRole());
  const { outcome, isSyncing } = useScheduleFetch(provider.key, layout.date, usesWaiting);
  const actions = (
    <>
      {outcome?.ok && <Button onPress={again}>{t('check-again')}</Button>}
      {isManager && (
        <ButtonLink href={withReturnPath(urls.schedule(provider.key), urls.syncShifts(provider.key))}>
          {t('connection')}
        </ButtonLink>
      )}
    </>
  );
  return (
    <Page title={t('sync-with', { name: provider.name })} actions={actions}>
      {outcome?.ok ? (
        <ScheduleReview {...review} reading={outcome.value} />
      ) : (
        <Stack>
          {outcome ? (
            <Alert tone="problem" action={<Button onPress={again}>{page('retry')}</Button>}>
              {sentence(outcome.problem)}
            </Alert>
          ) : (
            <Loading label={isSyncing ? t('syncing') : undefined} />
          )}
          <BackToShifts />
        </Stack>
      )}
    </Page>
  );
}

type ScheduleReviewProps = Omit<SyncProps, 'usesWaiting' | 'again'> & { reading: ScheduleReading };

function ScheduleReview({ layout, provider, connection, reading }: ScheduleReviewProps) {
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
      const body = { roles: roles && [...roles] };
      client.call(rememberRoles, { params: { team, provider: provider.key }, body }).then((remembered) => {
        if (!remembered.ok) showProblem(remembered.problem);
      });
    }
    // unchecked rows are declined, so they aren't suggested again
    const declined = [...suggestedRows(review)].filter((id) => !selection.ids.has(id));
    const take = takeOf(review, selection.ids, new Set(declined), selection.same);
    const count = selection.ids.size;
    const { name } = provider;
    const said = count > 0 ? t('changes-applied', { name, count }) : t('no-changes-applied', { name });
    if (!take) showToast({ text: t('no-changes-made') });
    else if (!change(take, said)) return;
    go(urls.shifts);
  }

  return (
    <Stack>
      <Alert ref={summary} tone={onThisDate.length > 0 ? 'success' : 'warning'}>
        {t('found-in', {
          count: onThisDate.length,
          name: provider.name,
          day: showShortDay(layout.date),
          changes: countsOf(review),
        })}
        <span className="review-line review-age">
          {t('checked-at', { time: showMoment(reading.readAt, connection.timeZone) })}
        </span>
      </Alert>
      {(reading.reasons?.map(sentence) ?? reading.warnings).map((warning) => (
        <Alert key={warning} tone="warning">
          {warning}
        </Alert>
      ))}
      {shown.length > 0 && (
        <CheckboxGroup
          title={t('roles')}
          aside={t('count-of', { count: shown.filter(isPicked).length, all: shown.length })}
          onAll={() => pickRoles(shown)}
          onNone={() => pickRoles([])}
        >
          <div className="review-roles">
            {shown.map((role) => (
              <Checkbox
                key={role}
                label={role || t('no-role')}
                isSelected={isPicked(role)}
                onChange={(isSelected) =>
                  pickRoles(shown.filter((each) => (each === role ? isSelected : isPicked(each))))
                }
              />
            ))}
          </div>
        </CheckboxGroup>
      )}
      <div className="actions review-actions">
        <Button variant="primary" onPress={sync}>
          {t('sync')}
        </Button>
        <ButtonLink href={urls.shifts}>{page('cancel')}</ButtonLink>
        {review.rows.length > 0 && (
          <span>{t('rows-selected', { count: selection.ids.size, all: review.rows.length })}</span>
        )}
      </div>
      {review.rows.length === 0 && <p>{t('nothing-to-sync', { name: provider.name })}</p>}
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

type Fetched = {
  /** The provider itself is asked. */
  readonly isSyncing: boolean;
  readonly outcome?: Outcome<ScheduleReading>;
};

/** The schedule of a date as the provider has it now, or as a background sync left it. Leaving the page aborts the request. */
function useScheduleFetch(provider: string, date: IsoDate, usesWaiting: boolean): Fetched {
  const client = useClient();
  const team = useTeamId() ?? '';
  const [fetched, setFetched] = useState<Fetched>({ isSyncing: !usesWaiting });

  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    const show = (next: Fetched) => signal.aborted || setFetched(next);
    const load = async () => {
      const params = { team, provider };
      const waiting = usesWaiting
        ? await client.call(getWaitingSchedule, { params, query: { date } })
        : undefined;
      const kept = waiting?.ok ? waiting.value.reading : null;
      if (kept) return show({ isSyncing: false, outcome: done(kept) });
      show({ isSyncing: true });
      show({
        isSyncing: true,
        outcome: await client.call(fetchProviderSchedule, { params, body: { date } }, signal),
      });
    };
    void load();
    return () => request.abort();
  }, [client, team, provider, date, usesWaiting]);
  return fetched;
}
