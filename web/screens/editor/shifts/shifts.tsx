import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { showTime } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { SingleChange } from '../../../../domain/change/change.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { done, type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import { reviewSchedule, suggestedRows } from '../../../../domain/schedule/schedule.ts';
import { mayManage, mayRunTheDay } from '../../../../domain/team/user.ts';
import { askFinally } from '../../../parts/ask/ask-first.ts';
import { useNamesIn } from '../../../parts/board/use-board.tsx';
import { type SaidText, useLayoutChange } from '../../../parts/forms/change-toast.ts';
import { Guide } from '../../../parts/guide/guide.tsx';
import { asSomeone } from '../../../parts/kiosk/unlock-first.ts';
import { useSchedules, useWaiting } from '../../../parts/lists/schedule-lists.ts';
import { useSearch } from '../../../parts/lists/search.tsx';
import { withReturnPath } from '../../../parts/page/address-search.ts';
import { useClient, useReadyLayout, useRole, useTeamId } from '../../../parts/page/client-context.tsx';
import { lazyPart, loadWhenIdle } from '../../../parts/page/lazy-screen.tsx';
import { failureText } from '../../../parts/schedule/failure-text.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { Alert, EmptyState } from '../../../ui/message/message.tsx';
import { focusNextRow } from '../../../ui/page/focus.ts';
import { Page, Stack, VisuallyHidden } from '../../../ui/page/page.tsx';
import { Table, type TableColumn } from '../../../ui/table/table.tsx';
import { urls } from '../../../urls.ts';
import { useAddedShift } from './added-shift.ts';
import './shifts.css';
import '../../../ui/form/checkbox.css';

const t = words('editor');
const page = words('page');

const hotSchedules = { key: 'hotschedules', name: 'HotSchedules' };

function useConnected() {
  const team = useTeamId() ?? '';
  const { rows = [] } = useSchedules(team);
  const connected = rows.flatMap(({ key, name, connection }) =>
    connection ? [{ ...connection, key, name }] : [],
  );
  return { team, connected };
}

/** Always includes HotSchedules, whose page can also connect it. */
function SyncLinks() {
  const { connected } = useConnected();
  const isConnected = connected.some(({ key }) => key === hotSchedules.key);
  const providers = isConnected ? connected : [...connected, hotSchedules];
  return providers.map(({ key, name }) => (
    <ButtonLink key={key} href={urls.syncShifts(key)} icon={<IconRefresh />}>
      {t('sync-with', { name })}
    </ButtonLink>
  ));
}

function PendingChanges({ layout }: { layout: Layout }) {
  const isManager = mayManage(useRole());
  const { team, connected } = useConnected();
  const automatic = connected.filter(({ everyMinutes }) => everyMinutes !== null);
  const waiting = useWaiting(
    team,
    layout.date,
    automatic.map(({ key }) => key),
  );
  const alerts = automatic.map(({ key, name, roles, lastRead }) => {
    const found = waiting.rows?.find(({ provider }) => provider === key);
    const count = found
      ? suggestedRows(reviewSchedule(layout, found.reading.shifts, { provider: key, roles })).size
      : 0;
    const problem = lastRead && failureText(lastRead);
    const actions = (
      <>
        {count > 0 && <ButtonLink href={urls.waitingShifts(key)}>{t('review')}</ButtonLink>}
        {problem && isManager && (
          <ButtonLink href={withReturnPath(urls.schedule(key), urls.shifts)}>{t('connection')}</ButtonLink>
        )}
      </>
    );
    return (
      <Alert key={key} tone={problem ? 'warning' : 'info'} action={actions}>
        {problem || (count === 0 ? t('no-new-changes', { name }) : t('changes-to-review', { count, name }))}
      </Alert>
    );
  });
  // always shown, so that background results don't push the table down
  return alerts.length > 0 && <div className="stack waiting-changes">{alerts}</div>;
}

