import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { Position } from '../../../../domain/position/position.ts';
import { unassigned } from '../../../../domain/rotation/rotation.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { Button } from '../../../ui/button/button.tsx';
import type { OnBoard } from './on-board.ts';
import { Sheet } from './sheet.tsx';
import './candidates.css';

/** Who could take a position. While it is open, a press on anybody on the board moves them there. */
export function PositionSheet({ position, ...board }: OnBoard & { position: Position }) {
  const { hand, layout, rotation, places } = board;
  const nameOf = useNames();
  const candidates = unassigned(layout.shifts, rotation, layout.dayStart);
  return (
    <Sheet hand={hand} title={position.name} about={position.seats.length === 0 ? 'Open' : undefined}>
      <p className="sheet__hint">Tap anyone on the board, or choose who takes it.</p>
      <ul className="candidates">
        {candidates.map((shift) => (
          <li key={shift.id}>
            <button
              type="button"
              className="candidate"
              onClick={() => places.move(shift.id, position.id) && hand.letGo()}
            >
              <span className="candidate__name">{nameOf(shift).full}</span>
              <span className="candidate__about">{`Leaves nothing open · ${shortRange(shift)}`}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="sheet__actions">
        <Button
          size="big"
          icon={<IconUserPlus />}
          onPress={() => hand.set({ kind: 'walk-in', id: position.id, shift: null })}
        >
          Walk-In
        </Button>
      </div>
    </Sheet>
  );
}
