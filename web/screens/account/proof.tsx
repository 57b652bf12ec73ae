import { signOut } from '../../../client/sign-in.ts';
import { useClient } from '../../parts/client-context.tsx';
import type { FormOutcome } from '../../parts/form-outcome.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';

type ProofProps = {
  /** Who has none proves by a sign-in not long ago that it is them. */
  hasPassword: boolean;
  value: string;
  onChange: (value: string) => void;
  outcome: FormOutcome;
  autoFocus?: boolean;
};

/** Is it really them, and not whoever found the page open? */
export function Proof({ hasPassword, value, onChange, outcome, autoFocus }: ProofProps) {
  if (!hasPassword) return <FreshSignIn outcome={outcome} />;
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
export function FreshSignIn({ outcome: { code, attempt } }: { outcome: FormOutcome }) {
  const client = useClient();
  if (code !== 'sign-in-again') return null;
  return (
    <Actions>
      <Button onPress={() => attempt(() => signOut(client))}>Sign In Again</Button>
    </Actions>
  );
}
