import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import './submit.css';

type SubmitProps = { isBusy?: boolean; variant?: ButtonProps['variant']; children: ReactNode };

/** A form's submit button. It keeps the focus while the form is sent, and shows that next to it. */
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
