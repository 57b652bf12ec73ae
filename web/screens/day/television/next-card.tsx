import { useMemo } from 'react';
import { bareTime } from '../../../../client/words/formats.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { type NextMove, nextMoves } from '../../../../domain/day/next-rotation.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { type NameOf, useMinuteOf, useNames } from '../../../parts/board/use-board.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { PagedCard } from './paged-card.tsx';
import { Fitted, FittedName, fitLabel } from './television-line.tsx';

type NextCardProps = { layout: Layout; current: Rotation; next: Rotation };

/** In the last minutes of a rotation, what the next one changes, beside what still stands. */
export function NextCard({ layout, current, next }: NextCardProps) {
  const client = useClient();
  const minute = useMinuteOf(layout.date, useTimeZone());
  const moves = useMemo(
    () => nextMoves(layout, current, next, { minute, now: client.now() }),
    [layout, current, next, minute, client],
  );
  return (
    <PagedCard title={`Next: ${next.name}`} aside={`at ${next.startTime}`} className="tv-next" line={64}>
      {moves.length === 0 ? (
        <p className="tv-next__same">Everyone stays in place.</p>
      ) : (
        <ul className="divided">
          {moves.map((move) => (
            <MoveLine
              key={'shift' in move ? move.shift.id : move.to.id}
              move={move}
              startTime={next.startTime}
            />
          ))}
        </ul>
      )}
    </PagedCard>
  );
}

/** Where to on the right, and from where or when. */
function MoveLine({ move, startTime }: { move: NextMove; startTime: string }) {
  const nameOf = useNames();
  const shift = 'shift' in move ? move.shift : null;
  const isOpen = move.type === 'open';
  return (
    <li className={isOpen ? 'tv-next__move tv-line--open' : 'tv-next__move'} data-person={shift?.id}>
      <FittedName name={shift ? nameOf(shift).short : 'Open'} />
      <span className="tv-next__place">
        <Fitted text={'to' in move ? move.to.name : 'No position'} by={fitLabel} className="tv-next__to" />
        <Fitted text={aboutMove(move, startTime, nameOf)} by={fitLabel} className="tv-next__about" />
      </span>
    </li>
  );
}

function aboutMove(move: NextMove, startTime: string, nameOf: NameOf): string {
  switch (move.type) {
    case 'open':
      return move.comes?.from == null
        ? ''
        : `${nameOf(move.comes.shift).short} at ${bareTime(move.comes.from)}`;
    case 'come':
      return `comes ${startTime}`;
    case 'move':
    case 'unplaced':
      return move.from ? `from ${move.from.name}` : '';
  }
}
