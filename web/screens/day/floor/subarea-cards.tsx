import { memo } from 'react';
import { isSame } from '../../../../domain/change/same.ts';
import {
  isPresent,
  nextOn,
  type PositionCoverage,
  type RotationCoverage,
  seatNote,
  showCovered,
} from '../../../../domain/day/coverage.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { NothingYet } from '../../../parts/board/no-rotations.tsx';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import { EditedBy } from '../../../parts/presence/use-presence.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { VisuallyHidden } from '../../../ui/page/page.tsx';
import { Columns } from '../../../ui/table/columns.tsx';
import { Comer, PersonChip } from './person-chip.tsx';
import { type Place, useActs, useIsPickedUp } from './picked-up.ts';
import '../../../parts/board/positions.css';
import './subarea-cards.css';

type PositionRowProps = { covered: PositionCoverage; timerMinutes: number };

/** All of it can be pressed and dropped on by who may act, except for the people on it. */
const PositionRow = memo(function PositionRow({ covered, timerMinutes }: PositionRowProps) {
  const { position, people, isOpen } = covered;
  const { id, name } = position;
  const acts = useActs();
  const isHeld = useIsPickedUp('position', id);
  const { ref, isDropTarget } = useDroppable<Place, HTMLLIElement>({ data: { position: id } });
  const present = people.filter(isPresent);
  const next = isOpen ? nextOn(covered) : null;
  const looks = [isOpen && 'positions__row--open', acts && 'positions__row--acts'];
  return (
    <li
      ref={ref}
      className={['positions__row', ...looks, isDropTarget && 'positions__row--over']
        .filter(Boolean)
        .join(' ')}
      data-row={id}
    >
      {acts ? (
        <>
          <button
            type="button"
            className="bare positions__name positions__place"
            data-stop
            data-position={id}
            aria-pressed={isHeld}
            title={name}
          >
            {name}
            <VisuallyHidden>{isOpen ? ', open' : ', position'}</VisuallyHidden>
          </button>
          <EditedBy what="position" id={id} />
        </>
      ) : (
        <span className="positions__name" title={name}>
          {name}
        </span>
      )}
      <span
        className={present.length > 1 ? 'positions__people positions__people--several' : 'positions__people'}
      >
        {present.map((person) => (
          <PersonChip
            key={person.shift.id}
            person={person}
            position={name}
            note={seatNote(person, covered)}
            timerMinutes={timerMinutes}
          />
        ))}
        {isOpen && (
          <span className="positions__open">
            {next ? 'Open, ' : 'Open'}
            {next && <Comer person={next} />}
          </span>
        )}
      </span>
    </li>
  );
}, isSame);

type SubareaCardsProps = {
  rotation: Rotation;
  coverage: RotationCoverage;
  timerMinutes: number;
};

export function SubareaCards({ rotation, coverage, timerMinutes }: SubareaCardsProps) {
  const { subareas } = rotation;
  if (subareas.length === 0) return <NothingYet title="No subareas added yet" />;
  return (
    <Columns minWidth={280} sizes={subareas.map(({ positions }) => 1 + Math.max(1, positions.length))}>
      {subareas.map(({ id, name, positions }) => (
        <SubareaCard
          key={id}
          name={name}
          count={showCovered(coverage.subareas.get(id))}
          covered={positions.flatMap((position) => coverage.positions.get(position.id) ?? [])}
          timerMinutes={timerMinutes}
        />
      ))}
    </Columns>
  );
}

type SubareaCardProps = {
  name: string;
  count: string;
  covered: readonly PositionCoverage[];
  timerMinutes: number;
};

const SubareaCard = memo(function SubareaCard({ name, count, covered, timerMinutes }: SubareaCardProps) {
  return (
    <Card title={name} aside={count}>
      {covered.length === 0 ? (
        <p className="positions__none">No positions added yet</p>
      ) : (
        <ul className="positions divided">
          {covered.map((each) => (
            <PositionRow key={each.position.id} covered={each} timerMinutes={timerMinutes} />
          ))}
        </ul>
      )}
    </Card>
  );
}, isSame);
