import { memo } from 'react';
import { showLate, showOut } from '../../../../domain/day/attendance.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { useDraggable } from '../../../parts/drag/drag-items.ts';
import { EditedBy } from '../../../parts/presence/use-presence.tsx';
import './shift-card.css';
import type { Position } from '../../../../domain/plan/rotation.ts';

export const cardId = (shift: string) => `shift-${shift}`;

type ShiftCardProps = {
  shift: Shift;
  isSelected?: boolean;
  /** Tab reaches one card; arrow keys move to the others. */
  isTabStop?: boolean;
  onSelect?: (shift: string | null) => void;
  showsWhy?: boolean;
};

export const ShiftCard = memo(function ShiftCard(props: ShiftCardProps) {
  const { shift, isSelected = false, isTabStop = false, onSelect, showsWhy = false } = props;
  const { ref, isDragging } = useDraggable<DragData, HTMLButtonElement>({
    data: { shift, from: null },
    disabled: !onSelect,
  });
  const name = useNames()(shift).full;
  const about = [jobOf(shift), shift.note].filter(Boolean).join(' · ');
  const { out, late } = shift;
  const away = out ? (showsWhy ? showOut(out) : 'Out') : late && showLate(late);
  const times = `${shift.startTime} – ${shift.endTime}`;
  const content = (
    <>
      <span className="shift-card__person">
        <span className="shift-card__name">{name}</span>
        <span className="shift-card__about">
          {away && <span className="shift-card__away">{away}</span>}
          {away && about && ' · '}
          {about}
        </span>
      </span>
      <span className="shift-card__times">{shortRange(shift)}</span>
    </>
  );
  if (!onSelect) {
    return (
      <div className={out ? 'line shift-card shift-card--out' : 'line shift-card'} title={times}>
        {content}
      </div>
    );
  }
  return (
    <button
      ref={ref}
      id={cardId(shift.id)}
      type="button"
      className={isDragging ? 'line shift-card dragged' : 'line shift-card'}
      data-stop
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isSelected}
      title={`${about} · ${times}`}
      onClick={(event) => {
        if (!event.defaultPrevented) onSelect(isSelected ? null : shift.id);
      }}
    >
      {content}
      <EditedBy what="shift" id={shift.id} />
    </button>
  );
});

/** Data of a dragged element; `from` is null for an unassigned person. */
export type DragData = { shift: Shift; from: Position | null };
/** Data of a drop target; `to` is null for the unassigned list. */
export type DropData = { to: Position | null };
