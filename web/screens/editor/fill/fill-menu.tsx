import IconUsersPlus from '@tabler/icons-react/dist/esm/icons/IconUsersPlus.mjs';
import { useEffect, useState } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import type { Outcome } from '../../../../domain/problem/problem.ts';
import { weekday } from '../../../../domain/time/date.ts';
import { showProblem } from '../../../parts/forms/problem-toast.ts';
import { lazyPart } from '../../../parts/page/lazy-screen.tsx';
import { loadWhenIdle } from '../../../parts/page/page-idle.ts';
import { MenuButton } from '../../../ui/menu/menu.tsx';
import type { Filling } from './use-fill.ts';

const load = () => import('./fill-dialog.tsx');
const FillDialog = lazyPart(load, 'FillDialog');

type FillMenuProps = { layout: Layout; rotation: Rotation; filling: Filling };

export function FillMenu({ layout, rotation, filling }: FillMenuProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => void loadWhenIdle(load), []);
  const before = layout.rotations[layout.rotations.findIndex(({ id }) => id === rotation.id) - 1];
  const day = weekday(layout.date);

  async function report(filled: Promise<Outcome<null>>) {
    const outcome = await filled;
    if (!outcome.ok) showProblem(outcome.problem);
  }
  const note = `Fills open positions of ${rotation.name}`;
  const sameAs = [
    ...(before
      ? [
          {
            ...{ id: 'before', label: `Same as ${before.name}`, note },
            onAction: () => void report(filling.copyFrom(before.id)),
          },
        ]
      : []),
    {
      ...{ id: 'weekday', label: `Same as Last ${day}`, note },
      onAction: () => void report(filling.fillFrom('same weekday', false)),
    },
    {
      ...{ id: 'day', label: `Whole Day as Last ${day}`, note: 'Fills open positions of all rotations' },
      onAction: () => void report(filling.fillFrom('same weekday', true)),
    },
    {
      id: 'job',
      label: 'Whole Day by Job',
      note: 'Fills open positions of all rotations: by job first, then anyone who is free',
      onAction: () => void report(filling.fillByJob()),
    },
  ];
  const others = [{ id: 'other', label: 'Copy, Swap, or Another Day', onAction: () => setOpen(true) }];
  return (
    <>
      <MenuButton
        size="big"
        variant="quiet"
        id={fillMenuId}
        icon={<IconUsersPlus />}
        label="Fill Positions"
        sections={[{ items: sameAs }, { items: others }]}
      >
        <span aria-hidden="true">Fill</span>
      </MenuButton>
      {isOpen && (
        <FillDialog
          layout={layout}
          rotation={rotation}
          filling={filling}
          onClose={() => {
            setOpen(false);
            document.getElementById(fillMenuId)?.focus();
          }}
        />
      )}
    </>
  );
}

const fillMenuId = 'fill-rotation';
