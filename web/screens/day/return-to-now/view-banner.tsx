import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
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
