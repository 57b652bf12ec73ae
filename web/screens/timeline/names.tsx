import { memo } from 'react';
import type { Shift } from '../../../domain/day/shift.ts';
import { shortRange } from '../../../domain/time/clock-time.ts';
import { useNames } from '../../parts/board/board-names.tsx';
import { Link } from '../../ui/button/link.tsx';
import { urls } from '../../urls.ts';
import type { RowGroup } from './groups.ts';
import './names.css';

type NamesProps = {
  groups: readonly RowGroup[];
  /** How many rows of rotations are above. */
  lanes: number;
  /** The largest number of the curve. */
  most: number;
  /** Whether a name opens its person on the day view. */
  isLink: boolean;
};

/** The column at the left, which stays when the tracks scroll: one element, since each that stays costs a layer. */
export const Names = memo(function Names({ groups, lanes, most, isLink }: NamesProps) {
  return (
    <div className="timeline__names">
      <div className={headLook(lanes)}>
        <div className="timeline__row--hours" />
        {Array.from({ length: lanes }, (_, lane) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes have no other identity
          <div key={lane} className="timeline__row--rotations timeline__name">
            {lane === 0 && 'Rotations'}
          </div>
        ))}
      </div>
      <div className="timeline__name timeline__row--curve">
        <span className="timeline__key timeline__key--people">People at work</span>
        <span className="timeline__key timeline__key--positions">Positions</span>
        <span className="timeline__key timeline__key--short">Short</span>
        <span>Scale: 0–{most}</span>
      </div>
      {groups.map(({ title, rows }) => (
        <div key={title}>
          {title !== '' && (
            <h2 className="timeline__title">
              {title} <span className="timeline__count">{rows.length}</span>
            </h2>
          )}
          {rows.map(({ shift }) => (
            <Name key={shift.id} shift={shift} isLink={isLink} />
          ))}
        </div>
      ))}
    </div>
  );
});

/** Rotations in many rows would fill a phone, so they don't stay at the top. */
export const headLook = (lanes: number): string =>
  lanes > 3 ? 'timeline__head timeline__head--tall' : 'timeline__head';

const Name = memo(function Name({ shift, isLink }: { shift: Shift; isLink: boolean }) {
  const text = (
    <>
      <span className="timeline__person">{useNames()(shift).short}</span>{' '}
      <span className="timeline__times">{shortRange(shift)}</span>
    </>
  );
  if (!isLink) return <div className="timeline__name timeline__row">{text}</div>;
  return (
    <Link className="timeline__name timeline__row timeline__link" href={urls.personOnDay(shift.id)}>
      {text}
    </Link>
  );
});
