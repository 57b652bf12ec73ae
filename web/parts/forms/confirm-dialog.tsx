import type { ReactNode } from 'react';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormError } from '../../ui/form/form.tsx';
import { useFormOutcome } from './submit.tsx';

type ConfirmDialogProps = {
  title: string;
  action: string;
  /** Does it; a problem is said in the dialog, which then stays. */
  work: () => Promise<Outcome<unknown>>;
  onDone?: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before something that nobody can take back, or that concerns many things at once. */
export function ConfirmDialog({ title, action, work, onDone, onClose, children }: ConfirmDialogProps) {
  const { attempt, whole } = useFormOutcome();

  async function confirm() {
    if ((await attempt(work)) === undefined) return;
    onClose();
    onDone?.();
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="final" onPress={confirm}>
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <FormError>{whole}</FormError>
    </Dialog>
  );
}