const load = () => import('./selection-dialogs.tsx');
const JobDialog = lazyPart(load, 'JobDialog');
const TimesDialog = lazyPart(load, 'TimesDialog');

type SelectionBarProps = { layout: Layout; selection: Selection; shown: readonly Shift[] };

/** What can be done to all selected shifts at once, as one change with one Undo. */
function SelectionBar({ layout, selection, shown }: SelectionBarProps) {
  const client = useClient();
  const change = useLayoutChange();
  const [dialog, setDialog] = useState<'job' | 'times' | null>(null);
  useEffect(() => void loadWhenIdle(load), []);
  const { shifts } = selection;
  const count = shifts.length;
  const areAllSelected = shown.every((shift) => selection.has(shift));

  function apply(changes: readonly SingleChange[], said: string | SaidText): Outcome<true> | undefined {
    const [first] = changes;
    if (!first) return undefined;
    // the form asks who is there, and then does it and closes
    if (client.isLocked) return refuse('kiosk-locked');
    return change(changes.length === 1 ? first : { type: 'batch', changes }, said) ? done(true) : undefined;
  }

  function remove() {
    const steps = shifts.map(({ id }) => ({ type: 'shift.delete' as const, shift: id }));
    if (!apply(steps, t('shifts-deleted', { count }))?.ok) return;
    selection.clear();
    document.querySelector<HTMLElement>('main h1')?.focus();
  }

  function askToRemove() {
    const named = shifts.slice(0, 5).map(({ teamMember }) => teamMember);
    const names = named.join(', ');
    const more = count - named.length;
    askFinally({
      title: t('delete-shifts', { count }),
      action: t('delete'),
      text: more > 0 ? t('off-day-and-more', { names, more }) : t('off-day', { names }),
      work: () => done(true),
      onDone: () => asSomeone(client, remove),
    });
  }

  const close = () => setDialog(null);

  return (
    <div className="actions selection">
      <span className="selection__count" role="status">
        {count === 0 ? '' : t('shifts-selected', { count })}
      </span>
      {shifts.length > 0 && (
        <Button variant="quiet" onPress={selection.clear}>
          {t('clear-selection')}
        </Button>
      )}
      <Button isDisabled={shown.length === 0 || areAllSelected} onPress={() => selection.select(shown)}>
        {t('select-all', { count: shown.length })}
      </Button>
      {shifts.length > 0 && (
        <>
          <Button onPress={() => setDialog('job')}>{t('change-job')}</Button>
          <Button onPress={() => setDialog('times')}>{t('move-times')}</Button>
          <Button
            variant="danger"
            onPress={() => asSomeone(client, shifts.length > 1 ? askToRemove : remove)}
          >
            {t('delete')}
          </Button>
        </>
      )}
      {dialog === 'job' && <JobDialog shifts={shifts} apply={apply} onClose={close} />}
      {dialog === 'times' && <TimesDialog layout={layout} shifts={shifts} apply={apply} onClose={close} />}
    </div>
  );
}

const facts = (): readonly TableColumn<Shift>[] => [
  { id: 'name', label: t('team-member'), look: 'name', cell: (shift) => shift.teamMember },
  { id: 'start', label: t('start'), look: 'detail', cell: (shift) => showTime(shift.startTime) },
  { id: 'end', label: t('end'), look: 'detail', cell: (shift) => showTime(shift.endTime) },
  { id: 'job', label: t('job'), look: 'detail', cell: jobOf },
  { id: 'note', label: t('note'), look: 'detail', cell: (shift) => shift.note },
];

