import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { Layout } from '../../../../domain/day/layout.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { mayRunTheDay } from '../../../../domain/team/user.ts';
import { useNamesIn } from '../../../parts/board/board-names.tsx';
import { Guide } from '../../../parts/guide/guide.tsx';
import { useSearch } from '../../../parts/lists/search.tsx';
import { useLayout, useRole } from '../../../parts/page/client-context.tsx';
import { useLayoutChange } from '../../../parts/page/use-layout-change.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { Loading } from '../../../ui/message/loading.tsx';
import { focusNextRow } from '../../../ui/page/lost-focus.ts';
import { Page, Stack } from '../../../ui/page/page.tsx';
import { VisuallyHidden } from '../../../ui/page/visually-hidden.tsx';
import { Table, type TableColumn } from '../../../ui/table/table.tsx';
import { urls } from '../../../urls.ts';
import { useAddedShift } from './added-shift.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';
import '../../../ui/form/checkbox.css';
import { PendingChanges, SyncLinks } from './schedule-sync.tsx';
import './shifts.css';

const facts: readonly TableColumn<Shift>[] = [
  { label: 'Team Member', cell: (shift) => shift.teamMember },
  { label: 'Start', cell: (shift) => shift.startTime },
  { label: 'End', cell: (shift) => shift.endTime },
  { label: 'Job', cell: jobOf },
  { label: 'Note', cell: (shift) => shift.note },
];

/** The shifts of the layout. */
export function ShiftsScreen() {
  const layout = useLayout();
  if (layout.state !== 'ready') return <Loading />;
  return <Shifts layout={layout.body} />;
}

function Shifts({ layout }: { layout: Layout }) {
  const change = useLayoutChange();
  const nameOf = useNamesIn(layout.shifts);
  const mayEdit = mayRunTheDay(useRole());
  const added = useAddedShift();
  const search = useSearch(layout.shifts, {
    label: 'Search shifts',
    textOf: (shift) => `${shift.teamMember} ${jobOf(shift)} ${shift.note}`,
  });
  const selection = useSelection(layout.shifts, search.rows);
  const isSelectable = mayEdit && layout.shifts.length > 1;

  function remove(shift: Shift) {
    const isDeleted = change({ type: 'shift.delete', shift: shift.id });
    if (isDeleted) focusNextRow();
  }

  const selectColumn: TableColumn<Shift> = {
    label: 'Select',
    cell: (shift) => (
      <label className="select-box">
        <VisuallyHidden>{`Select ${nameOf(shift).full}`}</VisuallyHidden>
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
    label: 'Actions',
    isActions: true,
    cell: (shift) => (
      <>
        <ButtonLink href={urls.shift(shift.id)} aria-label={`Edit ${nameOf(shift).full}`}>
          Edit
        </ButtonLink>
        <Button variant="danger" aria-label={`Delete ${nameOf(shift).full}`} onPress={() => remove(shift)}>
          Delete
        </Button>
      </>
    ),
  };
  const pageActions = mayEdit && (
    <>
      <SyncLinks />
      <ButtonLink href={urls.importShifts} icon={<IconFileUpload />}>
        Import File
      </ButtonLink>
      <ButtonLink href={urls.shift('add')} variant="primary" icon={<IconPlus />}>
        Add Shift
      </ButtonLink>
    </>
  );

  return (
    <Page title="Shifts" actions={pageActions}>
      <Stack>
        <Guide />
        {mayEdit && <PendingChanges layout={layout} />}
        {layout.shifts.length === 0 ? (
          <EmptyState title="No shifts added yet">
            {mayEdit && 'Add people one by one, or import the day’s schedule.'}
          </EmptyState>
        ) : (
          <>
            {search.field}
            {isSelectable && <SelectionBar layout={layout} selection={selection} shown={search.rows} />}
            {search.none ?? (
              <div className={isSelectable ? 'shifts shifts--selectable' : 'shifts'}>
                <Table
                  key={search.key}
                  label="Shifts"
                  columns={[...(isSelectable ? [selectColumn] : []), ...facts, ...(mayEdit ? [actions] : [])]}
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
