import { confirmEmail } from '../../../client/calls/account.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { useClient, useMe } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { FormError } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

/** Confirms a changed email address. Needs a button press, because email scanners open links. */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const client = useClient();
  const name = useMe()?.user;
  const go = useNavigateTo();
  const { attempt, isBusy, whole } = useFormOutcome();

  async function confirm() {
    const me = await attempt(() => confirmEmail(client, token));
    if (!me) return;
    showToast({ text: `Email confirmed. You sign in with ${me.user?.email}.` });
    go(urls.account);
  }

  return (
    <SignInFrame>
      <Page title="Confirm your email" width="narrow">
        <Stack>
          <FormError>{whole}</FormError>
          <p>
            You’re signed in as{' '}
            <strong>
              {name?.firstName} {name?.lastName}
            </strong>
            . Do you want to use the email address that received this link?
          </p>
          <Actions>
            <Button variant="primary" isDisabled={isBusy} onPress={confirm}>
              Confirm Email
            </Button>
            <ButtonLink variant="quiet" href={urls.account}>
              Cancel
            </ButtonLink>
          </Actions>
        </Stack>
      </Page>
    </SignInFrame>
  );
}
