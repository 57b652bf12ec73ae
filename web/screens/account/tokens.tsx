import { useRef, useState } from 'react';
import type { Client } from '../../../client/client.ts';
import type { Membership } from '../../../contract/me.ts';
import { type AccessToken, createToken, listTokens, revokeToken } from '../../../contract/tokens.ts';
import { parseName } from '../../../domain/problem/name.ts';
import { type TokenScope, tokenDays, tokenScopes } from '../../../domain/team/user.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { FormDialog, useFormOutcome } from '../../parts/forms/submit.tsx';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useQuery } from '../../parts/lists/use-list.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { FormRow } from '../../ui/form/form.tsx';
import { Loading } from '../../ui/message/message.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Stack } from '../../ui/page/page.tsx';
import { ReauthenticateField } from './reauthenticate.tsx';
import { SettingRow, useDeviceTime } from './setting-row.tsx';

const scopeNames: Readonly<Record<TokenScope, string>> = {
  read: 'Read only',
  write: 'Read and write',
};

type NewTokenProps = {
  teams: readonly Membership[];
  hasPassword: boolean;
  onDone: () => void;
  onClose: () => void;
};

function NewToken({ teams, hasPassword, onDone, onClose }: NewTokenProps) {
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
      return client.call(createToken, {
        body: {
          name: read.value,
          scope,
          team: team === '' ? null : team,
          days,
          password,
        },
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

type TokensProps = {
  teams: readonly Membership[];
  hasPassword: boolean | undefined;
};

const readTokens = (client: Client) => client.call(listTokens, {});

export function Tokens({ teams, hasPassword }: TokensProps) {
  const client = useClient();
  const tokens = useQuery(readTokens);
  const { day, moment } = useDeviceTime();
  const newButton = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  const [revoked, setRevoked] = useState<AccessToken | null>(null);
  const teamOf = ({ team }: AccessToken) =>
    team === null ? 'all teams' : (teams.find(({ id }) => id === team)?.name ?? 'a team you left');
  const rows = tokens.value?.tokens;

  return (
    <Card title="API Tokens">
      <SettingRow
        label="Your tokens"
        state="Let apps and scripts use Lineup as you. They can’t change your account."
        action={
          <Button ref={newButton} isDisabled={hasPassword === undefined} onPress={() => setAdding(true)}>
            New Token
          </Button>
        }
      />
      <ListProblem list={tokens} />
      {!rows && !tokens.error && <Loading />}
      {rows?.map((token) => (
        <SettingRow
          key={token.id}
          label={token.name}
          state={[
            `${scopeNames[token.scope]}, ${teamOf(token)}.`,
            `Created ${day(token.createdAt)}, expires ${day(token.expiresAt)}.`,
            token.lastUsedAt === null ? 'Never used.' : `Last used ${moment(token.lastUsedAt)}.`,
          ].join(' ')}
          action={
            <Button
              variant="danger"
              aria-label={`Revoke Token ${token.name}`}
              onPress={() => setRevoked(token)}
            >
              Revoke
            </Button>
          }
        />
      ))}
      {isAdding && (
        <NewToken
          teams={teams}
          hasPassword={hasPassword === true}
          onDone={tokens.retry}
          onClose={() => setAdding(false)}
        />
      )}
      {revoked && (
        <ConfirmDialog
          title={`Revoke ${revoked.name}`}
          action="Revoke Token"
          work={() => client.call(revokeToken, { params: { id: revoked.id } })}
          onDone={async () => {
            await tokens.retry();
            newButton.current?.focus();
          }}
          onClose={() => setRevoked(null)}
        >
          Apps that use it will stop working right away.
        </ConfirmDialog>
      )}
    </Card>
  );
}
