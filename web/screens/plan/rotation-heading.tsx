import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { showTime } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { positionsOf, type Rotation } from '../../../domain/plan/rotation.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';

const t = words('plan');

type RotationHeadingProps = { rotation: Rotation; headingId: string; bodyId: string };

export function RotationHeading({ rotation, headingId, bodyId }: RotationHeadingProps) {
  const { isOpen, setOpen } = useOpenPlan();
  const isShown = isOpen(rotation.id);
  return (
    <h2 className="plan__heading" id={headingId}>
      <button
        type="button"
        className="bare line plan__toggle"
        aria-expanded={isShown}
        aria-controls={isShown ? bodyId : undefined}
        onClick={() => setOpen(rotation.id, !isShown)}
      >
        <IconChevronRight className="plan__chevron screen-only" aria-hidden="true" />
        <span className="plan__title">
          <span className="plan__name">{rotation.name}</span>
          <span className="hint plan__about">
            {t('time-range', { start: showTime(rotation.startTime), end: showTime(rotation.endTime) })}
          </span>
          <span className="hint plan__about">{sizeOf(rotation)}</span>
        </span>
      </button>
    </h2>
  );
}

const sizeOf = (rotation: Rotation): string =>
  t('size', { subareas: rotation.subareas.length, positions: positionsOf(rotation).length });
