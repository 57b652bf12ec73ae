import { memo, useSyncExternalStore } from 'react';
import type { CoverageCounts, RotationCoverage } from '../../../domain/coverage/coverage.ts';
import type { Rotation } from '../../../domain/rotation/rotation.ts';
import type { Subarea } from '../../../domain/subarea/subarea.ts';
import { lazyScreen } from '../../parts/page/lazy-screen.tsx';
import { isTelevision, watchTelevision } from '../../styles/television.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Columns } from '../../ui/table/columns.tsx';
import { urls } from '../../urls.ts';
import { isSamePosition, PositionRow } from './floor/position-row.tsx';
import './subarea-cards.css';

// most devices aren't televisions, and one that is fetches its board at once
const TelevisionBoard = lazyScreen(
  async () => (await import('./television/television-board.tsx')).TelevisionBoard,
  () => null,
);
if (isTelevision()) void TelevisionBoard.load().catch(() => undefined);

/** Whether the day view has television sizes; there nothing on the board is pressed. */
export const useTelevision = (): boolean => useSyncExternalStore(watchTelevision, isTelevision);

type SubareaCardsProps = {
  rotation: Rotation;
  coverage: RotationCoverage;
  timerMinutes: number;
  mayManage: boolean;
  /** Whether people and positions can be pressed. */
  acts: boolean;
};

/** The people on each position: a card per subarea, in columns. */
export const SubareaCards = memo(function SubareaCards(props: SubareaCardsProps) {
  const { rotation, coverage, timerMinutes, mayManage, acts } = props;
  const isLarge = useTelevision();

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
      {isLarge ? (
        <TelevisionBoard
          subareas={subareas}
          card={({ subarea, from, to }) => (
            <SubareaCard subarea={subareas[subarea] as Subarea} from={from} to={to} {...shared} />
          )}
        />
      ) : (
        <Columns minWidth={280} sizes={subareas.map(({ positions }) => 1 + Math.max(1, positions.length))}>
          {subareas.map((subarea) => (
            <SubareaCard key={subarea.id} subarea={subarea} {...shared} />
          ))}
        </Columns>
      )}
    </div>
  );
});

type SubareaCardProps = Omit<SubareaCardsProps, 'rotation' | 'mayManage'> & {
  subarea: Subarea;
  /** The range of positions shown, if not all. */
  from?: number;
  to?: number;
};

/** Skips rendering when only someone on another card changed. */
function isSameCard(before: SubareaCardProps, after: SubareaCardProps): boolean {
  return (
    before.subarea === after.subarea &&
    before.from === after.from &&
    before.to === after.to &&
    before.timerMinutes === after.timerMinutes &&
    before.acts === after.acts &&
    after.subarea.positions.every(({ id }) => {
      const [one, other] = [before.coverage.positions.get(id), after.coverage.positions.get(id)];
      return one !== undefined && other !== undefined && isSamePosition(one, other);
    })
  );
}

const SubareaCard = memo(function SubareaCard(props: SubareaCardProps) {
  const { subarea, from = 0, to, coverage, timerMinutes, acts } = props;
  const { name, positions } = subarea;
  const counts = from > 0 ? {} : standingCounts(coverage.subareas.get(subarea.id));
  return (
    <Card title={from > 0 ? `${name} (continued)` : name} {...counts}>
      {positions.length === 0 ? (
        <p className="subarea-cards__none">No positions added yet</p>
      ) : (
        <ul className="positions">
          {positions.slice(from, to).map(({ id }) => {
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

/** What the header of a card says: '1 open', and '5/6' for positions where somebody stands. */
function standingCounts(counts: CoverageCounts | undefined): { flag?: string; aside?: string } {
  if (!counts || counts.positions === 0) return {};
  return {
    flag: counts.open > 0 ? `${counts.open} open` : '',
    aside: `${counts.covered}/${counts.positions}`,
  };
}
