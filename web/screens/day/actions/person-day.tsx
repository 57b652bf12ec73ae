import { crewIndex } from '../../../../domain/crew/crew.ts';
import { rotationsAsWorked } from '../../../../domain/day/attendance.ts';
import { breakTimes } from '../../../../domain/day/break.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { breaksAt } from '../../../../domain/day/presence.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { overlapping, positionsOf } from '../../../../domain/plan/rotation.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';
import { useClient, useCrew, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';

type PersonDayProps = { layout: Layout; shift: Shift; onBack: () => void };

/** Where somebody stands all day, their breaks and their note. */
export function PersonDay({ layout, shift, onBack }: PersonDayProps) {
  const timeZone = useTimeZone();
  const client = useClient();
  const crew = useCrew();
  const person =
    crew.state === 'ready' && shift.person !== undefined
      ? crewIndex(crew.body).personOf(shift.person)
      : undefined;
  const { dayStart, breakTimerMinutes } = layout;
  const theirs = rotationsAsWorked(layout).filter(
    (rotation) => overlapping([shift], rotation, dayStart).length > 0,
  );
  return (
    <>
      <dl className="person-day">
        {theirs.map((rotation) => {
          const position = positionsOf(rotation).find(({ seats }) => seats.includes(shift.id));
          return (
            <div key={rotation.id}>
              <dt>{`${rotation.name} · ${shortRange(rotation)}`}</dt>
              <dd>{position?.name ?? 'No position'}</dd>
            </div>
          );
        })}
        {breaksAt(shift, layout, { now: client.now(), timeZone }).map((slot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks are identified by their index
          <div key={index}>
            <dt>{`Break ${index + 1}`}</dt>
            <dd>{breakTimes(slot, breakTimerMinutes, timeZone) || 'Not taken'}</dd>
          </div>
        ))}
        {[shift.note, person?.notes].filter(Boolean).map((note) => (
          <div key={note}>
            <dt>Note</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
      <div className="sheet__actions">
        <Button size="big" onPress={onBack}>
          Back
        </Button>
      </div>
    </>
  );
}
