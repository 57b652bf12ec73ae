import IconUsersPlus from '@tabler/icons-react/dist/esm/icons/IconUsersPlus.mjs';
import { useEffect, useState } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { done, type Outcome } from '../../../../domain/problem/problem.ts';
import { weekday } from '../../../../domain/time/date.ts';
import { showProblem, useLayoutChange } from '../../../parts/forms/change-toast.ts';
import { useClient, useKnownCrew, useTeamId } from '../../../parts/page/client-context.tsx';
import { lazyPart, loadWhenIdle } from '../../../parts/page/lazy-screen.tsx';
import { MenuButton } from '../../../ui/menu/menu.tsx';
import type { FillPlan, FormerDay } from './fill-work.ts';

const loadDialog = () => import('./fill-dialog.tsx');
const FillDialog = lazyPart(loadDialog, 'FillDialog');

type FillMenuProps = { layout: Layout; rotation: Rotation; filling: Filling };

export function FillMenu({ layout, rotation, filling }: FillMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const before = layout.rotations[layout.rotations.findIndex(({ id }) => id === rotation.id) - 1];
  const day = weekday(layout.date);

  const item = (label: string, note: string, fill: () => Promise<Outcome<null>>) => ({
    ...{ id: label, label, note },
    async onAction() {
      const outcome = await fill();
      if (!outcome.ok) showProblem(outcome.problem);
    },
  });
  const note = `Fills open positions of ${rotation.name}`;
  const ofAll = 'Fills open positions of all rotations';
  const sameAs = [
    ...(before ? [item(`Same as ${before.name}`, note, () => filling.copyFrom(before.id))] : []),
    item(`Same as Last ${day}`, note, () => filling.fillFrom('same weekday', false)),
    item(`Whole Day as Last ${day}`, ofAll, () => filling.fillFrom('same weekday', true)),
    item('Whole Day by Job', `${ofAll}: by job first, then anyone who is free`, filling.fillByJob),
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

const loadWork = () => import('./fill-work.ts');

export type Filling = ReturnType<typeof useFill>;

export function useFill(layout: Layout, rotation: Rotation | undefined) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const crew = useKnownCrew();
  const change = useLayoutChange();
  const [report, setReport] = useState<{ text: (now: Layout) => string; rotation: string | null } | null>(
    null,
  );
  const shown = rotation?.id ?? '';
  useEffect(() => {
    void loadWhenIdle(() => Promise.all([loadWork(), loadDialog()]));
  }, []);

  /** The day as it is now: another one may have taken a moment to load. */
  function current(): Layout {
    const document = client.choices.layout.get();
    const view = document === null ? null : client.open('layout', team, document).get();
    return view?.state === 'ready' ? view.body : layout;
  }

  function make(plan: Outcome<FillPlan>, about: string | null): Outcome<null> {
    if (!plan.ok) return plan;
    const { change: made, report: text } = plan.value;
    if (made === null || change(made)) setReport(text === null ? null : { text, rotation: about });
    return done(null);
  }

  return {
    report:
      report && (report.rotation === null || report.rotation === shown) ? report.text(layout) || null : null,
    closeReport: () => setReport(null),
    copyFrom: async (from: string) => make((await loadWork()).copyRotation(current(), from, shown), shown),
    swapWith: async (other: string) => make((await loadWork()).swapPlan(current(), shown, other), shown),
    fillByJob: async () => make(done((await loadWork()).jobPlan(current())), null),
    async fillFrom(former: FormerDay, isWholeDay: boolean) {
      const { fillPlan } = await loadWork();
      const rotation = isWholeDay ? {} : { rotation: shown };
      const plan = await fillPlan(client, { team, current, crew, former, ...rotation });
      return make(plan, isWholeDay ? null : shown);
    },
  };
}
