import { Accessibility, PointerActivationConstraints } from '@dnd-kit/dom';
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react';
import { type ReactNode, useState } from 'react';
import { shortName } from '../../../domain/name.ts';
import type { Position } from '../../../domain/position.ts';
import type { Shift } from '../../../domain/shift.ts';

/** What a dragged element carries; `from` is null for a person without a position. */
export type Dragged = { shift: Shift; from: Position | null };
/** What a place to drop on carries; `to` is null for the unassigned. */
export type DropPlace = { to: Position | null };
export type Dropped = Dragged & DropPlace;

type DragAreaProps = {
  onDragStart: () => void;
  onDrop: (dropped: Dropped) => void;
  children: ReactNode;
};

// a finger scrolls, so it has to rest a moment first; a mouse only has to mean it
const sensors = [
  PointerSensor.configure({
    activationConstraints: (event) =>
      event.pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 6 })],
  }),
];

/** Everything inside can be dragged with a finger or a mouse; keyboards have the buttons. */
export function DragArea({ onDragStart, onDrop, children }: DragAreaProps) {
  const [isDragging, setDragging] = useState(false);
  return (
    <DragDropProvider
      sensors={sensors}
      // the buttons have names and keys of their own
      plugins={(usual) => usual.filter((plugin) => plugin !== Accessibility)}
      onDragStart={() => {
        setDragging(true);
        onDragStart();
      }}
      onDragEnd={({ operation, canceled }) => {
        setDragging(false);
        const { source, target } = operation;
        if (!canceled && source && target) {
          onDrop({ ...(source.data as Dragged), ...(target.data as DropPlace) });
        }
      }}
    >
      <div className={isDragging ? 'drag-area drag-area--dragging' : 'drag-area'}>{children}</div>
      <DragOverlay dropAnimation={null}>
        {(source) => (
          <span className="chip chip--ghost">{shortName((source.data as Dragged).shift.teamMember)}</span>
        )}
      </DragOverlay>
    </DragDropProvider>
  );
}
