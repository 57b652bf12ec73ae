import { useRef, useState } from 'react';
import { revokeToken, tokensOf } from '../../../../client/calls/account.ts';
import type { Membership } from '../../../../contract/me.ts';
import type { AccessToken } from '../../../../contract/tokens.ts';
import { ConfirmDialog } from '../../../parts/forms/confirm-dialog.tsx';
import { ListProblem } from '../../../parts/lists/list-problem.tsx';
import { useQuery } from '../../../parts/lists/use-query.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Loading } from '../../../ui/message/loading.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { useDeviceTime } from '../device-time.ts';
import { SettingRow } from '../setting-row.tsx';
import { NewToken } from './new-token.tsx';
import { scopeNames } from './scope-names.ts';

type TokensProps = {
  teams: readonly Membership[];
  /** Undefined while loading. */
  hasPassword: boolean | undefined;
};

/** The user's API tokens. */
export function Tokens({ teams, hasPassword }: TokensProps) {
  const client = useClient();
  const tokens = useQuery(tokensOf);
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
          work={() => revokeToken(client, revoked.id)}
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
