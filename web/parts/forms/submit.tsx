import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import './submit.css';

type SubmitProps = { isBusy?: boolean; variant?: ButtonProps['variant']; children: ReactNode };

/** Sends a form. It keeps the focus while that takes time, and says so beside it. */
export function Submit({ isBusy = false, variant = 'primary', children }: SubmitProps) {
  return (
    <>
      <Button type="submit" variant={variant}>
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
