import type { ReactNode } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { Submit } from './submit.tsx';

type FormDialogProps = {
  title: string;
  /** What the button says that does it. */
  action: string;
  /** Can what it does not be taken back? */
  isFinal?: boolean;
  isBusy: boolean;
  /** A problem that is about no field. */
  whole: string | undefined;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** One form, over the page. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isFinal, isBusy, whole, onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={onSubmit}>
        <FormError>{whole}</FormError>
        {children}
        <FormFooter>
          <Submit isBusy={isBusy} variant={isFinal ? 'final' : 'primary'}>
            {action}
          </Submit>
          <Button onPress={onClose}>Cancel</Button>
        </FormFooter>
      </Form>
    </Dialog>
  );
}
