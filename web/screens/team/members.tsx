import { lazy, Suspense, useState } from 'react';
import { leaveTeam } from '../../../client/calls/teams.ts';
import { changeRole, type Member, removeMember } from '../../../contract/teams.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { fullName, mayManage, type Role, roleNames, roles } from '../../../domain/team/user.ts';
import { ListState } from '../../parts/lists/list-problem.tsx';
import { useSearch } from '../../parts/lists/search.tsx';
import { useMembers } from '../../parts/lists/team-lists.ts';
import { useClient, useMe, useRole } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import './members.css';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../parts/forms/confirm-dialog.tsx')).ConfirmDialog,
}));

type PendingAction = { what: 'remove' | 'leave' | 'step-down'; member: Member; role?: Role };

const noMembers: readonly Member[] = [];

export function Members({ team, name }: { team: string; name: string }) {
  const client = useClient();
  const list = useMembers(team);
  const search = useSearch(list.rows ?? noMembers, {
    label: 'Search members',
    textOf: (member) => `${fullName(member)} ${member.email}`,
  });
  const me = useMe()?.user?.id;
  const isManager = mayManage(useRole());
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [chosen, setChosen] = useState<Readonly<Record<string, Role>>>({});
  const [refused, setRefused] = useState<{ user: string; message: string } | null>(null);

  async function give(member: Member, role: Role) {
    setRefused(null);
    setChosen((before) => ({ ...before, [member.user]: role }));
    const answer = await client.call(changeRole, { params: { team, user: member.user }, body: { role } });
    if (answer.ok) {
      showToast({ text: `${fullName(member)} is now a ${roleNames[role]}` });
      await list.retry();
    } else setRefused({ user: member.user, message: sentence(answer.problem) });
    setChosen((now) => {
      const { [member.user]: latest, ...others } = now;
      return latest === role ? others : now;
    });
  }

  function choose(member: Member, value: string) {
    const role = roles.find((each) => each === value);
    if (!role || role === (chosen[member.user] ?? member.role)) return;
    if (member.user === me) setPending({ what: 'step-down', member, role });
    else void give(member, role);
  }

  const facts: TableColumn<Member>[] = [
    { label: 'Member', cell: (member) => fullName(member) + (member.user === me ? ' (you)' : '') },
    ...(list.rows?.some(({ email }) => email !== '')
      ? [{ label: 'Email', cell: (member: Member) => <Email address={member.email} /> }]
      : []),
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
        error={refused?.user === member.user ? refused.message : undefined}
      />
    ),
  };
  const actions: TableColumn<Member> = {
    label: 'Actions',
    isActions: true,
    cell: (member) =>
      member.user === me ? (
        <Button variant="danger" onPress={() => setPending({ what: 'leave', member })}>
          Leave Team
        </Button>
      ) : (
        isManager && (
          <Button
            variant="danger"
            aria-label={`Remove ${fullName(member)}`}
            onPress={() => setPending({ what: 'remove', member })}
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
      <ListState list={list} />
      {list.rows && (
        <div className="members">
          {search.field}
          {search.none ?? (
            <Table
              key={search.key}
              label="Members"
              rows={search.rows}
              rowKey={(member) => member.user}
              columns={[...facts, isManager ? roleChoice : roleName, actions]}
            />
          )}
        </div>
      )}
      <Suspense>
        {pending?.what === 'remove' && (
          <ConfirmDialog
            title={`Remove ${fullName(pending.member)}?`}
            action="Remove"
            work={() => client.call(removeMember, { params: { team, user: pending.member.user } })}
            onDone={() => {
              list.retry();
              showToast({ text: `${fullName(pending.member)} removed` });
            }}
            onClose={() => setPending(null)}
          >
            They’ll lose access to this team right away. To rejoin, they’ll need a new invite link.
          </ConfirmDialog>
        )}
        {pending?.what === 'leave' && (
          <ConfirmDialog
            title={`Leave ${name}?`}
            action="Leave Team"
            work={() => leaveTeam(client, team)}
            onDone={() => showToast({ text: `You left ${name}` })}
            onClose={() => setPending(null)}
          >
            You’ll lose access to its layouts and templates right away. To rejoin, you’ll need a new invite
            link.
          </ConfirmDialog>
        )}
        {pending?.what === 'step-down' && (
          <ConfirmDialog
            title={`Change your role to ${roleNames[pending.role ?? 'viewer']}?`}
            action="Change My Role"
            work={() =>
              client.call(changeRole, {
                params: { team, user: pending.member.user },
                body: { role: pending.role ?? 'viewer' },
              })
            }
            onDone={list.retry}
            onClose={() => setPending(null)}
          >
            Only another manager can give you your role back.
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  );
}

/** Wraps before the @ if needed, not inside a word. */
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
