import { type ComponentType, lazy, memo, Suspense } from 'react';
import { outNames, showMarked } from '../../../../domain/day/attendance.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { useTimeZone } from '../../../parts/page/client-context.tsx';
import { VisuallyHidden } from '../../../ui/page/visually-hidden.tsx';
import { useIsHeld } from './hand.ts';

// the members are asked for only once somebody is out
const RecordedBy = lazy(async (): Promise<{ default: ComponentType<{ user: string }> }> => {
  const found = await import('../actions/recorded-by.tsx').catch(() => null);
  return { default: found?.RecordedBy ?? (() => null) };
});

type OutChipProps = { shift: Shift; acts: boolean };

/**
 * Somebody who is out: 'Dana K.', 'sick, from 10:12 AM by Lee', 'no-show, from 10:00 AM, marked 10:57 AM by Lee'. Only who runs
 * the day reads why: on a television or a viewer's phone it is 'from 10:12 AM'.
 */
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
  const timeZone = useTimeZone();
  if (!out) return null;
  const facts = isNamed
    ? [outNames[out.reason], `from ${out.from}`, showMarked(out, timeZone)]
    : [`from ${out.from}`];
  return (
    <>
      <span className="positions__short">{name}</span>
      <VisuallyHidden>, out: </VisuallyHidden>
      <span className="positions__note">
        {facts.filter(Boolean).join(', ')}
        {isNamed && out.by !== null && (
          <Suspense>
            <RecordedBy user={out.by} />
          </Suspense>
        )}
      </span>
    </>
  );
}
