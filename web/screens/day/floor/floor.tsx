import { memo, useCallback, useDeferredValue, useRef, useState } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { mayManage, mayRunTheDay, type Role } from '../../../../domain/team/user.ts';
import { arrowMove } from '../../../parts/board/arrow-keys.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { useCoverage } from '../../../parts/board/use-coverage.ts';
import { DragArea } from '../../../parts/drag/drag-area.tsx';
import { useHold } from '../../../parts/presence/use-presence.ts';
import { SubareaCards } from '../subarea-cards.tsx';
import type { Dragged, Place } from './drag-data.ts';
import { FloorStrip } from './floor-strip.tsx';
import { Hand, HandContext, useHeld } from './hand.ts';
import { HeldSheet } from './held-sheet.tsx';
import { useAskedThing } from './use-asked.ts';
import { type Places, usePlaces } from './use-places.ts';
import { usePresses } from './use-presses.ts';
import './floor.css';

type FloorProps = {
  layout: Layout;
  rotation: Rotation;
  role: Role;
};

/** Who stands where. Who may run the day picks people and positions up and puts them where they belong. */
export const Floor = memo(function Floor({ layout, rotation, role }: FloorProps) {
  const coverage = useCoverage(layout, rotation);
  const acts = mayRunTheDay(role);
  const { breakTimerMinutes } = layout;
  const board = (
    <>
      <FloorStrip
        unplaced={coverage.unplaced}
        out={coverage.out}
        timerMinutes={breakTimerMinutes}
        acts={acts}
      />
      <SubareaCards
        rotation={rotation}
        coverage={coverage}
        timerMinutes={breakTimerMinutes}
        mayManage={mayManage(role)}
        acts={acts}
      />
    </>
  );
  if (!acts) return <ShownFloor rotation={rotation.id}>{board}</ShownFloor>;
  return (
    // what was picked up belongs to one rotation
    <ActingFloor key={rotation.id} layout={layout} rotation={rotation}>
      {board}
    </ActingFloor>
  );
});

function ShownFloor({ rotation, children }: { rotation: string; children: React.ReactNode }) {
  useAskedThing(rotation, null);
  return <div className="floor">{children}</div>;
}

type ActingFloorProps = { layout: Layout; rotation: Rotation; children: React.ReactNode };

function ActingFloor({ layout, rotation, children }: ActingFloorProps) {
  const [hand] = useState(() => new Hand(null));
  const nameOf = useNames();
  const places = usePlaces(rotation.id);
  const board = useRef<HTMLDivElement>(null);
  useAskedThing(rotation.id, hand);
  const press = usePresses(hand, places);
  const latest = useRef(layout);
  latest.current = layout;

  const ghost = useCallback(
    ({ shift }: Dragged) => {
      const found = byId(latest.current.shifts, shift);
      return found ? nameOf(found).short : '';
    },
    [nameOf],
  );

  return (
    <HandContext value={hand}>
      <DragArea
        onDragStart={() => hand.set(null)}
        onDrop={(dragged: Dragged, place: Place) => places.drop(dragged.shift, place)}
        ghost={ghost}
      >
        <HeldBoard places={places}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed */}
          <div
            ref={board}
            onClick={press}
            onKeyDown={(event) => {
              if (board.current && arrowMove(board.current, event.key)) event.preventDefault();
            }}
          >
            {children}
          </div>
          <div className="floor__foot" data-lifted />
          <HeldSheet layout={layout} rotation={rotation} places={places} />
        </HeldBoard>
      </DragArea>
    </HandContext>
  );
}

/** Marks the board while something is picked up: style sheets show what can be pressed then. */
function HeldBoard({ places, children }: { places: Places; children: React.ReactNode }) {
  const held = useHeld();
  useHold(
    held && (held.kind === 'walk-in' ? {} : { [held.kind === 'person' ? 'shift' : 'position']: held.id }),
  );
  const isWaiting = held?.kind === 'walk-in' && held.shift === null;
  const isOut = held?.kind === 'person' && places.isOut(held.id);
  const kind = isWaiting || isOut ? undefined : held?.kind;
  // what was pressed shows first: this styles a few hundred things
  const shown = useDeferredValue(kind);
  return (
    <div className="floor" data-held={shown}>
      {children}
    </div>
  );
}
