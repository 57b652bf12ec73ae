import { useState } from 'react';
import { requireSecondFactor } from '../../../../client/calls/security.ts';
import type { TeamSecurity } from '../../../../contract/teams.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import { ConfirmDialog } from '../../../parts/forms/confirm-dialog.tsx';
import { useFormOutcome } from '../../../parts/forms/form-outcome.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { FormError } from '../../../ui/form/form.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Stack } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';

type RequireAppProps = { team: string; security: TeamSecurity; onChanged: () => Promise<void> };

/** Whether managers of the team need an authenticator app. */
export function RequireApp({ team, security, onChanged }: RequireAppProps) {
  const client = useClient();
  const [isConfirming, setConfirming] = useState(false);
  const { attempt, isBusy, whole } = useFormOutcome();
  const { requiresSecondFactor, unprotectedManagers: without, isUnprotected } = security;

  async function saved(isRequired: boolean) {
    showToast({ text: isRequired ? 'Authenticator app required' : 'Authenticator app no longer required' });
    await onChanged();
  }

  async function choose(isRequired: boolean) {
    if (isRequired && without.length > 0) return setConfirming(true);
    if (await attempt(() => requireSecondFactor(client, team, isRequired))) await saved(isRequired);
  }

  return (
    <Card title="Managers" isPadded>
      <Stack>
        <FormError>{whole}</FormError>
        {isUnprotected && (
          <Alert action={<ButtonLink href={urls.account}>Set Up App</ButtonLink>}>
            {sentence({ code: 'second-factor-missing' })}
          </Alert>
        )}
        <Checkbox
          label="Require an authenticator app for managers"
          description="Managers without one can run the day, but can’t manage the team until they set one up."
          isSelected={requiresSecondFactor}
          isDisabled={isBusy || (isUnprotected && !requiresSecondFactor)}
          onChange={choose}
        />
        {without.length > 0 && <p className="security__without">Without an app: {without.join(', ')}.</p>}
      </Stack>
      {isConfirming && (
        <ConfirmDialog
          title="Require an Authenticator App?"
          action="Require App"
          work={() => requireSecondFactor(client, team, true)}
          onDone={() => void saved(true)}
          onClose={() => setConfirming(false)}
        >
          {without.join(', ')} can run the day, but can’t manage the team until they set one up on their
          account page.
        </ConfirmDialog>
      )}
    </Card>
  );
}
