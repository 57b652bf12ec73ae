import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { candidatesFor, reasonsOf, type SeatCandidate } from '../../../../domain/day/candidates.ts';
import {
  coverRotation,
  isPresent,
  momentOf,
  type PersonCoverage,
  showArrival,
} from '../../../../domain/day/coverage.ts';
import { jobOf } from '../../../../domain/day/shift.ts';
import type { Position } from '../../../../domain/plan/rotation.ts';
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
  const moment = momentOf(layout, client.now(), timeZone);
  const found = candidatesFor(layout, { rotation, position }, moment);
  const seated = coverRotation(layout, rotation, moment).positions.get(position.id)?.people ?? [];
  const here = layout.shifts.filter(({ id }) => position.seats.includes(id));
  const about = here.length === 0 ? 'Open' : here.map((shift) => nameOf(shift).short).join(', ');
  return (
    <Sheet hand={hand} title={position.name} about={about}>
      {/* the board shows who is there; these are picked up here */}
      {seated.some((person) => !isPresent(person)) && (
        <ul className="candidates" aria-label="Not there now">
          {seated
            .filter((person) => !isPresent(person))
            .map((person) => (
              <li key={person.shift.id}>
                <button
                  type="button"
                  className="candidate"
                  onClick={() => hand.set({ kind: 'person', id: person.shift.id })}
                >
                  <span className="candidate__name">{nameOf(person.shift).full}</span>
                  <span className="candidate__about">{whyAway(person)}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
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

const whyAway = (person: PersonCoverage): string =>
  person.state === 'gone' ? 'gone' : `on it ${showArrival(person)}`;

/** 'free · was there today · until 2', 'leaves Grill 1 open · Kitchen'. */
function About({ candidate }: { candidate: SeatCandidate }) {
  const { leavesOpen, shift } = candidate;
  return (
    <span className={leavesOpen ? 'candidate__about candidate__about--opens' : 'candidate__about'}>
      {[...reasonsOf(candidate), jobOf(shift)].filter(Boolean).join(' · ')}
    </span>
  );
}
