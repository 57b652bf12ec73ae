import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { memo, useMemo, useRef } from 'react';
import { breakDisplay } from '../../../domain/break.ts';
import { shortName } from '../../../domain/name.ts';
import type { Position } from '../../../domain/position.ts';
import type { Rotation } from '../../../domain/rotation.ts';
import type { Shift } from '../../../domain/shift.ts';
import type { Subarea } from '../../../domain/subarea.ts';
import { BreakTimer } from '../../parts/break-slot.tsx';
import { useClient } from '../../parts/client-context.tsx';
import { useTicking } from '../../parts/ticker.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { urls } from '../../urls.ts';
import { useFit } from './fit.ts';
import './subarea-cards.css';

type ShiftsById = ReadonlyMap<string, Shift>;

type SubareaCardsProps = {
  rotation: Rotation;
  shifts: readonly Shift[];
  timerMinutes: number;
  mayManage: boolean;
};

/** Who stands where in a rotation: a card for each subarea, in columns. */
export const SubareaCards = memo(function SubareaCards(props: SubareaCardsProps) {
  const { rotation, shifts, timerMinutes, mayManage } = props;
  const cards = useRef<HTMLDivElement>(null);
  const shiftsById = useMemo(() => new Map(shifts.map((shift) => [shift.id, shift])), [shifts]);
  const cutOff = useFit(cards, rotation);

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
  return (
    <>
      <div className="subarea-cards" ref={cards}>
        {rotation.subareas.map((subarea) => (
          <SubareaCard key={subarea.id} subarea={subarea} shifts={shiftsById} timerMinutes={timerMinutes} />
        ))}
      </div>
      {cutOff > 0 && <p className="subarea-cards__more">{`+${cutOff} more`}</p>}
    </>
  );
});

type SubareaCardProps = { subarea: Subarea; shifts: ShiftsById; timerMinutes: number };

/** Someone else's break is no reason to draw a card again. */
function isSameCard(before: SubareaCardProps, after: SubareaCardProps): boolean {
  return (
    before.subarea === after.subarea &&
    before.timerMinutes === after.timerMinutes &&
    after.subarea.positions.every((position) =>
      position.seats.every((id) => before.shifts.get(id) === after.shifts.get(id)),
    )
  );
}

const SubareaCard = memo(function SubareaCard({ subarea, shifts, timerMinutes }: SubareaCardProps) {
  const { name, positions } = subarea;
  const open = positions.filter((position) => position.seats.length === 0).length;
  return (
    <Card
      title={name}
      flag={open > 0 && `${open} open`}
      aside={positions.length > 0 && `${positions.length - open}/${positions.length}`}
    >
      {positions.length === 0 ? (
        <p className="subarea-cards__none">No positions added yet</p>
      ) : (
        <ul className="positions">
          {positions.map((position) => (
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
      <span className="positions__people">
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
  const about = `${shift.teamMember} · ${shift.startTime} – ${shift.endTime}`;
  if (!slot) {
    return (
      <span className="positions__person" title={about}>
        {shortName(shift.teamMember)}
      </span>
    );
  }
  return (
    <span className="positions__person" title={about}>
      <s>{shortName(shift.teamMember)}</s>
      <VisuallyHidden> on a break, </VisuallyHidden>
      <BreakTimer slot={slot} timerMinutes={timerMinutes} />
    </span>
  );
});
