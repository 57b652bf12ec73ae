import { TextField } from '../../ui/text-field.tsx';

type ProofProps = {
  /** Who has none proves by a sign-in not long ago that it is them. */
  hasPassword: boolean;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  autoFocus?: boolean;
};

/** Is it really them, and not whoever found the page open? */
export function Proof({ hasPassword, value, onChange, error, autoFocus }: ProofProps) {
  if (!hasPassword) return null;
  return (
    <TextField
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
