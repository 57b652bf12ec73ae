import { lazy, Suspense, useEffect, useState } from 'react';
import type { SingleChange } from '../../../../domain/change/change.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { loadWhenIdle } from '../../../parts/page/page-idle.ts';
import { useLayoutChange } from '../../../parts/page/use-layout-change.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { Selection } from './use-selection.ts';
import './selection.css';

const load = () => import('./selection-dialogs.tsx');
const JobDialog = lazy(async () => ({ default: (await load()).JobDialog }));
const TimesDialog = lazy(async () => ({ default: (await load()).TimesDialog }));
const DeleteDialog = lazy(async () => ({ default: (await load()).DeleteDialog }));

type SelectionBarProps = { layout: Layout; selection: Selection; shown: readonly Shift[] };

/** What can be done to all selected shifts at once, as one change with one Undo. */
export function SelectionBar({ layout, selection, shown }: SelectionBarProps) {
  const change = useLayoutChange();
  const [dialog, setDialog] = useState<'job' | 'times' | 'delete' | null>(null);
  useEffect(() => void loadWhenIdle(load), []);
  const { shifts } = selection;
  const count = `${shifts.length} ${shifts.length === 1 ? 'shift' : 'shifts'}`;
  const areAllSelected = shown.every((shift) => selection.has(shift));

  function apply(changes: readonly SingleChange[], said: string): boolean {
    if (changes.length === 0) return false;
    return change(changes.length === 1 && changes[0] ? changes[0] : { type: 'batch', changes }, said);
  }

  function remove() {
    const steps = shifts.map(({ id }) => ({ type: 'shift.delete' as const, shift: id }));
    if (!apply(steps, `${count} deleted`)) return;
    selection.clear();
    document.querySelector<HTMLElement>('main h1')?.focus();
  }

  const close = () => {
    const opener = dialog;
    setDialog(null);
    if (opener) document.getElementById(`selection-${opener}`)?.focus();
  };

  return (
    <div className="selection">
      <span className="selection__count" role="status">
        {shifts.length === 0 ? '' : `${count} selected`}
      </span>
      {shifts.length > 0 && (
        <Button variant="quiet" onPress={selection.clear}>
          Clear Selection
        </Button>
      )}
      <Button
        isDisabled={shown.length === 0 || areAllSelected}
        onPress={() => selection.select(shown)}
      >{`Select All ${shown.length}`}</Button>
      {shifts.length > 0 && (
        <>
          <Button id="selection-job" onPress={() => setDialog('job')}>
            Change Job
          </Button>
          <Button id="selection-times" onPress={() => setDialog('times')}>
            Move Times
          </Button>
          <Button
            id="selection-delete"
            variant="danger"
            onPress={() => (shifts.length > 1 ? setDialog('delete') : remove())}
          >
            Delete
          </Button>
        </>
      )}
      <Suspense>
        {dialog === 'job' && <JobDialog shifts={shifts} count={count} apply={apply} onClose={close} />}
        {dialog === 'times' && (
          <TimesDialog layout={layout} shifts={shifts} count={count} apply={apply} onClose={close} />
        )}
        {dialog === 'delete' && (
          <DeleteDialog shifts={shifts} count={count} onDelete={remove} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
