import { signOut } from '../../../client/calls/sign-in.ts';
import type { FormOutcome } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Actions } from '../../ui/page/page.tsx';

type ReauthenticateFieldProps = {
  /** Users without a password must have signed in recently instead. */
  hasPassword: boolean;
  value: string;
  onChange: (value: string) => void;
  outcome: FormOutcome;
  autoFocus?: boolean;
};

export function ReauthenticateField({
  hasPassword,
  value,
  onChange,
  outcome,
  autoFocus,
}: ReauthenticateFieldProps) {
  if (!hasPassword) return <SignInAgainButton outcome={outcome} />;
  return (
    <TextField
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      value={value}
      onChange={onChange}
      error={outcome.at('password')}
    />
  );
}

/** Shown if the last sign-in is too old; signing in again leads back to this page. */
export function SignInAgainButton({ outcome: { code, attempt } }: { outcome: FormOutcome }) {
  const client = useClient();
  if (code !== 'sign-in-again') return null;
  return (
    <Actions>
      <Button onPress={() => attempt(() => signOut(client))}>Sign In Again</Button>
    </Actions>
  );
}
