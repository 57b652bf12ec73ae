import type { ReactNode } from 'react';
import { Submit } from '../../../parts/forms/submit.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { FormFooter } from '../../../ui/form/form.tsx';

type DraftsFooterProps = {
  isBusy?: boolean;
  /** Discards what was typed. */
  onCancel: () => void;
  children?: ReactNode;
};

/** Buttons of a form that edits live values. */
export function DraftsFooter({ isBusy, onCancel, children }: DraftsFooterProps) {
  return (
    <FormFooter>
      <Submit isBusy={isBusy}>Save</Submit>
      <Button variant="quiet" onPress={onCancel}>
        Cancel
      </Button>
      {children}
    </FormFooter>
  );
}
