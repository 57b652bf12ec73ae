import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { memo, useMemo } from 'react';
import { formats, shortRange, shortTime, showTime } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import { isSame } from '../../../../domain/change/same.ts';
import { showLate, showOut } from '../../../../domain/day/attendance.ts';
import { coverRotation, type Spared } from '../../../../domain/day/coverage.ts';
import { beforeTheDay } from '../../../../domain/day/day-table.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { isLockedSeat } from '../../../../domain/day/locks.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import type { Position, Rotation } from '../../../../domain/plan/rotation.ts';
import { sparedText } from '../../../parts/board/spared.ts';
import { type NameOf, useNames } from '../../../parts/board/use-board.tsx';
import { useDraggable, useDroppable } from '../../../parts/drag/drag-items.ts';
import { EditedBy } from '../../../parts/presence/use-presence.tsx';
import { EmptyState } from '../../../ui/message/message.tsx';
import { Card, VisuallyHidden } from '../../../ui/page/page.tsx';
import { Columns } from '../../../ui/table/columns.tsx';
import '../../../parts/board/positions.css';
import './position-board.css';
import './shift-card.css';

const board = words('day');

const t = words('editor');

/** Element id of an assigned person, used to move focus; a person has one position per rotation. */
export const chipId = (shift: string) => `seated-${shift}`;

type Assign = (shift: Shift, position: Position) => void;

type PositionBoardProps = {
  layout: Layout;
  rotation: Rotation;
  selected: Shift | null;
  mayAssign: boolean;
  onPlace: Assign;
  onRemove: Assign;
};

export function PositionBoard({ layout, rotation, ...rest }: PositionBoardProps) {
  const { shifts } = layout;
  const shiftsById = useMemo(() => new Map(shifts.map((shift) => [shift.id, shift])), [shifts]);
  const spared = useMemo(() => sparedSeats(layout, rotation), [layout, rotation]);
  const nameOf = useNames();
  if (rotation.subareas.length === 0) return <EmptyState title={t('no-subareas')} />;
  return (
    <div className="position-board">
      <Columns
        minWidth={300}
        sizes={rotation.subareas.map(({ positions }) => 1 + Math.max(1, positions.length))}
      >
        {rotation.subareas.map(({ id, name, positions }) => (
          <Card key={id} title={name} aside={takenCount(positions, spared)}>
            {positions.length === 0 && <p className="positions__none">{t('no-positions')}</p>}
            <ul className="targets divided">
              {positions.map((position) => (
                <Target
                  key={position.id}
                  position={position}
                  subarea={name}
                  people={position.seats.flatMap((seat) => shiftsById.get(seat) ?? [])}
                  spared={sparedAs(spared.get(position.id), nameOf)}
                  locked={position.seats.filter((shift) =>
                    isLockedSeat(layout, { shift, rotation: rotation.id, position: position.id }),
                  )}
                  {...rest}
                />
              ))}
            </ul>
          </Card>
        ))}
      </Columns>
    </div>
  );
}

/** '4 of 5': the positions that somebody has. */
function takenCount(positions: readonly Position[], spared: ReadonlyMap<string, Spared>): string {
  const all = positions.filter(({ id }) => !spared.has(id)).length;
  return all > 0
    ? t('count-of', { count: positions.filter(({ seats }) => seats.length > 0).length, all })
    : '';
}

/** The positions that the chart has no seat for, and nobody sits on; whoever comes later covers from their seat, too. */
const sparedSeats = (layout: Layout, rotation: Rotation): ReadonlyMap<string, Spared> =>
  new Map(
    [...coverRotation(layout, rotation, beforeTheDay).positions].flatMap(([id, { position, spared }]) =>
      spared && position.seats.length === 0 ? [[id, spared] as const] : [],
    ),
  );

const sparedAs = (spared: Spared | undefined, nameOf: NameOf): string | null =>
  spared ? sparedText(spared, nameOf) : null;

type TargetProps = Omit<PositionBoardProps, 'rotation' | 'layout'> & {
  position: Position;
  subarea: string;
  people: readonly Shift[];
  /** Who covers it from where, or that it is closed. */
  spared: string | null;
  /** Those on it who stay there when the day is planned anew. */
  locked: readonly string[];
};

