import { Accessibility, PointerActivationConstraints } from '@dnd-kit/dom';
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react';
import { type ReactNode, useState } from 'react';
import './drag-area.css';

type DragAreaProps<Dragged, Place> = {
  onDragStart?: () => void;
  onDrop: (dragged: Dragged, place: Place) => void;
  /** What is seen under the finger. */
  ghost: (dragged: Dragged) => string;
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

/**
 * Everything inside can be dragged with a finger or a mouse; keyboards have the buttons. `Dragged` is the data of what is
 * draggable inside, `Place` of what can be dropped on.
 */
export function DragArea<Dragged, Place>({
  onDragStart,
  onDrop,
  ghost,
  children,
}: DragAreaProps<Dragged, Place>) {
  const [isDragging, setDragging] = useState(false);
  return (
    <DragDropProvider
      sensors={sensors}
      // the buttons have names and keys of their own
      plugins={(usual) => usual.filter((plugin) => plugin !== Accessibility)}
      onDragStart={() => {
        setDragging(true);
        onDragStart?.();
      }}
      onDragEnd={({ operation, canceled }) => {
        setDragging(false);
        const { source, target } = operation;
        if (!canceled && source && target) onDrop(source.data as Dragged, target.data as Place);
      }}
    >
      <div className={isDragging ? 'drag-area drag-area--dragging' : 'drag-area'}>{children}</div>
      <DragOverlay dropAnimation={null}>
        {(source) => <span className="drag-area__ghost">{ghost(source.data as Dragged)}</span>}
      </DragOverlay>
    </DragDropProvider>
  );
}
