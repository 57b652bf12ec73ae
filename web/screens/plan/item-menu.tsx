import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useState } from 'react';
import type { InsideItem } from '../../../domain/plan/plan-move.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { MenuButton } from '../../ui/menu/menu.tsx';
import { focusLater, menuOf } from './item-element.ts';

const TransferDialog = lazy(async () => ({
  default: (await import('./transfer-dialog.tsx')).TransferDialog,
}));

type ItemMenuProps = { item: InsideItem; name: string; onDuplicate?: () => void };

/** What is rarely done with a subarea or position: copies, and moves to elsewhere. */
export function ItemMenu({ item, name, onDuplicate }: ItemMenuProps) {
  const { rotations } = useOpenPlan();
  const [doing, setDoing] = useState<'copy' | 'move' | null>(null);
  const id = menuOf(item);
  const hasOthers = rotations.length > 1;
  const canMove =
    hasOthers || (item.kind === 'position' && rotations.some(({ subareas }) => subareas.length > 1));
  const items = [
    onDuplicate && { id: 'duplicate', label: 'Duplicate', icon: <IconPlus />, onAction: onDuplicate },
    hasOthers && { id: 'copy', label: 'Copy to…', icon: <IconCopy />, onAction: () => setDoing('copy') },
    canMove && { id: 'move', label: 'Move to…', icon: <IconArrowRight />, onAction: () => setDoing('move') },
  ].filter((each) => each !== undefined && each !== false);
  if (items.length === 0) return null;

  function close() {
    setDoing(null);
    focusLater(id);
  }

  return (
    <>
      <MenuButton
        id={id}
        className="plan__more"
        variant="quiet"
        label={`More for ${name}`}
        sections={[{ items }]}
      >
        <IconDots aria-hidden="true" />
      </MenuButton>
      {doing && (
        <Suspense>
          <TransferDialog item={item} name={name} way={doing} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
