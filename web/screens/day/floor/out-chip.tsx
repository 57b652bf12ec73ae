import { type ComponentType, lazy, memo, Suspense } from 'react';
import { outNames } from '../../../../domain/attendance/attendance.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { VisuallyHidden } from '../../../ui/page/visually-hidden.tsx';
import { useIsHeld } from './hand.ts';

// the members are asked for only once somebody is out
const RecordedBy = lazy(async (): Promise<{ default: ComponentType<{ user: string }> }> => {
  const found = await import('../actions/recorded-by.tsx').catch(() => null);
  return { default: found?.RecordedBy ?? (() => null) };
});

type OutChipProps = { shift: Shift; acts: boolean };

/** Somebody who is out: 'Dana K.', 'sick, 10:12 AM by Lee'. Viewers don't see who recorded it. */
export const OutChip = memo(function OutChip({ shift, acts }: OutChipProps) {
  return acts ? (
    <ActingChip shift={shift} />
  ) : (
    <span className={look}>{<Face shift={shift} isNamed={false} />}</span>
  );
});

const look = 'positions__person positions__person--away positions__person--out';

function ActingChip({ shift }: { shift: Shift }) {
  const isHeld = useIsHeld('person', shift.id);
  return (
    <button
      type="button"
      className={`${look} positions__person--acts`}
      data-stop
      data-shift={shift.id}
      aria-pressed={isHeld}
      title={`${shift.teamMember} · ${shift.startTime} – ${shift.endTime}`}
    >
      <Face shift={shift} isNamed />
    </button>
  );
}

function Face({ shift, isNamed }: { shift: Shift; isNamed: boolean }) {
  const { out } = shift;
  const name = useNames()(shift).short;
  if (!out) return null;
  return (
    <>
      <span className="positions__short">{name}</span>
      <VisuallyHidden>, out: </VisuallyHidden>
      <span className="positions__coming">
        {`${outNames[out.reason]}, ${out.from}`}
        {isNamed && out.by !== null && (
          <Suspense>
            <RecordedBy user={out.by} />
          </Suspense>
        )}
      </span>
    </>
  );
}
