import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import type { ReactNode } from 'react';
import './sign-in-frame.css';

/** The frame of pages without a team: sign in, register, the first choice. */
export function SignInFrame({ isWide, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'sign-in-frame sign-in-frame--wide' : 'sign-in-frame'}>
      <header className="sign-in-frame__name">
        <span className="sign-in-frame__logo" aria-hidden="true">
          <IconLayoutBoard />
        </span>
        Lineup
      </header>
      {children}
    </div>
  );
}
