import { useState } from 'react';
import { leaveTeam } from '../../../client/calls/teams.ts';
import { showDate, showMoment } from '../../../client/words/formats.ts';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import { listDevices } from '../../../contract/devices.ts';
import {
  changeRole,
  createInvitation,
  type Invitation,
  type Member,
  removeMember,
  revokeInvitation,
} from '../../../contract/teams.ts';
import { invitationDays } from '../../../domain/team/team.ts';
import { fullName, mayManage, type Role, roleName, roles } from '../../../domain/team/user.ts';
import { wallClock } from '../../../domain/time/date.ts';
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

const t = words('team');
const pageWords = words('page');

const noMembers: readonly Member[] = [];

const emailColumn = (): TableColumn<Member> => ({
  id: 'email',
  label: t('email'),
  look: 'detail',
  cell: ({ email }) => <Email address={email} />,
});

export function Members({ team, name }: { team: string; name: string }) {
  const client = useClient();
  const list = useMembers(team);
  const search = useSearch(list.rows ?? noMembers, {
    label: t('search-members'),
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
      showToast({ text: t('is-now', { name: fullName(member), role }) });
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
      title: t('change-own-role', { role }),
      action: t('change-my-role'),
      text: t('change-own-role-about'),
      work: () => client.call(changeRole, { params: { team, user: member.user }, body: { role } }),
      onDone: list.retry,
    });
  }

  /** What they paired outlives their membership: it is the team's. */
  async function devicesOf({ user }: Member): Promise<string> {
    const listed = await client.call(listDevices, { params: { team } });
    if (!listed.ok) return '';
    return listed.value.devices
      .filter(({ byUser }) => byUser === user)
      .map(({ name: device }) => device)
      .join(', ');
  }

  async function remove(member: Member) {
    const devices = await devicesOf(member);
    askFinally({
      title: t('remove-question', { name: fullName(member) }),
      action: t('remove'),
      text: [t('remove-about'), ...(devices ? [t('remove-devices', { devices })] : [])].join(' '),
      work: () => client.call(removeMember, { params: { team, user: member.user } }),
      said: t('removed', { name: fullName(member) }),
      onDone: list.retry,
    });
  }
  const leave = () =>
    askFinally({
      title: t('leave-question', { team: name }),
      action: t('leave-team'),
      text: t('leave-about'),
      work: () => leaveTeam(client, team),
      said: t('you-left', { team: name }),
    });

  const facts: TableColumn<Member>[] = [
    {
      label: t('member'),
      look: 'name',
      cell: (member) => (member.user === me ? t('member-you', { name: fullName(member) }) : fullName(member)),
    },
    ...(list.rows?.some(({ email }) => email !== '') ? [emailColumn()] : []),
  ];
  const roleColumn: TableColumn<Member> = {
    id: 'role',
    label: t('role'),
    cell: (member) => roleName(pageWords, member.role),
  };
  const roleChoice: TableColumn<Member> = {
    id: 'role',
    label: t('role'),
    cell: (member) => (
      <SelectField
        label={t('role-of', { name: fullName(member) })}
        isLabelHidden
        value={chosen[member.user] ?? member.role}
        onChange={(role) => choose(member, role)}
        options={roles.map((value) => ({ value, label: roleName(pageWords, value) }))}
        error={refused?.user === member.user ? refused.message : undefined}
      />
    ),
  };
  const actions: TableColumn<Member> = {
    label: t('actions'),
    isActions: true,
    cell: (member) =>
      member.user === me ? (
        <Button variant="danger" onPress={leave}>
          {t('leave-team')}
        </Button>
      ) : (
        isManager && (
          <Button
            variant="danger"
            aria-label={t('remove-named', { name: fullName(member) })}
            onPress={() => remove(member)}
          >
            {t('remove')}
          </Button>
        )
      ),
  };

  return (
    <section aria-labelledby="members">
      <h2 className="team__heading" id="members">
        {t('members')}
      </h2>
      <ListState list={list} />
      {list.rows && (
        <>
          {search.field}
          {search.none ?? (
            <Table
              key={search.key}
              label={t('members')}
              isLean
              className="members"
              rows={search.rows}
              rowKey={(member) => member.user}
              columns={[...facts, isManager ? roleChoice : roleColumn, actions]}
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
    showToast({ text: t('link-revoked', { role: invitation.role }) });
    await list.retry();
  }

  if (list.error) return <ListProblem list={list} />;
  if (!list.rows) return null;
  return (
    <section aria-labelledby="links">
      <h3 className="team__heading" id="links">
        {t('active-links')}
      </h3>
      {list.rows.length === 0 ? (
        <p className="quiet">{t('no-active-links')}</p>
      ) : (
        <Table
          label={t('active-links')}
          rows={list.rows}
          rowKey={({ id }) => id}
          columns={[
            { label: t('role'), cell: ({ role }) => roleName(pageWords, role) },
            { label: t('used-by'), cell: ({ once }) => t(once ? 'used-by-one' : 'used-by-many') },
            { label: t('expires'), cell: ({ expiresAt }) => showMoment(expiresAt, timeZone) },
            {
              label: t('actions'),
              isActions: true,
              cell: (invitation) => (
                <Button
                  variant="danger"
                  aria-label={t('revoke-link', {
                    role: invitation.role,
                    until: showMoment(invitation.expiresAt, timeZone),
                  })}
                  onPress={() => revoke(invitation)}
                >
                  {t('revoke')}
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

type Use = 'many' | 'one';

type MadeLink = Invitation & { token: string; origin?: string };

export function Invite({ team, timeZone }: { team: string; timeZone: string }) {
  const client = useClient();
  const list = useInvitations(team);
  const form = useForm({ role: 'lead' as Role, days: '7', use: 'one' as Use });
  const { role, days, use } = form.values;
  const [made, setMade] = useState<MadeLink | null>(null);

  return (
    <Card title={t('invite-people')} isPadded>
      <Stack>
        <SubmitForm
          form={form}
          label={t('invite-people-form')}
          action={t('invite')}
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
          footer={<ButtonLink href={urls.poster}>{t('make-a-poster')}</ButtonLink>}
        >
          <FormRow>
            <SelectField
              label={t('role')}
              {...form.field('role')}
              options={roles.map((value) => ({ value, label: roleName(pageWords, value) }))}
              description={t(`role-about-${role}`)}
            />
            <SelectField
              label={t('expires-in')}
              {...form.field('days')}
              options={invitationDays.map((each) => ({
                value: String(each),
                label: t('days', { count: each }),
              }))}
            />
            <SelectField
              label={t('used-by')}
              {...form.field('use')}
              options={[
                { value: 'many', label: t('used-by-many') },
                { value: 'one', label: t('used-by-one') },
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
  const until = showDate(wallClock(made.expiresAt, timeZone).date);
  return (
    <CopyField
      label={t('invite-link')}
      what="link"
      value={(made.origin || window.location.origin) + urls.join(made.token)}
      hasFocus
      description={t(made.once ? 'link-about-one' : 'link-about-many', { role: made.role, until })}
    />
  );
}
