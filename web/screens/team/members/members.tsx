import { lazy, Suspense, useState } from 'react';
import { changeRole, leaveTeam, removeMember } from '../../../../client/calls/teams.ts';
import type { Member } from '../../../../contract/teams.ts';
import { mayManage, type Role, roleNames, roles } from '../../../../domain/account/access.ts';
import { fullName } from '../../../../domain/account/user.ts';
import { sentence } from '../../../../domain/problem/problem.ts';
import { ListProblem } from '../../../parts/lists/list-problem.tsx';
import { useMembers } from '../../../parts/lists/team-lists.ts';
import { useClient, useMe, useRole } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Loading } from '../../../ui/message/loading.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { Table, type TableColumn } from '../../../ui/table/table.tsx';
import './members.css';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../parts/forms/confirm-dialog.tsx')).ConfirmDialog,
}));

type Asked = { what: 'remove' | 'leave' | 'step-down'; member: Member; role?: Role };

/** Who is in the team, and as what. */
export function Members({ team, name }: { team: string; name: string }) {
  const client = useClient();
  const list = useMembers(team);
  const me = useMe()?.user?.id;
  const isManager = mayManage(useRole());
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Roles on their way to the server, by user. */
  const [chosen, setChosen] = useState<Readonly<Record<string, Role>>>({});
  const [refused, setRefused] = useState<{ user: string; said: string } | null>(null);

  async function give(member: Member, role: Role) {
    setRefused(null);
    setChosen((before) => ({ ...before, [member.user]: role }));
    const answer = await changeRole(client, team, member.user, role);
    if (answer.ok) {
      showToast({ text: `${fullName(member)} is now a ${roleNames[role]}` });
      await list.retry();
    } else setRefused({ user: member.user, said: sentence(answer.problem) });
    setChosen(({ [member.user]: _, ...others }) => others);
  }

  function choose(member: Member, value: string) {
    const role = roles.find((each) => each === value);
    if (!role || role === member.role) return;
    if (member.user === me) setAsked({ what: 'step-down', member, role });
    else void give(member, role);
  }

  const facts: TableColumn<Member>[] = [
    { label: 'Member', cell: (member) => fullName(member) + (member.user === me ? ' (you)' : '') },
    { label: 'Email', cell: (member) => <Email address={member.email} /> },
  ];
  const roleName: TableColumn<Member> = { label: 'Role', cell: (member) => roleNames[member.role] };
  const roleChoice: TableColumn<Member> = {
    label: 'Role',
    cell: (member) => (
      <SelectField
        label={`Role of ${fullName(member)}`}
        isLabelHidden
        value={chosen[member.user] ?? member.role}
        onChange={(value) => choose(member, value)}
        options={roles.map((value) => ({ value, label: roleNames[value] }))}
        error={refused?.user === member.user ? refused.said : undefined}
      />
    ),
  };
  const actions: TableColumn<Member> = {
    label: 'Actions',
    isActions: true,
    cell: (member) =>
      member.user === me ? (
        <Button variant="danger" onPress={() => setAsked({ what: 'leave', member })}>
          Leave Team
        </Button>
      ) : (
        isManager && (
          <Button
            variant="danger"
            aria-label={`Remove ${fullName(member)}`}
            onPress={() => setAsked({ what: 'remove', member })}
          >
            Remove
          </Button>
        )
      ),
  };

  return (
    <section aria-labelledby="members">
      <h2 className="team__heading" id="members">
        Members
      </h2>
      <ListProblem list={list} />
      {!list.rows && !list.error && <Loading />}
      {list.rows && (
        <div className="members">
          <Table
            label="Members"
            rows={list.rows}
            rowKey={(member) => member.user}
            columns={[...facts, isManager ? roleChoice : roleName, actions]}
          />
        </div>
      )}
      <Suspense>
        {asked?.what === 'remove' && (
          <ConfirmDialog
            title={`Remove ${fullName(asked.member)}?`}
            action="Remove"
            work={() => removeMember(client, team, asked.member.user)}
            onDone={() => {
              list.retry();
              showToast({ text: `${fullName(asked.member)} removed` });
            }}
            onClose={() => setAsked(null)}
          >
            They’ll lose access to this team right away. To rejoin, they’ll need a new invite link.
          </ConfirmDialog>
        )}
        {asked?.what === 'leave' && (
          <ConfirmDialog
            title={`Leave ${name}?`}
            action="Leave Team"
            work={() => leaveTeam(client, team)}
            onDone={() => showToast({ text: `You left ${name}` })}
            onClose={() => setAsked(null)}
          >
            You’ll lose access to its layouts and templates right away. To rejoin, you’ll need a new invite
            link.
          </ConfirmDialog>
        )}
        {asked?.what === 'step-down' && (
          <ConfirmDialog
            title={`Change your role to ${roleNames[asked.role ?? 'viewer']}?`}
            action="Change My Role"
            work={() => changeRole(client, team, asked.member.user, asked.role ?? 'viewer')}
            onDone={list.retry}
            onClose={() => setAsked(null)}
          >
            Only another manager can give you your role back.
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  );
}

/** Broken before the @ where it has to be, not inside a word. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
