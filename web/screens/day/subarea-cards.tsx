import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { memo, useMemo, useSyncExternalStore } from 'react';
import { breakDisplay } from '../../../domain/break/break.ts';
import type { Position } from '../../../domain/position/position.ts';
import type { Rotation } from '../../../domain/rotation/rotation.ts';
import type { Shift } from '../../../domain/shift/shift.ts';
import type { Subarea } from '../../../domain/subarea/subarea.ts';
import { useNames } from '../../parts/board/board-names.tsx';
import { BreakTimer } from '../../parts/board/break-slot.tsx';
import { seatCounts } from '../../parts/board/seat-counts.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { lazyScreen } from '../../parts/page/lazy-screen.tsx';
import { useTicking } from '../../parts/page/ticker.ts';
import { isTelevision, watchTelevision } from '../../styles/television.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Card } from '../../ui/page/card.tsx';
import { VisuallyHidden } from '../../ui/page/visually-hidden.tsx';
import { Columns } from '../../ui/table/columns.tsx';
import { urls } from '../../urls.ts';
import './subarea-cards.css';

// most devices aren't televisions, and one that is fetches its board at once
const TelevisionBoard = lazyScreen(
  async () => (await import('./television/television-board.tsx')).TelevisionBoard,
  () => null,
);
if (isTelevision()) void TelevisionBoard.load().catch(() => undefined);

type ShiftsById = ReadonlyMap<string, Shift>;

type SubareaCardsProps = {
  rotation: Rotation;
  shifts: readonly Shift[];
  timerMinutes: number;
  mayManage: boolean;
};

/** The people on each position: a card per subarea, in columns. */
export const SubareaCards = memo(function SubareaCards(props: SubareaCardsProps) {
  const { rotation, shifts, timerMinutes, mayManage } = props;
  const isLarge = useSyncExternalStore(watchTelevision, isTelevision);
  const shiftsById = useMemo(() => new Map(shifts.map((shift) => [shift.id, shift])), [shifts]);

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
  return (
    <div className="subarea-cards">
      {isLarge ? (
        <TelevisionBoard
          subareas={subareas}
          card={({ subarea, from, to }) => (
            <SubareaCard
              subarea={subareas[subarea] as Subarea}
              from={from}
              to={to}
              shifts={shiftsById}
              timerMinutes={timerMinutes}
            />
          )}
        />
      ) : (
        <Columns minWidth={280} sizes={subareas.map(({ positions }) => 1 + Math.max(1, positions.length))}>
          {subareas.map((subarea) => (
            <SubareaCard key={subarea.id} subarea={subarea} shifts={shiftsById} timerMinutes={timerMinutes} />
          ))}
        </Columns>
      )}
    </div>
  );
});

type SubareaCardProps = {
  subarea: Subarea;
  /** The range of positions shown, if not all. */
  from?: number;
  to?: number;
  shifts: ShiftsById;
  timerMinutes: number;
};

/** Skips rendering when only someone on another card changed. */
function isSameCard(before: SubareaCardProps, after: SubareaCardProps): boolean {
  return (
    before.subarea === after.subarea &&
    before.from === after.from &&
    before.to === after.to &&
    before.timerMinutes === after.timerMinutes &&
    after.subarea.positions.every((position) =>
      position.seats.every((id) => before.shifts.get(id) === after.shifts.get(id)),
    )
  );
}

const SubareaCard = memo(function SubareaCard(props: SubareaCardProps) {
  const { subarea, from = 0, to, shifts, timerMinutes } = props;
  const { name, positions } = subarea;
  return (
    <Card title={from > 0 ? `${name} (continued)` : name} {...(from > 0 ? {} : seatCounts(positions))}>
      {positions.length === 0 ? (
        <p className="subarea-cards__none">No positions added yet</p>
      ) : (
        <ul className="positions">
          {positions.slice(from, to).map((position) => (
            <PositionRow key={position.id} position={position} shifts={shifts} timerMinutes={timerMinutes} />
          ))}
        </ul>
      )}
    </Card>
  );
}, isSameCard);

type PositionRowProps = { position: Position; shifts: ShiftsById; timerMinutes: number };

function PositionRow({ position, shifts, timerMinutes }: PositionRowProps) {
  const people = position.seats.flatMap((id) => shifts.get(id) ?? []);
  return (
    <li className={people.length > 0 ? 'positions__row' : 'positions__row positions__row--open'}>
      <span className="positions__name" title={position.name}>
        {position.name}
      </span>
      <span
        className={people.length > 1 ? 'positions__people positions__people--several' : 'positions__people'}
      >
        {people.map((shift) => (
          <SeatedPerson key={shift.id} shift={shift} timerMinutes={timerMinutes} />
        ))}
        {people.length === 0 && (
          <span className="positions__open">
            <IconAlertTriangle aria-hidden="true" />
            Open
          </span>
        )}
      </span>
    </li>
  );
}

const SeatedPerson = memo(function SeatedPerson({
  shift,
  timerMinutes,
}: {
  shift: Shift;
  timerMinutes: number;
}) {
  const client = useClient();
  const mayRun = shift.breaks.some((slot) => slot !== null && slot.endedAt === null);
  const running = useTicking(
    () =>
      shift.breaks.findIndex((slot) => breakDisplay(slot, timerMinutes, client.now()).state === 'running'),
    mayRun,
  );
  const slot = shift.breaks[running];
  const nameOf = useNames();
  const about = `${shift.teamMember} · ${shift.startTime} – ${shift.endTime}`;
  return (
    <span className="positions__person" title={about}>
      {slot ? (
        <>
          <s className="positions__short">{nameOf(shift).short}</s>
          <VisuallyHidden> on a break, </VisuallyHidden>
          <BreakTimer slot={slot} timerMinutes={timerMinutes} />
        </>
      ) : (
        <span className="positions__short">{nameOf(shift).short}</span>
      )}
    </span>
  );
});
