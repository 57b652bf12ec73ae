import { useMemo } from 'react';
import { bareTime, showTime } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { type NextMove, nextMoves } from '../../../../domain/day/next-rotation.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { type NameOf, useMinuteOf, useNames } from '../../../parts/board/use-board.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { PagedCard } from './paged-card.tsx';
import { Fitted, FittedName, fitLabel } from './television-line.tsx';

const t = words('television');

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
    <PagedCard
      title={t('next', { rotation: next.name })}
      aside={t('at', { time: showTime(next.startTime) })}
      className="tv-next"
      line={64}
    >
      {moves.length === 0 ? (
        <p className="tv-next__same">{t('all-stay')}</p>
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
      <FittedName name={shift ? nameOf(shift).short : t('open')} />
      <span className="tv-next__place">
        <Fitted text={'to' in move ? move.to.name : t('no-position')} by={fitLabel} className="tv-next__to" />
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
        : t('somebody-at', { name: nameOf(move.comes.shift).short, time: bareTime(move.comes.from) });
    case 'come':
      return t('comes-at', { time: showTime(startTime) });
    case 'move':
    case 'unplaced':
      return move.from ? t('from-position', { position: move.from.name }) : '';
  }
}
