import { memo } from 'react';
import {
  isPresent,
  nextOn,
  type PositionCoverage,
  type RotationCoverage,
  seatNote,
  showCovered,
} from '../../../../domain/day/coverage.ts';
import type { Rotation, Subarea } from '../../../../domain/plan/rotation.ts';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import { EditedBy } from '../../../parts/presence/edited-by.tsx';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/message/message.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { VisuallyHidden } from '../../../ui/page/page.tsx';
import { Columns } from '../../../ui/table/columns.tsx';
import { urls } from '../../../urls.ts';
import { type Place, useIsPickedUp } from './hand.ts';
import { Comer, isSamePerson, PersonChip } from './person-chip.tsx';
import './subarea-cards.css';

type PositionRowProps = { covered: PositionCoverage; timerMinutes: number; acts: boolean };

const isSamePosition = (one: PositionCoverage, other: PositionCoverage): boolean =>
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

const PositionRow = memo(function PositionRow({ covered, timerMinutes, acts }: PositionRowProps) {
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
  const isHeld = useIsPickedUp('position', id);
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
      <EditedBy what="position" id={id} />
      {children}
    </li>
  );
}

type SubareaCardsProps = {
  rotation: Rotation;
  coverage: RotationCoverage;
  timerMinutes: number;
  mayManage: boolean;
  acts: boolean;
};

export const SubareaCards = memo(function SubareaCards(props: SubareaCardsProps) {
  const { rotation, coverage, timerMinutes, mayManage, acts } = props;

  if (rotation.subareas.length === 0) {
    return (
      <div className="subarea-cards__empty">
        <EmptyState
          title="No subareas added yet"
          actions={
            mayManage && (
              <ButtonLink size="big" variant="primary" href={urls.dayPlan.list}>
                Edit Rotations
              </ButtonLink>
            )
          }
        />
      </div>
    );
  }
  const { subareas } = rotation;
  const shared = { coverage, timerMinutes, acts };
  return (
    <div className="subarea-cards">
      <Columns minWidth={280} sizes={subareas.map(({ positions }) => 1 + Math.max(1, positions.length))}>
        {subareas.map((subarea) => (
          <SubareaCard key={subarea.id} subarea={subarea} {...shared} />
        ))}
      </Columns>
    </div>
  );
});

type SubareaCardProps = Omit<SubareaCardsProps, 'rotation' | 'mayManage'> & {
  subarea: Subarea;
};

/** Skips rendering when only someone on another card changed. */
function isSameCard(before: SubareaCardProps, after: SubareaCardProps): boolean {
  return (
    before.subarea === after.subarea &&
    before.timerMinutes === after.timerMinutes &&
    before.acts === after.acts &&
    after.subarea.positions.every(({ id }) => {
      const [one, other] = [before.coverage.positions.get(id), after.coverage.positions.get(id)];
      return one !== undefined && other !== undefined && isSamePosition(one, other);
    })
  );
}

const SubareaCard = memo(function SubareaCard(props: SubareaCardProps) {
  const { subarea, coverage, timerMinutes, acts } = props;
  const { name, positions } = subarea;
  const count = showCovered(coverage.subareas.get(subarea.id));
  return (
    <Card title={name} aside={count}>
      {positions.length === 0 ? (
        <p className="subarea-cards__none">No positions added yet</p>
      ) : (
        <ul className="positions">
          {positions.map(({ id }) => {
            const covered = coverage.positions.get(id);
            return (
              covered && <PositionRow key={id} covered={covered} timerMinutes={timerMinutes} acts={acts} />
            );
          })}
        </ul>
      )}
    </Card>
  );
}, isSameCard);
