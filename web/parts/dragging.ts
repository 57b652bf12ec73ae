// What makes dragging work. Only drag areas load this, for its size: drag-area.tsx.
import {
  Accessibility,
  DragDropManager,
  Draggable,
  Droppable,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom';
import type { DragItem } from './drag-items.ts';

// a finger scrolls, so it has to rest a moment first; a mouse only has to mean it
const sensors = [
  PointerSensor.configure({
    activationConstraints: (event) =>
      event.pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 6 })],
  }),
];

interface DragEvents {
  /** The element that is under the finger; it shows what is dragged. */
  overlay: HTMLElement;
  onTake: (dragged: unknown) => void;
  onStart: () => void;
  onEnd: (drop: { dragged: unknown; place: unknown } | null) => void;
}

/** Dragging in one area, until it is stopped. */
export function startDragging({ overlay, onTake, onStart, onEnd }: DragEvents) {
  const manager = new DragDropManager({
    sensors,
    // the buttons have names and keys of their own
    plugins: (usual) =>
      usual
        .filter((plugin) => plugin !== Accessibility)
        .map((plugin) => (plugin === Feedback ? Feedback.configure({ dropAnimation: null }) : plugin)),
  });
  const feedback = manager.plugins.find((plugin) => plugin instanceof Feedback);
  if (feedback) feedback.overlay = overlay;
  let over: DragItem | null = null;
  let ids = 0;

  function setOver(item: DragItem | null): void {
    if (item === over) return;
    over?.setActive(false);
    item?.setActive(true);
    over = item;
  }

  const { monitor } = manager;
  monitor.addEventListener('beforedragstart', ({ operation }) => {
    const dragged = itemOf(operation.source);
    if (dragged) onTake(dragged.data());
  });
  monitor.addEventListener('dragstart', ({ operation }) => {
    itemOf(operation.source)?.setActive(true);
    setOver(itemOf(operation.target));
    onStart();
  });
  monitor.addEventListener('dragover', ({ operation }) => setOver(itemOf(operation.target)));
  monitor.addEventListener('dragend', ({ operation, canceled }) => {
    const [dragged, place] = [itemOf(operation.source), itemOf(operation.target)];
    dragged?.setActive(false);
    setOver(null);
    onEnd(!canceled && dragged && place ? { dragged: dragged.data(), place: place.data() } : null);
  });

  return {
    attach(item: DragItem): () => void {
      const id = ids++;
      const { element, handle, kinds } = item;
      const made =
        item.as === 'dragged'
          ? new Draggable({ id, element, handle, type: kinds[0], data: { item } }, manager)
          : new Droppable(
              { id, element, accept: kinds.length > 0 ? [...kinds] : undefined, data: { item } },
              manager,
            );
      return () => made.destroy();
    },
    stop: () => manager.destroy(),
  };
}

const itemOf = (entity: { data: unknown } | null | undefined): DragItem | null =>
  (entity?.data as { item: DragItem } | undefined)?.item ?? null;
