import { memo } from 'react';
import { bareTime, formats, showRange } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import { isSame } from '../../../../domain/change/same.ts';
import type { BreakSlot } from '../../../../domain/day/break.ts';
import { type PersonCoverage, type SeatNote, showArrival } from '../../../../domain/day/coverage.ts';
import { isOnBreak, nextPlanned } from '../../../../domain/day/due-breaks.ts';
import { slotMinutes } from '../../../../domain/day/shift.ts';
import { toMinutes } from '../../../../domain/time/clock-time.ts';
import { BreakNote } from '../../../parts/board/break-slot.tsx';
import { useNames } from '../../../parts/board/use-board.tsx';
import { useDraggable, useDroppable } from '../../../parts/drag/drag-items.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { richWords } from '../../../parts/page/rich-words.tsx';
import { EditedBy } from '../../../parts/presence/use-presence.tsx';
import { VisuallyHidden } from '../../../ui/page/page.tsx';
import { type Dragged, type DropTarget, useIsPickedUp, useMayAct } from './picked-up.ts';

const t = words('day');

type PersonChipProps = {
  person: PersonCoverage;
  /** Where they stand, for the spoken label; null for nowhere. */
  position: string | null;
  note?: SeatNote | null;
  /** Whether they stay there when the day is planned anew. */
  isLocked?: boolean;
  timerMinutes: number;
};

/** A person on the board: a button for who may act, text for everyone else. */
export const PersonChip = memo(function PersonChip({
  person,
  position,
  note,
  isLocked = false,
  timerMinutes,
}: PersonChipProps) {
  const { id, teamMember } = person.shift;
  const acts = useMayAct();
  const isHeld = useIsPickedUp('person', id);
  const dragged = useDraggable<Dragged, HTMLButtonElement>({ data: { shift: id } });
  const place = useDroppable<DropTarget, HTMLSpanElement>({ data: { shift: id } });
  const look =
    person.state === 'on-break' ? 'positions__person positions__person--away' : 'positions__person';
  const drags = [place.isDropTarget && 'positions__person--over', dragged.isDragging && 'dragged'];
  const looks = ['bare', look, 'positions__person--acts', ...drags];
  const title = `${teamMember} · ${showRange(person.shift)}`;
  const face = <PersonFace {...{ person, position, note, isLocked, timerMinutes }} />;
  if (!acts) {
    return (
      <span className={look} title={title} data-person={id}>
        {face}
      </span>
    );
  }
  return (
    <span className="positions__slot" ref={place.ref}>
      <button
        ref={dragged.ref}
        type="button"
        className={looks.filter(Boolean).join(' ')}
        data-stop
        data-shift={id}
        aria-pressed={isHeld}
        title={title}
      >
        {face}
        <VisuallyHidden>{position === null ? t('spoken-no-position') : `, ${position}`}</VisuallyHidden>
      </button>
      <EditedBy what="shift" id={id} />
    </span>
  );
}, isSame);

function PersonFace({ person, position, note, isLocked, timerMinutes }: PersonChipProps) {
  const { shift, state } = person;
  const acts = useMayAct();
  // for who runs the day; another note, or a row of many people, needs the room
  const hasRoom = acts && position !== null && state === 'here' && !note;
  const planned = hasRoom ? nextPlanned(shift) : null;
  const client = useClient();
  const lasts = (index: number) => slotMinutes(shift, index, { breakTimerMinutes: timerMinutes });
  const isTaken = (slot: BreakSlot, index: number) => isOnBreak(slot, lasts(index), client.now());
  const index = state === 'on-break' ? shift.breaks.findIndex(isTaken) : -1;
  const slot = shift.breaks[index];
  return (
    <>
      <span className="positions__short">{useNames()(shift).short}</span>
      {isLocked && <span className="positions__note">{t('seat-locked')}</span>}
      {slot && (
        <span className="positions__note">
          <BreakNote slot={slot} timerMinutes={lasts(index)} />
        </span>
      )}
      {!slot && note && (
        <span className={note.isUrgent ? 'positions__note positions__note--urgent' : 'positions__note'}>
          <NoteText note={note} />
        </span>
      )}
      {planned !== null && (
        <span className="positions__note">{t('break-planned', { time: bareTime(toMinutes(planned)) })}</span>
      )}
    </>
  );
}

function NoteText({ note: { until, isThen, next, isUrgent } }: { note: SeatNote }) {
  const time = until === null ? null : bareTime(until);
  if (next === null) return time && t('until', { time });
  const person = <ArrivingPerson person={next} />;
  if (time !== null) return richWords((gaps) => t('until-then', gaps), { time, person });
  if (!isThen) return person;
  return richWords((gaps) => (isUrgent ? t('then-late', gaps) : t('then-next', gaps)), { person });
}

/** 'Umar S. at 1:00': one word to the browser, so that it goes to the next line as a whole. */
export function ArrivingPerson({ person }: { person: PersonCoverage }) {
  const { short } = useNames()(person.shift);
  return (
    <span className="positions__comer" data-person={person.shift.id}>
      <span className="positions__comer-name">{short}</span> {showArrival(person, t, formats.get())}
    </span>
  );
}
