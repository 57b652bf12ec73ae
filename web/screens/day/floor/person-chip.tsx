import { memo } from 'react';
import { breakDisplay } from '../../../../domain/day/break.ts';
import { type PersonCoverage, type SeatNote, showArrival } from '../../../../domain/day/coverage.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { BreakNote } from '../../../parts/board/break-slot.tsx';
import { useDraggable, useDroppable } from '../../../parts/drag/drag-items.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';
import { EditedBy } from '../../../parts/presence/edited-by.tsx';
import { VisuallyHidden } from '../../../ui/page/page.tsx';
import { type Dragged, type Place, useIsPickedUp } from './hand.ts';

type PersonChipProps = {
  person: PersonCoverage;
  /** Where they stand, for the spoken label; null for nowhere. */
  position: string | null;
  note?: SeatNote | null;
  timerMinutes: number;
  acts: boolean;
};

export const isSamePerson = (one: PersonCoverage, other: PersonCoverage): boolean =>
  one.shift === other.shift &&
  one.state === other.state &&
  one.from === other.from &&
  one.until === other.until;

const isSameChip = (before: PersonChipProps, after: PersonChipProps): boolean =>
  before.position === after.position &&
  isSameNote(before.note ?? null, after.note ?? null) &&
  before.timerMinutes === after.timerMinutes &&
  before.acts === after.acts &&
  isSamePerson(before.person, after.person);

const isSameNote = (one: SeatNote | null, other: SeatNote | null): boolean =>
  one?.text === other?.text &&
  one?.isUrgent === other?.isUrgent &&
  (one?.next && other?.next ? isSamePerson(one.next, other.next) : one?.next === other?.next);

/** A person on the board: a button for who may act, text for everyone else. */
export const PersonChip = memo(function PersonChip(props: PersonChipProps) {
  return props.acts ? <ActingChip {...props} /> : <ShownChip {...props} />;
}, isSameChip);

const aboutShift = (shift: Shift) => `${shift.teamMember} · ${shift.startTime} – ${shift.endTime}`;

function ShownChip({ person, note, timerMinutes }: PersonChipProps) {
  return (
    <span className={lookOf(person)} title={aboutShift(person.shift)} data-person={person.shift.id}>
      <PersonFace person={person} note={note} timerMinutes={timerMinutes} />
    </span>
  );
}

function ActingChip({ person, position, note, timerMinutes }: PersonChipProps) {
  const { id } = person.shift;
  const isHeld = useIsPickedUp('person', id);
  const dragged = useDraggable<Dragged, HTMLButtonElement>({ data: { shift: id } });
  const place = useDroppable<Place, HTMLSpanElement>({ data: { shift: id } });
  return (
    <span className="positions__slot" ref={place.ref}>
      <button
        ref={dragged.ref}
        type="button"
        className={`${lookOf(person)} positions__person--acts${place.isDropTarget ? ' positions__person--over' : ''}`}
        data-stop
        data-shift={id}
        data-dragged={dragged.isDragging || undefined}
        aria-pressed={isHeld}
        title={aboutShift(person.shift)}
      >
        <PersonFace person={person} note={note} timerMinutes={timerMinutes} />
        <VisuallyHidden>{position === null ? ', no position' : `, ${position}`}</VisuallyHidden>
      </button>
      <EditedBy what="shift" id={id} />
    </span>
  );
}

const lookOf = ({ state }: PersonCoverage): string =>
  state === 'on-break' ? 'positions__person positions__person--away' : 'positions__person';

function PersonFace({ person, note, timerMinutes }: Omit<PersonChipProps, 'position' | 'acts'>) {
  const { shift, state } = person;
  const client = useClient();
  const isAway = state === 'on-break';
  const away = useTicking(
    () =>
      shift.breaks.findIndex((slot) => {
        const display = breakDisplay(slot, timerMinutes, client.now());
        return display.state === 'running' || display.state === 'over';
      }),
    isAway,
  );
  const slot = isAway ? shift.breaks[away] : undefined;
  return (
    <>
      <span className="positions__short">{useNames()(shift).short}</span>
      {slot ? (
        <span className="positions__note">
          <BreakNote slot={slot} timerMinutes={timerMinutes} />
        </span>
      ) : (
        note && (
          <span className={note.isUrgent ? 'positions__note positions__note--urgent' : 'positions__note'}>
            {note.text}
            {note.text !== '' && note.next && (note.isUrgent ? ', ' : ' ')}
            {note.next && <Comer person={note.next} />}
          </span>
        )
      )}
    </>
  );
}

/** 'Umar S. at 1:00': one word to the browser, so that it goes to the next line as a whole. */
export function Comer({ person }: { person: PersonCoverage }) {
  const { short } = useNames()(person.shift);
  return (
    <span className="positions__comer" data-person={person.shift.id}>
      <span className="positions__comer-name">{short}</span> {showArrival(person)}
    </span>
  );
}
