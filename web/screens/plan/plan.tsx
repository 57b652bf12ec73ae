import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useParams } from 'wouter';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import { Redirect } from '../../guards.tsx';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { lazyScreen } from '../../parts/page/lazy-screen.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState, Loading } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { focusLater } from '../../ui/page/focus.ts';
import { Page, Stack } from '../../ui/page/page.tsx';
import { adderOf } from './item-element.ts';
import { openedAt, PositionForm, SubareaForm } from './plan-form.tsx';
import { RotationForm, RotationSection } from './rotation-section.tsx';
import './plan.css';

const t = words('plan');

// the drag library is large and rarely needed
const Reorder = lazyScreen(
  async () => (await Promise.all([import('./reorder.tsx'), import('../../parts/drag/dragging.ts')]))[0],
  'Reorder',
  Loading,
);

const ChartsScreen = lazyScreen(() => import('./charts-screen.tsx'), 'ChartsScreen');

function PlanScreen() {
  const { owner, heading, about, rotations, urls, focusNext } = useOpenPlan();
  const [wantsOrder, setWantsOrder] = useState(false);
  const isReordering = wantsOrder && rotations.length > 0;

  // after a form, or when the focused element is gone, focus moves to where the work continues
  useLayoutEffect(() => {
    const next = focusNext.current;
    if (next === null || !document.getElementById(next)) return;
    focusLater(next);
    focusNext.current = null;
  });

  return (
    <Page
      title={heading}
      windowTitle={t('rotations-of', { owner })}
      actions={
        <>
          {rotations.length > 0 && (
            <Button
              icon={isReordering ? <IconCheck /> : <IconArrowsSort />}
              onPress={() => setWantsOrder(!isReordering)}
            >
              {isReordering ? t('done') : t('reorder')}
            </Button>
          )}
          <ButtonLink
            id={adderOf()}
            variant={isReordering ? 'secondary' : 'primary'}
            href={urls.rotation('add')}
            icon={<IconPlus />}
          >
            {t('add-rotation')}
          </ButtonLink>
        </>
      }
    >
      <Stack>
        {about}
        {rotations.length === 0 && <EmptyState title={t('no-rotations')}>{t('rotation-is')}</EmptyState>}
        {rotations.length > 0 && !isReordering && <p className="quiet">{t('choose-to-change')}</p>}
        {isReordering ? (
          <Reorder />
        ) : (
          rotations.map((rotation, index) => (
            <RotationSection key={rotation.id} rotation={rotation} index={index} />
          ))
        )}
      </Stack>
    </Page>
  );
}

export function PlanRoute() {
  const { rotation, subarea, position } = useParams<{ [part: string]: string | undefined }>();
  const place = [rotation, subarea, position].filter((part) => part !== undefined);
  // another address gets an empty form
  return place.length === 0 ? <PlanScreen /> : <ItemForm key={place.join('/')} place={place} />;
}

function ItemForm({ place }: { place: readonly string[] }) {
  const { rotations, urls } = useOpenPlan();
  // the form keeps editing the same item, even if items move in the meantime
  const isCharts = place.length === 2 && place[1] === 'charts';
  const [opened] = useState(() => openedAt(rotations, isCharts ? place.slice(0, 1) : place));
  const isMissing = opened === null;
  useEffect(() => {
    if (isMissing) showToast({ text: sentence({ code: 'place-unknown' }) });
  }, [isMissing]);
  if (isMissing) return <Redirect to={urls.list} />;
  const { rotation, subarea, position } = opened;
  if (isCharts && rotation) return <ChartsScreen rotation={rotation} />;
  if (place.length === 1 || !rotation) return <RotationForm rotation={rotation} />;
  if (place.length === 2 || !subarea) return <SubareaForm rotation={rotation} subarea={subarea} />;
  return <PositionForm rotation={rotation} subarea={subarea} position={position} />;
}
