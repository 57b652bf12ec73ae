import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { memo } from 'react';
import type { PersonCoverage } from '../../../../domain/coverage/coverage.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import type { Place } from './drag-data.ts';
import { useIsHeld } from './hand.ts';
import { OutChip } from './out-chip.tsx';
import { isSamePerson, PersonChip } from './person-chip.tsx';
import './floor-strip.css';

type FloorStripProps = {
  unplaced: readonly PersonCoverage[];
  /** Who is out during the rotation. */
  out: readonly Shift[];
  timerMinutes: number;
  acts: boolean;
};

/** Who is here and stands nowhere, and who is out. One line that scrolls sideways, so that nothing below it moves. */
export const FloorStrip = memo(function FloorStrip({ unplaced, out, timerMinutes, acts }: FloorStripProps) {
  const { ref, isDropTarget } = useDroppable<Place, HTMLElement>({
    data: { nowhere: true },
    disabled: !acts,
  });
  const isEmpty = unplaced.length === 0 && out.length === 0;
  const looks = ['floor-strip', isDropTarget && 'floor-strip--over', isEmpty && 'floor-strip--empty'];
  return (
    <section ref={ref} className={looks.filter(Boolean).join(' ')} aria-label="People without a position">
      {/* without buttons inside, what scrolls needs a tab stop of its own */}
      <div className="floor-strip__scroll" tabIndex={acts || isEmpty ? undefined : 0}>
        <h2 className="floor-strip__title">
          {'No position '}
          <span className="floor-strip__count">{unplaced.length}</span>
        </h2>
        {unplaced.length > 0 ? (
          <ul className="floor-strip__people">
            {unplaced.map((person) => (
              <li key={person.shift.id}>
                <PersonChip person={person} position={null} timerMinutes={timerMinutes} acts={acts} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="floor-strip__none">Everyone here has one</p>
        )}
        {out.length > 0 && (
          <>
            <h2 className="floor-strip__title">
              {'Out '}
              <span className="floor-strip__count">{out.length}</span>
            </h2>
            <ul className="floor-strip__people">
              {out.map((shift) => (
                <li key={shift.id}>
                  <OutChip shift={shift} acts={acts} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {acts && <WalkInButton />}
    </section>
  );
}, isSameStrip);

function isSameStrip(before: FloorStripProps, after: FloorStripProps): boolean {
  return (
    before.acts === after.acts &&
    before.timerMinutes === after.timerMinutes &&
    before.unplaced.length === after.unplaced.length &&
    before.unplaced.every((person, index) => isSamePerson(person, after.unplaced[index] as PersonCoverage)) &&
    before.out.length === after.out.length &&
    before.out.every((shift, index) => shift === after.out[index])
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
