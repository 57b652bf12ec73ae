import IconPinned from '@tabler/icons-react/dist/esm/icons/IconPinned.mjs';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { useReturnWhenIdle, useShownSince } from './use-shown-rotation.ts';
import './view-banner.css';

type ViewBannerProps = { icon: ReactNode; what: string; back?: { label: string; onPress: () => void } };

/** Says that the board doesn't show the current day or rotation, with a button to go back. */
export function ViewBanner({ icon, what, back }: ViewBannerProps) {
  return (
    <div className="view-banner">
      <span className="view-banner__text" role="status">
        {icon}
        {what}
      </span>
      {back && (
        <Button size="big" variant="quiet" onPress={back.onPress}>
          {back.label}
        </Button>
      )}
    </div>
  );
}

type PinnedRotationBannerProps = { id: string; name: string; returnToNow: () => void };

/** Shown when someone picked a rotation other than the current one. */
export function PinnedRotationBanner({ id, name, returnToNow }: PinnedRotationBannerProps) {
  useReturnWhenIdle(useShownSince(id), returnToNow);
  return (
    <ViewBanner
      icon={<IconPinned aria-hidden="true" />}
      what={`Viewing ${name}`}
      back={{ label: 'Back to now', onPress: returnToNow }}
    />
  );
}
