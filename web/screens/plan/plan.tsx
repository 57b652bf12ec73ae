import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState, Loading } from '../../ui/message/message.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { adderOf, focusLater } from './item-element.ts';
import { RotationSection } from './rotation-section.tsx';
import './plan.css';
import { useParams } from 'wouter';
import { PositionFormScreen, SubareaFormScreen } from './name-form.tsx';
import { RotationFormScreen } from './rotation-form.tsx';

// the drag library is large and rarely needed
const Reorder = lazy(async () => {
  const [{ Reorder }] = await Promise.all([import('./reorder.tsx'), import('../../parts/drag/dragging.ts')]);
  return { default: Reorder };
});

function PlanScreen() {
  const { owner, heading, about, rotations, urls, focusNext } = useOpenPlan();
  const [wantsOrder, setWantsOrder] = useState(false);
  const isReordering = wantsOrder && rotations.length > 0;

  // after a form, or when the focused element is gone, focus moves to where the work continues
  useLayoutEffect(() => {
    if (focusNext.current !== null && focusLater(focusNext.current)) focusNext.current = null;
  });

  return (
    <Page
      title={heading}
      windowTitle={`${owner} rotations`}
      actions={
        <>
          {rotations.length > 0 && (
            <Button
              icon={isReordering ? <IconCheck /> : <IconArrowsSort />}
              onPress={() => setWantsOrder(!isReordering)}
            >
              {isReordering ? 'Done' : 'Reorder'}
            </Button>
          )}
          <ButtonLink
            id={adderOf()}
            variant={isReordering ? 'secondary' : 'primary'}
            href={urls.rotation('add')}
            icon={<IconPlus />}
          >
            Add Rotation
          </ButtonLink>
        </>
      }
    >
      <Stack>
        {about}
        {rotations.length === 0 && (
          <EmptyState title="No rotations added yet">
            A rotation is a part of the day, such as Breakfast or Lunch, with its own positions.
          </EmptyState>
        )}
        {rotations.length > 0 && !isReordering && (
          <p className="plan__hint">Choose a subarea or a position to change it.</p>
        )}
        {isReordering ? (
          <Suspense fallback={<Loading />}>
            <Reorder />
          </Suspense>
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
  if (rotation === undefined) return <PlanScreen />;
  // another address gets an empty form
  const key = [rotation, subarea, position].join('/');
  if (subarea === undefined) return <RotationFormScreen key={key} rotation={rotation} />;
  if (position === undefined) return <SubareaFormScreen key={key} rotation={rotation} subarea={subarea} />;
  return <PositionFormScreen key={key} rotation={rotation} subarea={subarea} position={position} />;
}
