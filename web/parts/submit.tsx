import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import './submit.css';

/** Sends a form. It keeps the focus while that takes time, and says so beside it. */
export function Submit({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <>
      <Button type="submit" variant="primary">
        {children}
      </Button>
      {isBusy && (
        <span className="submit__busy">
          <Loading />
        </span>
      )}
    </>
  );
}
