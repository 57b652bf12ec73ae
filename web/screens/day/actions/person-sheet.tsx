import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconCalendarUser from '@tabler/icons-react/dist/esm/icons/IconCalendarUser.mjs';
import IconClockEdit from '@tabler/icons-react/dist/esm/icons/IconClockEdit.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import { useRef, useState } from 'react';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { positionsOf } from '../../../../domain/plan/rotation.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { AttendanceText, LateButton, OutButtons } from './attendance-buttons.tsx';
import { BreakButton } from './break-button.tsx';
import { EditTimes } from './edit-times.tsx';
import { LateChoices } from './late-choices.tsx';
import type { OnBoard } from './on-board.ts';
import { PersonDay } from './person-day.tsx';
import { Sheet, usePageAbove } from './sheet.tsx';

type View = 'actions' | 'moving' | 'late' | 'day' | 'times';

/** A person of the board. While it is open, a press on a position moves them, and one on a person swaps the two. */
export function PersonSheet({ shift, ...board }: OnBoard & { shift: Shift }) {
  const { hand, layout, rotation, places } = board;
  const [view, show] = useState<View>('actions');
  const { full, first } = useNames()(shift);
  const position = positionsOf(rotation).find(({ seats }) => seats.includes(shift.id));
  const close = () => hand.letGo();
  const back = () => show('actions');

  if (view === 'times')
    return <EditTimes {...board} shift={shift} title={`${full}’s Times`} onClose={close} />;
  if (view === 'moving') {
    return <Moving first={first} onCancel={close} />;
  }
  const about = [position?.name ?? 'No position', shortRange(shift), jobOf(shift)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Sheet hand={hand} title={full} about={about}>
      {view === 'day' && <PersonDay layout={layout} shift={shift} onBack={back} />}
      {view === 'late' && <LateChoices {...board} shift={shift} onDone={close} onBack={back} />}
      {view === 'actions' && (
        <>
          <AttendanceText shift={shift} />
          {!shift.out && <p className="sheet__hint">Tap a position to move them, or a person to swap.</p>}
          <div className="sheet__grid">
            <BreakButton layout={layout} shift={shift} onDone={close} />
            {!shift.out && (
              <Button size="big" icon={<IconArrowsExchange />} onPress={() => show('moving')}>
                Move or Swap
              </Button>
            )}
            {position && (
              <Button size="big" icon={<IconUserMinus />} onPress={() => places.takeOff(shift.id) && close()}>
                Take Off
              </Button>
            )}
            <LateButton {...board} shift={shift} onDone={close} onLate={() => show('late')} />
          </div>
          <OutButtons {...board} shift={shift} onDone={close} />
          <div className="sheet__actions">
            <Button size="big" icon={<IconClockEdit />} onPress={() => show('times')}>
              Edit Times
            </Button>
            <Button size="big" icon={<IconCalendarUser />} onPress={() => show('day')}>
              Their Day
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}

/** The board is free to be pressed, down to its last row. */
function Moving({ first, onCancel }: { first: string; onCancel: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  usePageAbove(bar);
  return (
    <div className="moving" ref={bar}>
      <span className="moving__text">{`Move ${first}: tap a position, or a person to swap`}</span>
      <Button size="big" onPress={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
