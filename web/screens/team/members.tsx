import { useState } from 'react';
import { leaveTeam } from '../../../client/calls/teams.ts';
import { sentence } from '../../../client/words/sentence.ts';
import {
  changeRole,
  createInvitation,
  type Invitation,
  type Member,
  removeMember,
  revokeInvitation,
} from '../../../contract/teams.ts';
import { invitationDays } from '../../../domain/team/team.ts';
import { fullName, mayManage, type Role, roleNames, roles } from '../../../domain/team/user.ts';
import { showDate, showMoment, wallClock } from '../../../domain/time/date.ts';
import { askFinally } from '../../parts/ask/ask-first.ts';
import { showProblem } from '../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useInvitations, useMembers } from '../../parts/lists/document-lists.ts';
import { useSearch } from '../../parts/lists/search.tsx';
import { type List, ListProblem, ListState } from '../../parts/lists/use-list.tsx';
import { useClient, useMe, useRole } from '../../parts/page/client-context.tsx';
import { lazyPart } from '../../parts/page/lazy-screen.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { FormRow, SelectField } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card, Stack } from '../../ui/page/page.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';
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

type InvitationsProps = {
  team: string;
  timeZone: string;
  list: List<Invitation>;
  onRevoked: (id: string) => void;
};

function Invitations({ team, timeZone, list, onRevoked }: InvitationsProps) {
  const client = useClient();

  async function revoke(invitation: Invitation) {
    const answer = await client.call(revokeInvitation, { params: { team, id: invitation.id } });
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
        <p className="quiet">No active links</p>
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

// loaded with the first link
const CopyField = lazyPart(() => import('../../parts/forms/copy-field.tsx'), 'CopyField');

const roleDescriptions: Readonly<Record<Role, string>> = {
  manager: 'Full access. Can change settings, manage people, and delete the team.',
  lead: 'Can run the day: layouts, shifts, positions, breaks, and notes.',
  viewer: 'View only.',
};

type Use = 'many' | 'one';

type MadeLink = Invitation & { token: string; origin?: string };

export function Invite({ team, timeZone }: { team: string; timeZone: string }) {
  const client = useClient();
  const list = useInvitations(team);
  const form = useForm({ role: 'lead' as Role, days: '7', use: 'one' as Use });
  const { role, days, use } = form.values;
  const [made, setMade] = useState<MadeLink | null>(null);

  return (
    <Card title="Invite People" isPadded>
      <Stack>
        <SubmitForm
          form={form}
          label="Invite people"
          action="Invite"
          work={() =>
            client.call(createInvitation, {
              params: { team },
              body: {
                role,
                days: invitationDays.find((each) => String(each) === days) ?? 7,
                once: use === 'one',
              },
            })
          }
          onDone={(invitation) => {
            setMade(invitation);
            void list.retry();
          }}
          footer={<ButtonLink href={urls.poster}>Make a Poster</ButtonLink>}
        >
          <FormRow>
            <SelectField
              label="Role"
              {...form.field('role')}
              options={roles.map((value) => ({ value, label: roleNames[value] }))}
              description={roleDescriptions[role]}
            />
            <SelectField
              label="Expires in"
              {...form.field('days')}
              options={invitationDays.map((each) => ({
                value: String(each),
                label: each === 1 ? '1 day' : `${each} days`,
              }))}
            />
            <SelectField
              label="Can be used by"
              {...form.field('use')}
              options={[
                { value: 'many', label: 'Anyone with the link' },
                { value: 'one', label: 'One person' },
              ]}
            />
          </FormRow>
        </SubmitForm>
        {made && <InviteLink key={made.id} made={made} timeZone={timeZone} />}
        <Invitations
          team={team}
          timeZone={timeZone}
          list={list}
          onRevoked={(id) => id === made?.id && setMade(null)}
        />
      </Stack>
    </Card>
  );
}

function InviteLink({ made, timeZone }: { made: MadeLink; timeZone: string }) {
  const who = made.once ? 'The first person to use this link' : 'Anyone with this link';
  const until = showDate(wallClock(made.expiresAt, timeZone).date);
  return (
    <CopyField
      label="Invite link"
      what="link"
      value={(made.origin || window.location.origin) + urls.join(made.token)}
      hasFocus
      description={`${who} joins as a ${roleNames[made.role]}. Copy it now. You won’t see it again. Expires ${until}.`}
    />
  );
}
