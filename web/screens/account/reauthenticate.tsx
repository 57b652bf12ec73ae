import { signOut } from '../../../client/calls/sign-in.ts';
import type { FormOutcome } from '../../parts/forms/form-outcome.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Actions } from '../../ui/page/page.tsx';

type ReauthenticateFieldProps = {
  /** Who has none proves by a sign-in not long ago that it is them. */
  hasPassword: boolean;
  value: string;
  onChange: (value: string) => void;
  outcome: FormOutcome;
  autoFocus?: boolean;
};

/** Is it really them, and not whoever found the page open? */
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

/** Where the last sign-in is too long ago, the way to another, which leads back to this page. */
export function SignInAgainButton({ outcome: { code, attempt } }: { outcome: FormOutcome }) {
  const client = useClient();
  if (code !== 'sign-in-again') return null;
  return (
    <Actions>
      <Button onPress={() => attempt(() => signOut(client))}>Sign In Again</Button>
    </Actions>
  );
}
