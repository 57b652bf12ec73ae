import { revokeInvitation } from '../../../../client/calls/teams.ts';
import type { Invitation } from '../../../../contract/teams.ts';
import { roleNames } from '../../../../domain/team/user.ts';
import { showMoment } from '../../../../domain/time/date.ts';
import { showProblem } from '../../../parts/forms/problem-toast.ts';
import { ListProblem } from '../../../parts/lists/list-problem.tsx';
import type { List } from '../../../parts/lists/use-list.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { Table } from '../../../ui/table/table.tsx';

type InvitationsProps = {
  team: string;
  timeZone: string;
  list: List<Invitation>;
  onRevoked: (id: string) => void;
};

/** The active invite links. */
export function Invitations({ team, timeZone, list, onRevoked }: InvitationsProps) {
  const client = useClient();

  async function revoke(invitation: Invitation) {
    const answer = await revokeInvitation(client, team, invitation.id);
    if (!answer.ok) return showProblem(answer.problem);
    onRevoked(invitation.id);
    showToast({ text: `Link for ${roleNames[invitation.role]} revoked` });
    await list.retry();
  }

  if (list.error) return <ListProblem list={list} />;
  if (!list.rows) return null;
  return (
    <section aria-labelledby="links">
      <h3 className="team__heading" id="links">
        Active invite links
      </h3>
      {list.rows.length === 0 ? (
        <p className="team__none">No active links</p>
      ) : (
        <Table
          label="Active invite links"
          rows={list.rows}
          rowKey={({ id }) => id}
          columns={[
            { label: 'Role', cell: ({ role }) => roleNames[role] },
            { label: 'Can be used by', cell: ({ once }) => (once ? 'One person' : 'Anyone with the link') },
            { label: 'Expires', cell: ({ expiresAt }) => showMoment(expiresAt, timeZone) },
            {
              label: 'Actions',
              isActions: true,
              cell: (invitation) => (
                <Button
                  variant="danger"
                  aria-label={`Revoke link for ${roleNames[invitation.role]} until ${showMoment(invitation.expiresAt, timeZone)}`}
                  onPress={() => revoke(invitation)}
                >
                  Revoke
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