export function ShiftsScreen() {
  const client = useClient();
  const layout = useReadyLayout();
  const change = useLayoutChange();
  const nameOf = useNamesIn(layout.shifts);
  const mayEdit = mayRunTheDay(useRole());
  const added = useAddedShift();
  const search = useSearch(layout.shifts, {
    label: t('search-shifts'),
    textOf: (shift) => `${shift.teamMember} ${jobOf(shift)} ${shift.note}`,
  });
  const selection = useSelection(layout.shifts, search.rows);
  const isSelectable = mayEdit && layout.shifts.length > 1;

  function remove(shift: Shift) {
    const isDeleted = change({ type: 'shift.delete', shift: shift.id });
    if (isDeleted) focusNextRow();
  }

  const selectColumn: TableColumn<Shift> = {
    id: 'select',
    label: t('select'),
    cell: (shift) => (
      <label className="checkbox select-box">
        <VisuallyHidden>{t('select-person', { name: nameOf(shift).full })}</VisuallyHidden>
        <input
          type="checkbox"
          className="checkbox__box"
          checked={selection.has(shift)}
          onChange={(event) => selection.press(shift, (event.nativeEvent as MouseEvent).shiftKey === true)}
        />
      </label>
    ),
  };
  const actions: TableColumn<Shift> = {
    label: t('actions'),
    isActions: true,
    cell: (shift) => (
      <>
        <ButtonLink href={urls.shift(shift.id)} aria-label={t('edit-person', { name: nameOf(shift).full })}>
          {page('edit')}
        </ButtonLink>
        <Button
          variant="danger"
          aria-label={t('delete-person', { name: nameOf(shift).full })}
          onPress={() => asSomeone(client, () => remove(shift))}
        >
          {t('delete')}
        </Button>
      </>
    ),
  };
  const pageActions = mayEdit && (
    <>
      <SyncLinks />
      <ButtonLink href={urls.importShifts} icon={<IconFileUpload />}>
        {t('import-file')}
      </ButtonLink>
      <ButtonLink href={urls.shift('add')} variant="primary" icon={<IconPlus />}>
        {t('add-shift')}
      </ButtonLink>
    </>
  );

  return (
    <Page title={page('shifts')} actions={pageActions}>
      <Stack>
        <Guide />
        {mayEdit && <PendingChanges layout={layout} />}
        {layout.shifts.length === 0 ? (
          <EmptyState title={t('no-shifts')}>{mayEdit && t('no-shifts-hint')}</EmptyState>
        ) : (
          <>
            {search.field}
            {isSelectable && <SelectionBar layout={layout} selection={selection} shown={search.rows} />}
            {search.none ?? (
              <div style={{ '--letters': lettersOfActions() } as CSSProperties}>
                <Table
                  key={search.key}
                  className={isSelectable ? 'shifts shifts--selectable' : 'shifts'}
                  label={page('shifts')}
                  isLean
                  columns={[
                    ...(isSelectable ? [selectColumn] : []),
                    ...facts(),
                    ...(mayEdit ? [actions] : []),
                  ]}
                  rows={search.rows}
                  rowKey={(shift) => shift.id}
                  isMarked={(shift) => shift.id === added || selection.has(shift)}
                />
              </div>
            )}
          </>
        )}
      </Stack>
    </Page>
  );
}

/** How much room the buttons of a row need beside it on a phone. */
const lettersOfActions = (): number => page('edit').length + t('delete').length;

type Selection = ReturnType<typeof useSelection>;

function useSelection(all: readonly Shift[], shown: readonly Shift[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  return {
    /** In the order of the list; those that are gone by now are left out. */
    shifts: all.filter(({ id }) => ids.has(id)),
    has: ({ id }: Shift) => ids.has(id),
    /** With `isRange`, everything from the last one that was pressed. */
    press(shift: Shift, isRange: boolean) {
      const from = isRange ? shown.findIndex(({ id }) => id === last.current) : -1;
      const to = shown.indexOf(shift);
      const range = from < 0 ? [shift] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      const next = new Set(ids);
      const isSelected = !ids.has(shift.id);
      for (const { id } of range) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      last.current = shift.id;
      setIds(next);
    },
    select: (shifts: readonly Shift[]) => setIds(new Set([...ids, ...shifts.map(({ id }) => id)])),
    clear: () => setIds(new Set()),
  };
}
