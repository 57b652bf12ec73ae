import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { momentOf } from '../../../../domain/coverage/coverage.ts';
import type { Position } from '../../../../domain/position/position.ts';
import { candidatesFor, reasonsOf, type SeatCandidate } from '../../../../domain/seat/candidates.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import type { OnBoard } from './on-board.ts';
import { Sheet } from './sheet.tsx';
import './candidates.css';

const mostShown = 20;

/** Who could take a position, best first. While it is open, a press on anybody on the board moves them there. */
export function PositionSheet({ position, ...board }: OnBoard & { position: Position }) {
  const { hand, layout, rotation, places } = board;
  const client = useClient();
  const timeZone = useTimeZone();
  const nameOf = useNames();
  const found = candidatesFor(layout, { rotation, position }, momentOf(layout, client.now(), timeZone));
  const here = layout.shifts.filter(({ id }) => position.seats.includes(id));
  const about = here.length === 0 ? 'Open' : here.map((shift) => nameOf(shift).short).join(', ');
  return (
    <Sheet hand={hand} title={position.name} about={about}>
      <p className="sheet__hint">Tap anyone on the board, or choose who takes it.</p>
      <ul className="candidates">
        {found.slice(0, mostShown).map((candidate) => {
          const { shift } = candidate;
          return (
            <li key={shift.id}>
              <button
                type="button"
                className="candidate"
                onClick={() => places.move(shift.id, position.id) && hand.letGo()}
              >
                <span className="candidate__name">{nameOf(shift).full}</span>
                <About candidate={candidate} />
              </button>
            </li>
          );
        })}
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

/** 'free · was there today · until 2', 'leaves Grill 1 open · Kitchen'. */
function About({ candidate }: { candidate: SeatCandidate }) {
  const { leavesOpen, shift } = candidate;
  return (
    <span className={leavesOpen ? 'candidate__about candidate__about--opens' : 'candidate__about'}>
      {[...reasonsOf(candidate), shift.schedule].filter(Boolean).join(' · ')}
    </span>
  );
}
