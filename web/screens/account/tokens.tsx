import { useRef, useState } from 'react';
import { words } from '../../../client/words/words.ts';
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

const t = words('account');

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
        title={t('token-made')}
        onClose={onClose}
        actions={
          <Button variant="primary" onPress={onClose}>
            {t('done')}
          </Button>
        }
      >
        <Stack>
          <p>{t('token-made-about')}</p>
          <CopyField hasFocus label={t('token')} what="token" value={secret} />
        </Stack>
      </Dialog>
    );
  }

  return (
    <Dialog title={t('new-token-title')} onClose={onClose}>
      <SubmitForm
        form={form}
        action={t('create-token')}
        work={create}
        onDone={(made) => {
          setSecret(made.secret);
          onDone();
        }}
        footer={<Button onPress={onClose}>{t('cancel')}</Button>}
      >
        <TextField label={t('name')} autoFocus description={t('token-example')} {...form.field('name')} />
        <SelectField
          label={t('access')}
          {...form.field('scope')}
          options={tokenScopes.map((value) => ({ value, label: t(`scope-${value}`) }))}
        />
        <FormRow>
          <SelectField
            label={t('teams')}
            {...form.field('team')}
            options={[
              { value: '', label: t('all-my-teams') },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <SelectField
            label={t('expires-in')}
            {...form.field('days')}
            options={tokenDays.map((each) => ({ value: String(each), label: t('days', { count: each }) }))}
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
    team === null
      ? t('token-teams-all')
      : (teams.find(({ id }) => id === team)?.name ?? t('token-team-left'));

  async function finishRevoking() {
    await tokens.retry();
    newButton.current?.focus();
  }

  const revoke = ({ id, name }: AccessToken) =>
    askFinally({
      title: t('revoke-named', { name }),
      action: t('revoke-token'),
      text: t('revoke-token-about'),
      work: () => client.call(revokeToken, { params: { id } }),
      onDone: finishRevoking,
    });

  return (
    <Card title={t('tokens')}>
      <Row label={t('your-tokens')} state={t('tokens-about')}>
        <Button ref={newButton} isDisabled={hasPassword === undefined} onPress={() => setAdding(true)}>
          {t('new-token')}
        </Button>
      </Row>
      <ListState list={tokens} />
      {tokens.value?.tokens.map((token) => (
        <Row
          key={token.id}
          label={token.name}
          state={t('token-about', {
            scope: t(`scope-${token.scope}`),
            team: teamOf(token),
            created: showDayHere(token.createdAt),
            expires: showDayHere(token.expiresAt),
            used:
              token.lastUsedAt === null
                ? t('token-unused')
                : t('token-used', { last: showMomentHere(token.lastUsedAt) }),
          })}
        >
          <Button
            variant="danger"
            aria-label={t('revoke-token-named', { name: token.name })}
            onPress={() => revoke(token)}
          >
            {t('revoke')}
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
