import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { memo, useId, useState } from 'react';
import { neighbourOf } from '../../../domain/list/list.ts';
import type { PlanItem } from '../../../domain/plan/plan.ts';
import { duplicateRotation, placeOfCopy } from '../../../domain/plan/plan-copy.ts';
import { type Rotation, seatedIn } from '../../../domain/plan/rotation.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { adderOf, elementOf } from './item-element.ts';
import { RotationHeading } from './rotation-heading.tsx';
import { SubareaSection } from './subarea-section.tsx';
import { useChangePlan } from './use-change-plan.ts';

type RotationSectionProps = { rotation: Rotation; index: number };

/** A rotation with its subareas and actions. */
export const RotationSection = memo(function RotationSection({ rotation, index }: RotationSectionProps) {
  const client = useClient();
  const { rotations, dayStart, urls, isOpen, setOpen, focusNext } = useOpenPlan();
  const changePlan = useChangePlan();
  const headingId = useId();
  const bodyId = useId();
  const { name } = rotation;
  const [isConfirming, setConfirming] = useState(false);
  const seated = seatedIn(rotation).size;
  const item: PlanItem = { kind: 'rotation', rotation: rotation.id };

  function duplicate() {
    const copy = duplicateRotation(rotation, rotations, { dayStart, newId: () => client.newId() });
    const before = placeOfCopy(copy, rotation, rotations, dayStart);
    if (!changePlan({ type: 'rotation.add', rotation: copy, before }).ok) return;
    setOpen(copy.id, isOpen(rotation.id));
    focusNext.current = elementOf({ kind: 'rotation', rotation: copy.id });
  }

  function remove() {
    const next = neighbourOf(rotations, rotation.id);
    const made = changePlan({ type: 'rotation.delete', rotation: rotation.id });
    if (made.ok) focusNext.current = next ? elementOf({ kind: 'rotation', rotation: next }) : adderOf();
    return made;
  }

  return (
    <section className="plan__rotation" aria-labelledby={headingId}>
      <div className="plan__top">
        <RotationHeading rotation={rotation} headingId={headingId} bodyId={bodyId} />
        <ButtonLink
          id={elementOf(item)}
          variant="quiet"
          href={urls.rotation(index)}
          aria-label={`Edit Rotation ${name}`}
        >
          Edit Rotation
        </ButtonLink>
      </div>
      {isOpen(rotation.id) && (
        <div className="plan__body" id={bodyId}>
          {rotation.subareas.length === 0 && <p className="plan__none">No subareas added yet</p>}
          <div className="plan__subareas">
            {rotation.subareas.map((subarea, place) => (
              <SubareaSection
                key={subarea.id}
                rotation={rotation}
                rotationIndex={index}
                subarea={subarea}
                index={place}
              />
            ))}
          </div>
          <div className="plan__actions">
            <ButtonLink
              id={adderOf(item)}
              href={urls.subarea(index, 'add')}
              icon={<IconPlus />}
              aria-label={`Add Subarea to ${name}`}
            >
              Add Subarea
            </ButtonLink>
            <span className="plan__rest">
              <Button variant="quiet" aria-label={`Duplicate Rotation ${name}`} onPress={duplicate}>
                Duplicate Rotation
              </Button>
              <Button
                variant="danger"
                aria-label={`Delete Rotation ${name}`}
                onPress={() => (seated > 0 ? setConfirming(true) : remove())}
              >
                Delete Rotation
              </Button>
            </span>
          </div>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete Rotation"
          work={async () => remove()}
          onClose={() => setConfirming(false)}
        >
          {`${seated === 1 ? '1 person is' : `${seated} people are`} assigned in ${name}. Deleting it removes those assignments.`}
        </ConfirmDialog>
      )}
    </section>
  );
});
