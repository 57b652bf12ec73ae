import { useState } from 'react';
import { leaveTeam } from '../../../client/calls/teams.ts';
import { changeRole, type Member, removeMember } from '../../../contract/teams.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { fullName, mayManage, type Role, roleNames, roles } from '../../../domain/team/user.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { useMembers } from '../../parts/lists/document-lists.ts';
import { ListState } from '../../parts/lists/list-problem.tsx';
import { useSearch } from '../../parts/lists/search.tsx';
import { useClient, useMe, useRole } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import './members.css';

const noMembers: readonly Member[] = [];

const emailColumn: TableColumn<Member> = {
  label: 'Email',
  look: 'detail',
  cell: ({ email }) => <Email address={email} />,
};

export function Members({ team, name }: { team: string; name: string }) {
  const client = useClient();
  const list = useMembers(team);
  const search = useSearch(list.rows ?? noMembers, {
    label: 'Search members',
    textOf: (member) => `${fullName(member)} ${member.email}`,
  });
  const me = useMe()?.user?.id;
  const isManager = mayManage(useRole());
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

  function choose(member: Member, role: Role) {
    if (role === (chosen[member.user] ?? member.role)) return;
    if (member.user !== me) return void give(member, role);
    askFinally({
      title: `Change your role to ${roleNames[role]}?`,
      action: 'Change My Role',
      text: 'Only another manager can give you your role back.',
      work: () => client.call(changeRole, { params: { team, user: member.user }, body: { role } }),
      onDone: list.retry,
    });
  }

  const remove = (member: Member) =>
    askFinally({
      title: `Remove ${fullName(member)}?`,
      action: 'Remove',
      text: 'They’ll lose access to this team right away. To rejoin, they’ll need a new invite link.',
      work: () => client.call(removeMember, { params: { team, user: member.user } }),
      said: `${fullName(member)} removed`,
      onDone: list.retry,
    });
  const leave = () =>
    askFinally({
      title: `Leave ${name}?`,
      action: 'Leave Team',
      text: 'You’ll lose access to its layouts and templates right away. To rejoin, you’ll need a new invite link.',
      work: () => leaveTeam(client, team),
      said: `You left ${name}`,
    });

  const facts: TableColumn<Member>[] = [
    {
      label: 'Member',
      look: 'name',
      cell: (member) => fullName(member) + (member.user === me ? ' (you)' : ''),
    },
    ...(list.rows?.some(({ email }) => email !== '') ? [emailColumn] : []),
  ];
  const roleName: TableColumn<Member> = { label: 'Role', cell: (member) => roleNames[member.role] };
  const roleChoice: TableColumn<Member> = {
    label: 'Role',
    cell: (member) => (
      <SelectField
        label={`Role of ${fullName(member)}`}
        isLabelHidden
        value={chosen[member.user] ?? member.role}
        onChange={(role) => choose(member, role)}
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
        <Button variant="danger" onPress={leave}>
          Leave Team
        </Button>
      ) : (
        isManager && (
          <Button variant="danger" aria-label={`Remove ${fullName(member)}`} onPress={() => remove(member)}>
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
        <>
          {search.field}
          {search.none ?? (
            <Table
              key={search.key}
              label="Members"
              isLean
              className="members"
              rows={search.rows}
              rowKey={(member) => member.user}
              columns={[...facts, isManager ? roleChoice : roleName, actions]}
            />
          )}
        </>
      )}
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
