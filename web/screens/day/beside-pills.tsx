import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimeline.mjs';
import { BoardMessages } from '../../parts/undo/undo-buttons.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { urls } from '../../urls.ts';

/** A constant element, so that the pills beside it don't render again with every change. */
export const besidePills = (
  <>
    <BoardMessages />
    <ButtonLink size="big" href={urls.timeline} icon={<IconTimeline />} aria-label="Timeline">
      <span className="rotation-pills__words">Timeline</span>
    </ButtonLink>
  </>
);
