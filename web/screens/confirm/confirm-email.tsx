import { confirmEmail } from '../../../client/account.ts';
import { useClient, useMe } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { FrontDoor } from '../../parts/front-door.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/form.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Actions, Page, Stack } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';
import { urls } from '../../urls.ts';

/** Confirms an address by the link in the email, by who is signed in. A button: programs that scan email open links. */
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
    <FrontDoor>
      <Page title="Confirm your email" width="narrow">
        <Stack>
          <FormError>{whole}</FormError>
          <p>
            You’re signed in as{' '}
            <strong>
              {name?.firstName} {name?.lastName}
            </strong>
            . Use the address this link was sent to?
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
    </FrontDoor>
  );
}
