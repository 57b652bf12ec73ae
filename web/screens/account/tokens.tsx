import { useRef, useState } from 'react';
import type { Membership } from '../../../contract/me.ts';
import { type AccessToken, createToken, listTokens, revokeToken } from '../../../contract/tokens.ts';
import { parseName } from '../../../domain/problem/name.ts';
import { type TokenScope, tokenDays, tokenScopes } from '../../../domain/team/user.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { showDayHere, showMomentHere } from '../../parts/forms/time-zones.ts';
import { ListState, useQuery } from '../../parts/lists/use-list.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormRow, SelectField, TextField } from '../../ui/form/form.tsx';
import { Card, Row, Stack } from '../../ui/page/page.tsx';
import { ReauthenticateField } from './reauthenticate.tsx';

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
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({ name: '', scope: 'read' as TokenScope, team: '', days: '30', password: '' });

  function create() {
    const { name, team, days, ...rest } = form.values;
    const read = parseName(name, 'name', 'name-missing');
    if (!read.ok) return read;
    return client.call(createToken, {
      body: { ...rest, name: read.value, team: team || null, days: daysOf(days) },
    });
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
          <CopyField hasFocus label="Token" what="token" value={secret} />
        </Stack>
      </Dialog>
    );
  }

  return (
    <Dialog title="New API Token" onClose={onClose}>
      <SubmitForm
        form={form}
        action="Create Token"
        work={create}
        onDone={(made) => {
          setSecret(made.secret);
          onDone();
        }}
        footer={<Button onPress={onClose}>Cancel</Button>}
      >
        <TextField label="Name" autoFocus description="For example, Sales report." {...form.field('name')} />
        <SelectField
          label="Access"
          {...form.field('scope')}
          options={tokenScopes.map((value) => ({ value, label: scopeNames[value] }))}
        />
        <FormRow>
          <SelectField
            label="Teams"
            {...form.field('team')}
            options={[
              { value: '', label: 'All my teams' },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <SelectField
            label="Expires in"
            {...form.field('days')}
            options={tokenDays.map((each) => ({ value: String(each), label: `${each} days` }))}
          />
        </FormRow>
        <ReauthenticateField form={form} hasPassword={hasPassword} />
      </SubmitForm>
    </Dialog>
  );
}

const daysOf = (text: string) => tokenDays.find((each) => String(each) === text) ?? 30;

type TokensProps = {
  teams: readonly Membership[];
  hasPassword: boolean | undefined;
};

export function Tokens({ teams, hasPassword }: TokensProps) {
  const client = useClient();
  const tokens = useQuery(() => client.call(listTokens, {}));
  const newButton = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  const teamOf = ({ team }: AccessToken) =>
    team === null ? 'all teams' : (teams.find(({ id }) => id === team)?.name ?? 'a team you left');

  async function finishRevoking() {
    await tokens.retry();
    newButton.current?.focus();
  }

  const revoke = ({ id, name }: AccessToken) =>
    askFinally({
      title: `Revoke ${name}`,
      action: 'Revoke Token',
      text: 'Apps that use it will stop working right away.',
      work: () => client.call(revokeToken, { params: { id } }),
      onDone: finishRevoking,
    });

  return (
    <Card title="API Tokens">
      <Row
        label="Your tokens"
        state="Let apps and scripts use Lineup as you. They can’t change your account."
      >
        <Button ref={newButton} isDisabled={hasPassword === undefined} onPress={() => setAdding(true)}>
          New Token
        </Button>
      </Row>
      <ListState list={tokens} />
      {tokens.value?.tokens.map((token) => (
        <Row
          key={token.id}
          label={token.name}
          state={[
            `${scopeNames[token.scope]}, ${teamOf(token)}.`,
            `Created ${showDayHere(token.createdAt)}, expires ${showDayHere(token.expiresAt)}.`,
            token.lastUsedAt === null ? 'Never used.' : `Last used ${showMomentHere(token.lastUsedAt)}.`,
          ].join(' ')}
        >
          <Button variant="danger" aria-label={`Revoke Token ${token.name}`} onPress={() => revoke(token)}>
            Revoke
          </Button>
        </Row>
      ))}
      {isAdding && (
        <NewToken
          teams={teams}
          hasPassword={hasPassword === true}
          onDone={tokens.retry}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
}
