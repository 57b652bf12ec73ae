import IconUsersPlus from '@tabler/icons-react/dist/esm/icons/IconUsersPlus.mjs';
import { useEffect, useState } from 'react';
import { weekdayInside } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { done, type Outcome } from '../../../../domain/problem/problem.ts';
import { showProblem, useLayoutChange } from '../../../parts/forms/change-toast.ts';
import { asSomeone } from '../../../parts/kiosk/unlock-first.ts';
import { useClient, useKnownCrew, useTeamId } from '../../../parts/page/client-context.tsx';
import { lazyPart, loadWhenIdle } from '../../../parts/page/lazy-screen.tsx';
import { MenuButton } from '../../../ui/menu/menu.tsx';
import type { FillPlan, FormerDay } from './fill-work.ts';

const t = words('editor');

const loadDialog = () => import('./fill-dialog.tsx');
const FillDialog = lazyPart(loadDialog, 'FillDialog');

type FillMenuProps = { layout: Layout; rotation: Rotation; filling: Filling };

export function FillMenu({ layout, rotation, filling }: FillMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const before = layout.rotations[layout.rotations.findIndex(({ id }) => id === rotation.id) - 1];
  const day = weekdayInside(layout.date);

  const item = (label: string, note: string, fill: () => Promise<Outcome<null>>) => ({
    ...{ id: label, label, note },
    async onAction() {
      const outcome = await fill();
      if (!outcome.ok) showProblem(outcome.problem);
    },
  });
  const note = t('fill-note', { rotation: rotation.name });
  const ofAll = t('fill-all-note');
  const sameAs = [
    ...(before
      ? [item(t('same-as', { rotation: before.name }), note, () => filling.copyFrom(before.id))]
      : []),
    item(t('same-as-last', { day }), note, () => filling.fillFrom('same weekday', false)),
    item(t('whole-day-as-last', { day }), ofAll, () => filling.fillFrom('same weekday', true)),
    item(t('whole-day-by-job'), t('fill-by-job-note'), filling.fillByJob),
  ];
  const others = [{ id: 'other', label: t('fill-other'), onAction: () => setOpen(true) }];
  return (
    <>
      <MenuButton
        size="big"
        variant="quiet"
        id={fillMenuId}
        icon={<IconUsersPlus />}
        label={t('fill-positions')}
        sections={[{ items: sameAs }, { items: others }]}
      >
        <span aria-hidden="true">{t('fill')}</span>
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
    const report = () => setReport(text === null ? null : { text, rotation: about });
    if (made === null) report();
    else asSomeone(client, () => change(made) && report());
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
