import { Button } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';

type CheckEmailProps = {
  email: string;
  isBusy: boolean;
  sentAgain: boolean;
  onSendAgain: () => void;
  /** Goes back to the form, which keeps its values. */
  onChange: () => void;
};

/** Shown after registering when email confirmation is on; never reveals whether the address has an account. */
export function CheckEmail({ email, isBusy, sentAgain, onSendAgain, onChange }: CheckEmailProps) {
  return (
    <Page title="Check your email" width="narrow">
      <Stack>
        {sentAgain && <Alert tone="success">Email sent again.</Alert>}
        <p>
          We sent an email to <strong>{email}</strong>. Follow the link in it to finish. It works for 24
          hours.
        </p>
        <p>Didn’t get it? Check your spam folder, or send it again.</p>
        <Actions>
          <Button isDisabled={isBusy} onPress={onSendAgain}>
            Send Again
          </Button>
          <Button variant="quiet" onPress={onChange}>
            Change Email
          </Button>
        </Actions>
      </Stack>
    </Page>
  );
}
