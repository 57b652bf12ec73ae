import { memo } from 'react';
import { isPresent, nextOn, type PositionCoverage, seatNote } from '../../../../domain/day/coverage.ts';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import { Held } from '../../../parts/presence/held.tsx';
import { VisuallyHidden } from '../../../ui/page/visually-hidden.tsx';
import type { Place } from './drag-data.ts';
import { useIsHeld } from './hand.ts';
import { Comer, isSamePerson, PersonChip } from './person-chip.tsx';

type PositionRowProps = { covered: PositionCoverage; timerMinutes: number; acts: boolean };

export const isSamePosition = (one: PositionCoverage, other: PositionCoverage): boolean =>
  one.position === other.position &&
  one.isOpen === other.isOpen &&
  one.opensAt === other.opensAt &&
  one.coveredFrom === other.coveredFrom &&
  one.people.length === other.people.length &&
  one.people.every((person, index) => isSamePerson(person, other.people[index] as typeof person));

const isSameRow = (before: PositionRowProps, after: PositionRowProps): boolean =>
  before.timerMinutes === after.timerMinutes &&
  before.acts === after.acts &&
  isSamePosition(before.covered, after.covered);

/** A position and who is on it, or that it is open and who comes. */
export const PositionRow = memo(function PositionRow({ covered, timerMinutes, acts }: PositionRowProps) {
  const { position, people, isOpen } = covered;
  const present = people.filter(isPresent);
  const next = isOpen ? nextOn(covered) : null;
  const look = isOpen ? 'positions__row positions__row--open' : 'positions__row';
  const content = (
    <span
      className={present.length > 1 ? 'positions__people positions__people--several' : 'positions__people'}
    >
      {present.map((person) => (
        <PersonChip
          key={person.shift.id}
          person={person}
          position={position.name}
          note={seatNote(person, covered)}
          timerMinutes={timerMinutes}
          acts={acts}
        />
      ))}
      {isOpen && (
        <span className="positions__open">
          {next ? 'Open, ' : 'Open'}
          {next && <Comer person={next} />}
        </span>
      )}
    </span>
  );
  if (acts) {
    return (
      <ActingRow id={position.id} name={position.name} look={look} isOpen={isOpen}>
        {content}
      </ActingRow>
    );
  }
  return (
    <li className={look} data-row={position.id}>
      <span className="positions__name" title={position.name}>
        {position.name}
      </span>
      {content}
    </li>
  );
}, isSameRow);

type ActingRowProps = { id: string; name: string; look: string; isOpen: boolean; children: React.ReactNode };

/** The whole row can be pressed and dropped on, except for the people on it. */
function ActingRow({ id, name, look, isOpen, children }: ActingRowProps) {
  const isHeld = useIsHeld('position', id);
  const { ref, isDropTarget } = useDroppable<Place, HTMLLIElement>({ data: { position: id } });
  return (
    <li ref={ref} className={`${look} positions__row--acts${isDropTarget ? ' positions__row--over' : ''}`}>
      <button
        type="button"
        className="positions__name positions__place"
        data-stop
        data-position={id}
        aria-pressed={isHeld}
        title={name}
      >
        {name}
        <VisuallyHidden>{isOpen ? ', open' : ', position'}</VisuallyHidden>
      </button>
      <Held what="position" id={id} />
      {children}
    </li>
  );
}
