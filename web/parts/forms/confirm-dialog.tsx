import { type ReactNode, useState } from 'react';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormError } from '../../ui/form/form.tsx';
import { useFormOutcome } from './submit.tsx';

type Question = {
  title: string;
  action: string;
  text: string;
  /** Does it; a problem is said in the dialog, which then stays. */
  work: () => Promise<Outcome<unknown>>;
  onDone?: () => void;
};

/** Asks before something that nobody can take back, or that concerns many things at once. */
export function useConfirm(): [ask: (question: Question) => void, dialog: ReactNode] {
  const [question, ask] = useState<Question | null>(null);
  return [ask, question && <ConfirmDialog {...question} onClose={() => ask(null)} />];
}

type ConfirmDialogProps = Question & { onClose: () => void };

export function ConfirmDialog({ title, action, text, work, onDone, onClose }: ConfirmDialogProps) {
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
      <p>{text}</p>
      <FormError>{whole}</FormError>
    </Dialog>
  );
}
