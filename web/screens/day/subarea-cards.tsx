import { memo } from 'react';
import { type RotationCoverage, showCovered } from '../../../domain/day/coverage.ts';
import type { Rotation, Subarea } from '../../../domain/plan/rotation.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Columns } from '../../ui/table/columns.tsx';
import { urls } from '../../urls.ts';
import { isSamePosition, PositionRow } from './floor/position-row.tsx';
import './subarea-cards.css';

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
