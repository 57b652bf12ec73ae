import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { byId, turnAfter } from '../../../../domain/list/list.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import { useSearch } from '../../../parts/lists/search.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { useSize } from '../../../ui/page/events.ts';
import { VisuallyHidden } from '../../../ui/page/page.tsx';
import { useStableRows } from '../../../ui/table/stable-rows.ts';
import { urls } from '../../../urls.ts';
import { cardId, type DropData, ShiftCard } from './shift-card.tsx';
import '../../../parts/board/dock.css';
import '../../../ui/page/card.css';
import './unassigned-tray.css';

type UnassignedTrayProps = {
  shifts: readonly Shift[];
  hasShifts: boolean;
  out: readonly Shift[];
  selected: Shift | null;
  mayAssign: boolean;
  /** One after the other is selected, so that each takes one tap. */
  isInTurn: boolean;
  onSelect: (shift: string | null) => void;
  onTurns: () => void;
  onCancel: () => void;
  children: ReactNode;
};

export function UnassignedTray(props: UnassignedTrayProps) {
  const { shifts, hasShifts, out, selected, mayAssign, isInTurn } = props;
  const { onSelect, onTurns, onCancel, children } = props;
  const { ref, isDropTarget } = useDroppable<DropData, HTMLDivElement>({
    data: { to: null },
    disabled: !mayAssign,
    isPinned: true,
  });
  const tray = useRef<HTMLElement>(null);
  useToastOffset(tray);
  const nameOf = useNames();
  const search = useSearch(shifts, {
    label: 'Search unassigned',
    textOf: (shift) => `${nameOf(shift).full} ${jobOf(shift)} ${shift.note}`,
  });
  const steady = useStableRows(shifts, ({ id }) => id, tray);
  const rows = search.key === '' ? steady : search.rows.map((item) => ({ item, isGone: false }));
  const tabStop = selected && search.rows.includes(selected) ? selected : search.rows[0];
  const next = isInTurn && selected ? byId(shifts, turnAfter(shifts, selected.id) ?? '') : undefined;
  useCardInView(isInTurn ? selected : null);

  return (
    <aside
      className={selected ? 'tray tray--waits screen-only' : 'tray screen-only'}
      aria-labelledby="unassigned"
      ref={tray}
    >
      <div className="dock" role="status">
        {selected && (
          <div className="dock-bar">
            <span className="dock__text">
              {`${nameOf(selected).short} selected, tap a position`}
              {next && <span className="dock__next">{`Next: ${nameOf(next).short}`}</span>}
            </span>
            <Button size="big" onPress={onCancel}>
              {isInTurn ? 'Stop' : 'Cancel'}
            </Button>
          </div>
        )}
      </div>
      <div className={isDropTarget ? 'card tray__card tray__card--over' : 'card tray__card'} ref={ref}>
        <div className="card__header tray__header">
          <h2 id="unassigned">
            Unassigned <span className="tray__count">{shifts.length}</span>
          </h2>
          {mayAssign && (
            <div className="tray__actions">
              {children}
              {(shifts.length > 1 || isInTurn) && (
                <Button
                  size="big"
                  variant="quiet"
                  aria-pressed={isInTurn}
                  title="After each tap on a position, the next person is selected"
                  onPress={isInTurn ? onCancel : onTurns}
                >
                  Place in Turn
                </Button>
              )}
            </div>
          )}
        </div>
        {mayAssign && shifts.length > 0 && (
          <VisuallyHidden>Use the arrow keys to move, and Enter to select and place.</VisuallyHidden>
        )}
        {search.field && <div className="tray__search">{search.field}</div>}
        {search.none && <div className="stack tray__none">{search.none}</div>}
        {!search.none && rows.length + out.length > 0 && (
          <ul className="stack stack--close tray__list" tabIndex={mayAssign ? undefined : 0}>
            {rows.map(({ item: shift, isGone }) => (
              <li
                key={shift.id}
                className={isGone ? 'tray__gone' : undefined}
                inert={isGone}
                aria-hidden={isGone || undefined}
              >
                <ShiftCard
                  shift={shift}
                  isSelected={shift === selected}
                  isTabStop={shift === tabStop}
                  onSelect={mayAssign ? onSelect : undefined}
                />
              </li>
            ))}
            {search.key === '' &&
              out.map((shift) => (
                <li key={shift.id}>
                  <ShiftCard shift={shift} showsWhy={mayAssign} />
                </li>
              ))}
          </ul>
        )}
        {!search.none && rows.length === 0 && (
          <div className="stack tray__none">
            <p>{hasShifts ? 'Everyone in this rotation has a position.' : 'No shifts added yet'}</p>
            {!hasShifts && mayAssign && (
              <ButtonLink size="big" variant="primary" href={urls.shifts}>
                Add Shifts
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </aside>
  );
}

function useCardInView(shift: Shift | null) {
  const id = shift?.id;
  useEffect(() => {
    if (id === undefined) return;
    document.getElementById(cardId(id))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [id]);
}

function useToastOffset(tray: RefObject<HTMLElement | null>) {
  const { style } = document.documentElement;
  useSize(tray, (element) => {
    const isAtBottom = getComputedStyle(element).position === 'fixed';
    const { height, right } = element.getBoundingClientRect();
    style.setProperty('--toast-lift', `calc(${isAtBottom ? height : 0}px + var(--dock))`);
    style.setProperty('--toast-left', isAtBottom ? '' : `${right + 12}px`);
  });
  useEffect(
    () => () => {
      for (const name of ['--toast-lift', '--toast-left']) style.removeProperty(name);
    },
    [style],
  );
}
