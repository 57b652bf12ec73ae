import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import type { ReactNode } from 'react';
import './front-door.css';

/** Around the pages that stand before any team: sign in, register, the first choice. */
export function FrontDoor({ children }: { children: ReactNode }) {
  return (
    <div className="front-door">
      <header className="front-door__name">
        <span className="front-door__logo" aria-hidden="true">
          <IconLayoutBoard />
        </span>
        Lineup
      </header>
      {children}
    </div>
  );
}
