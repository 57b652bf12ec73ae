import { memo } from 'react';
import { breakDisplay } from '../../../../domain/break/break.ts';
import { showComings } from '../../../../domain/coverage/comings.ts';
import type { PersonCoverage } from '../../../../domain/coverage/coverage.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { BreakTimer } from '../../../parts/board/break-slot.tsx';
import { useDraggable, useDroppable } from '../../../parts/drag/drag-items.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';
import { Held } from '../../../parts/presence/held.tsx';
import { VisuallyHidden } from '../../../ui/page/visually-hidden.tsx';
import type { Dragged, Place } from './drag-data.ts';
import { useIsHeld } from './hand.ts';

type PersonChipProps = {
  person: PersonCoverage;
  /** Where they stand, for the spoken label; null for nowhere. */
  position: string | null;
  timerMinutes: number;
  /** Whether it can be pressed. */
  acts: boolean;
};

export const isSamePerson = (one: PersonCoverage, other: PersonCoverage): boolean =>
  one.shift === other.shift &&
  one.state === other.state &&
  one.from === other.from &&
  one.until === other.until;

const isSameChip = (before: PersonChipProps, after: PersonChipProps): boolean =>
  before.position === after.position &&
  before.timerMinutes === after.timerMinutes &&
  before.acts === after.acts &&
  isSamePerson(before.person, after.person);

/** A person on the board: a button for who may act, text for everyone else. */
export const PersonChip = memo(function PersonChip(props: PersonChipProps) {
  return props.acts ? <ActingChip {...props} /> : <ShownChip {...props} />;
}, isSameChip);

const aboutShift = (shift: Shift) => `${shift.teamMember} · ${shift.startTime} – ${shift.endTime}`;

function ShownChip({ person, timerMinutes }: PersonChipProps) {
  return (
    <span className={lookOf(person)} title={aboutShift(person.shift)} data-person={person.shift.id}>
      <PersonFace person={person} timerMinutes={timerMinutes} />
    </span>
  );
}

function ActingChip({ person, position, timerMinutes }: PersonChipProps) {
  const { id } = person.shift;
  const isHeld = useIsHeld('person', id);
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
        <PersonFace person={person} timerMinutes={timerMinutes} />
        <VisuallyHidden>{position === null ? ', no position' : `, ${position}`}</VisuallyHidden>
      </button>
      <Held what="shift" id={id} />
    </span>
  );
}

const lookOf = ({ state }: PersonCoverage): string =>
  state === 'here' || state === 'on-break'
    ? 'positions__person'
    : 'positions__person positions__person--away';

/** 'from 11:30', 'until 2'; 'late' and 'gone' say why somebody with a seat isn't there. */
function aboutComing(person: PersonCoverage): string {
  const comings = showComings(person);
  if (person.state === 'late') return ['late', comings].filter(Boolean).join(', ');
  return person.state === 'gone' ? 'gone' : comings;
}

function PersonFace({ person, timerMinutes }: Pick<PersonChipProps, 'person' | 'timerMinutes'>) {
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
  const name = useNames()(shift).short;
  const coming = aboutComing(person);
  return (
    <>
      <span className="positions__who">
        {slot ? <s className="positions__short">{name}</s> : <span className="positions__short">{name}</span>}
        {slot && (
          <>
            <VisuallyHidden> on a break, </VisuallyHidden>
            <BreakTimer slot={slot} timerMinutes={timerMinutes} />
          </>
        )}
      </span>
      {coming !== '' && <span className="positions__coming">{coming}</span>}
    </>
  );
}
