import { useState } from 'react';
import { createToken } from '../../../../client/calls/account.ts';
import type { Membership } from '../../../../contract/me.ts';
import { parseName } from '../../../../domain/problem/name.ts';
import { type TokenScope, tokenDays, tokenScopes } from '../../../../domain/team/user.ts';
import { CopyField } from '../../../parts/forms/copy-field.tsx';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useFormOutcome } from '../../../parts/forms/form-outcome.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormRow } from '../../../ui/form/form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Stack } from '../../../ui/page/page.tsx';
import { ReauthenticateField } from '../reauthenticate.tsx';
import { scopeNames } from './scope-names.ts';

type NewTokenProps = {
  teams: readonly Membership[];
  hasPassword: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** Creates an API token and shows its secret once. */
export function NewToken({ teams, hasPassword, onDone, onClose }: NewTokenProps) {
  const client = useClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [team, setTeam] = useState('');
  const [days, setDays] = useState<(typeof tokenDays)[number]>(30);
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const outcome = useFormOutcome('name', 'password');
  const { attempt, isBusy, at, whole } = outcome;

  async function create() {
    const made = await attempt(() => {
      const read = parseName(name, 'name', 'name-missing');
      if (!read.ok) return read;
      return createToken(client, {
        name: read.value,
        scope,
        team: team === '' ? null : team,
        days,
        password,
      });
    });
    if (!made) return;
    setSecret(made.secret);
    onDone();
  }

  if (secret !== null) {
    return (
      <Dialog
        title="Your New Token"
        onClose={onClose}
        actions={
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        }
      >
        <Stack>
          <p>Copy it now. You won’t see it again.</p>
          <CopyField hasFocus label="Token" noun="token" value={secret} />
        </Stack>
      </Dialog>
    );
  }

  return (
    <FormDialog
      title="New API Token"
      action="Create Token"
      isBusy={isBusy}
      whole={whole}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        autoFocus
        description="For example, Sales report."
        value={name}
        onChange={setName}
        error={at('name')}
      />
      <SelectField
        label="Access"
        value={scope}
        onChange={(value) => setScope(tokenScopes.find((each) => each === value) ?? 'read')}
        options={tokenScopes.map((value) => ({ value, label: scopeNames[value] }))}
      />
      <FormRow>
        <SelectField
          label="Teams"
          value={team}
          onChange={setTeam}
          options={[
            { value: '', label: 'All my teams' },
            ...teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label="Expires in"
          value={String(days)}
          onChange={(value) => setDays(tokenDays.find((each) => String(each) === value) ?? 30)}
          options={tokenDays.map((value) => ({ value: String(value), label: `${value} days` }))}
        />
      </FormRow>
      <ReauthenticateField
        hasPassword={hasPassword}
        value={password}
        onChange={setPassword}
        outcome={outcome}
      />
    </FormDialog>
  );
}
