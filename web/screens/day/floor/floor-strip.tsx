import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { memo } from 'react';
import type { PersonCoverage } from '../../../../domain/coverage/coverage.ts';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import type { Place } from './drag-data.ts';
import { useIsHeld } from './hand.ts';
import { isSamePerson, PersonChip } from './person-chip.tsx';
import './floor-strip.css';

type FloorStripProps = {
  unplaced: readonly PersonCoverage[];
  timerMinutes: number;
  acts: boolean;
};

/** Who is here and stands nowhere. One line that scrolls sideways, so that nothing below it moves. */
export const FloorStrip = memo(function FloorStrip({ unplaced, timerMinutes, acts }: FloorStripProps) {
  const { ref, isDropTarget } = useDroppable<Place, HTMLElement>({ data: { nowhere: true }, disabled: !acts });
  return (
    <section
      ref={ref}
      className={isDropTarget ? 'floor-strip floor-strip--over' : 'floor-strip'}
      aria-labelledby="no-position"
    >
      <h2 className="floor-strip__title" id="no-position">
        {'No position '}
        <span className="floor-strip__count">{unplaced.length}</span>
      </h2>
      {unplaced.length > 0 ? (
        // without buttons inside, a scrolling list needs a tab stop of its own
        <ul className="floor-strip__people" tabIndex={acts ? undefined : 0}>
          {unplaced.map((person) => (
            <li key={person.shift.id}>
              <PersonChip person={person} position={null} timerMinutes={timerMinutes} acts={acts} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="floor-strip__none">Everyone here has one</p>
      )}
      {acts && <WalkInButton />}
    </section>
  );
}, isSameStrip);

function isSameStrip(before: FloorStripProps, after: FloorStripProps): boolean {
  return (
    before.acts === after.acts &&
    before.timerMinutes === after.timerMinutes &&
    before.unplaced.length === after.unplaced.length &&
    before.unplaced.every((person, index) => isSamePerson(person, after.unplaced[index] as PersonCoverage))
  );
}

function WalkInButton() {
  const isHeld = useIsHeld('walk-in', '');
  return (
    <button
      type="button"
      className="button button--secondary button--big floor-strip__walk-in"
      data-stop
      data-walk-in
      aria-pressed={isHeld}
    >
      <IconUserPlus aria-hidden="true" />
      Walk-In
    </button>
  );
}