const Target = memo(function Target(props: TargetProps) {
  const { position, subarea, people, spared, locked, selected, mayAssign, onPlace, onRemove } = props;
  const { ref, isDropTarget } = useDroppable<DropData, HTMLLIElement>({
    data: { to: position },
    disabled: !mayAssign,
  });
  const nameOf = useNames();
  const isOpen = people.length === 0 && spared === null;
  const looks = [
    'target positions__row',
    isOpen && 'positions__row--open',
    selected && 'target--armed',
    isDropTarget && 'target--over',
  ];
  return (
    <li ref={ref} className={looks.filter(Boolean).join(' ')}>
      <EditedBy what="position" id={position.id} />
      <span className="positions__name">
        {position.name}
        {position.breaker && <span className="positions__note">{board('relieves-breaks')}</span>}
      </span>
      {/* covered by the button that assigns, so nothing inside may take focus */}
      <span className="positions__people" inert={selected !== null}>
        {people.map((shift) =>
          mayAssign ? (
            <Chip
              key={shift.id}
              shift={shift}
              position={position}
              isLocked={locked.includes(shift.id)}
              onRemove={onRemove}
            />
          ) : (
            <span key={shift.id} className="chip positions__person" title={titleOf(shift)}>
              <span className="positions__short">{nameOf(shift).short}</span>
              <Away shift={shift} />
            </span>
          ),
        )}
        {people.length === 0 && (
          <>
            <span className="target__hint">{t('tap-to-place')}</span>
            <span className={spared === null ? 'positions__open' : 'positions__spared'}>
              {spared ?? t('open')}
            </span>
          </>
        )}
      </span>
      {/* stays in the document: adding and removing a button in every row made each tap slower */}
      {mayAssign && (
        <button
          type="button"
          className="bare target__place"
          hidden={!selected}
          data-stop={selected ? true : undefined}
          aria-label={
            selected ? placeLabel(nameOf, selected, { position: position.name, subarea }, people) : undefined
          }
          onClick={() => selected && onPlace(selected, position)}
        />
      )}
    </li>
  );
}, isSame);

const titleOf = (shift: Shift): string => `${shift.teamMember} · ${timesOf(shift)}`;

const timesOf = ({ startTime, endTime }: Shift): string => `${showTime(startTime)} – ${showTime(endTime)}`;

/** 'Place Aisha Khan on Bagger, Front Counter, with Liam Ortiz' */
function placeLabel(
  nameOf: NameOf,
  shift: Shift,
  place: { position: string; subarea: string },
  people: readonly Shift[],
): string {
  const others = people.map((each) => nameOf(each).full).join(', ');
  const whom = { ...place, name: nameOf(shift).full };
  return others === '' ? t('place-on', whom) : t('place-on-with', { ...whom, others });
}

/** 'out 10:12a' or 'late', below the name of somebody who isn't there. */
function Away({ shift: { out, late } }: { shift: Shift }) {
  const away = out
    ? t('out-at', { time: shortTime(out.from) })
    : late && (late.expected ? t('late-at', { time: shortTime(late.expected) }) : t('late'));
  return away ? <span className="positions__note positions__note--urgent">{away}</span> : null;
}

type ChipProps = { shift: Shift; position: Position; isLocked: boolean; onRemove: Assign };

const Chip = memo(function Chip({ shift, position, isLocked, onRemove }: ChipProps) {
  const { ref, isDragging } = useDraggable<DragData, HTMLButtonElement>({ data: { shift, from: position } });
  const name = useNames()(shift);
  return (
    <button
      ref={ref}
      id={chipId(shift.id)}
      type="button"
      className={`bare chip positions__person positions__person--acts${isDragging ? ' dragged' : ''}`}
      data-stop
      title={titleOf(shift)}
      onClick={(event) => {
        if (!event.defaultPrevented) onRemove(shift, position);
      }}
    >
      <span className="positions__short">{name.short}</span>
      {isLocked && (
        <span className="positions__note">
          <IconLock aria-hidden="true" className="target__lock" />
          <VisuallyHidden>{board('seat-locked')}</VisuallyHidden>
        </span>
      )}
      <Away shift={shift} />
      <EditedBy what="shift" id={shift.id} />
      <VisuallyHidden>{t('remove-from', { name: name.full, position: position.name })}</VisuallyHidden>
    </button>
  );
});

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
  const away = out
    ? showsWhy
      ? showOut(out, board, formats.get())
      : t('is-out')
    : late && showLate(late, board, formats.get());
  const times = timesOf(shift);
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
