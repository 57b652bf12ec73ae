// Loaded only by drag areas, because dnd-kit is large: drag-area.tsx.
import {
  Accessibility,
  AutoScroller,
  DragDropManager,
  Draggable,
  Droppable,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom';
import type { DragItem } from './drag-items.ts';

// a finger that is not on a handle may be scrolling, so it has to rest first; a mouse has to move a little
const sensors = [
  PointerSensor.configure({
    activationConstraints: (event, source) =>
      event.pointerType === 'touch' && !source.handle
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 6 })],
  }),
];

type Detector = NonNullable<ConstructorParameters<typeof Droppable>[0]['collisionDetector']>;

/** The drop target visible under the finger, not one that scrolled under something else. The innermost wins. */
const underFinger: Detector = ({ dragOperation, droppable }) => {
  const { x, y } = dragOperation.position.current;
  const seen = document.elementFromPoint(x, y);
  const target = itemOf(droppable)?.element;
  if (!seen || !target?.contains(seen)) return null;
  let distance = 1;
  for (let each: Element | null = seen; each && each !== target; each = each.parentElement) distance++;
  return { id: droppable.id, type: 2, priority: 3, value: 1 / distance };
};

interface DragEvents {
  overlay: HTMLElement;
  onTake: (dragged: unknown) => void;
  onStart: () => void;
  onEnd: (drop: { dragged: unknown; place: unknown } | null) => void;
}

export function startDragging({ overlay, onTake, onStart, onEnd }: DragEvents) {
  const manager = new DragDropManager({
    sensors,
    // the buttons have their own labels and keys
    plugins: (usual) =>
      usual
        .filter((plugin) => plugin !== Accessibility)
        .map((plugin) => (plugin === Feedback ? Feedback.configure({ dropAnimation: null }) : plugin)),
  });
  const feedback = manager.plugins.find((plugin) => plugin instanceof Feedback);
  if (feedback) feedback.overlay = overlay;
  const scroller = manager.plugins.find((plugin) => plugin instanceof AutoScroller);
  let over: DragItem | null = null;
  let ids = 0;

  function setOver(item: DragItem | null, dragged: DragItem | null): void {
    // over a pinned place scrolling would only move the page, unless the drag started there
    const hasArrived = item?.isPinned && dragged && !item.element.contains(dragged.element);
    if (hasArrived) scroller?.disable();
    else scroller?.enable();
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
    const dragged = itemOf(operation.source);
    dragged?.setActive(true);
    setOver(itemOf(operation.target), dragged);
    onStart();
  });
  monitor.addEventListener('dragover', ({ operation }) =>
    setOver(itemOf(operation.target), itemOf(operation.source)),
  );
  monitor.addEventListener('dragend', ({ operation, canceled }) => {
    const [dragged, place] = [itemOf(operation.source), itemOf(operation.target)];
    dragged?.setActive(false);
    setOver(null, null);
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
              {
                id,
                element,
                accept: kinds.length > 0 ? [...kinds] : undefined,
                collisionDetector: underFinger,
                data: { item },
              },
              manager,
            );
      return () => made.destroy();
    },
    stop: () => manager.destroy(),
  };
}

const itemOf = (entity: { data: unknown } | null | undefined): DragItem | null =>
  (entity?.data as { item: DragItem } | undefined)?.item ?? null;
