import { lazy, Suspense, useState } from 'react';
import { createInvitation, type Invitation, revokeInvitation } from '../../../contract/teams.ts';
import { invitationDays } from '../../../domain/team/team.ts';
import { type Role, roleNames, roles } from '../../../domain/team/user.ts';
import { showDate, showMoment, wallClock } from '../../../domain/time/date.ts';
import { showProblem } from '../../parts/forms/problem-toast.ts';
import { Submit, useFormOutcome } from '../../parts/forms/submit.tsx';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useInvitations } from '../../parts/lists/team-lists.ts';
import type { List } from '../../parts/lists/use-list.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { Form, FormError, FormFooter, FormRow } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Stack } from '../../ui/page/page.tsx';
import { Table } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';

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

// loaded with the first link
const CopyField = lazy(async () => ({
  default: (await import('../../parts/forms/copy-field.tsx')).CopyField,
}));

const roleDescriptions: Readonly<Record<Role, string>> = {
  manager: 'Full access. Can change settings, manage people, and delete the team.',
  lead: 'Can run the day: layouts, shifts, positions, breaks, and notes.',
  viewer: 'View only.',
};

const uses = { many: 'Anyone with the link', one: 'One person' };
type Use = keyof typeof uses;

type MadeLink = { id: string; link: string; role: Role; use: Use; until: string };

export function Invite({ team, timeZone }: { team: string; timeZone: string }) {
  const client = useClient();
  const list = useInvitations(team);
  const [role, setRole] = useState<Role>('lead');
  const [days, setDays] = useState<(typeof invitationDays)[number]>(7);
  const [use, setUse] = useState<Use>('one');
  const [made, setMade] = useState<MadeLink | null>(null);
  const { attempt, isBusy, whole } = useFormOutcome();

  async function makeLink() {
    const invitation = await attempt(() =>
      client.call(createInvitation, { params: { team }, body: { role, days, once: use === 'one' } }),
    );
    if (!invitation) return;
    setMade({
      id: invitation.id,
      link: (invitation.origin || window.location.origin) + urls.join(invitation.token),
      role: invitation.role,
      use: invitation.once ? 'one' : 'many',
      until: showDate(wallClock(invitation.expiresAt, timeZone).date),
    });
    void list.retry();
  }

  return (
    <Card title="Invite People" isPadded>
      <Stack>
        <Form label="Invite people" onSubmit={makeLink}>
          <FormError>{whole}</FormError>
          <FormRow>
            <SelectField
              label="Role"
              name="role"
              value={role}
              onChange={(value) => setRole(roles.find((each) => each === value) ?? 'lead')}
              options={roles.map((value) => ({ value, label: roleNames[value] }))}
              description={roleDescriptions[role]}
            />
            <SelectField
              label="Expires in"
              name="days"
              value={String(days)}
              onChange={(value) => setDays(invitationDays.find((each) => String(each) === value) ?? 7)}
              options={invitationDays.map((each) => ({
                value: String(each),
                label: each === 1 ? '1 day' : `${each} days`,
              }))}
            />
            <SelectField
              label="Can be used by"
              name="use"
              value={use}
              onChange={(value) => setUse(value === 'one' ? 'one' : 'many')}
              options={Object.entries(uses).map(([value, label]) => ({ value, label }))}
            />
          </FormRow>
          <FormFooter>
            <Submit isBusy={isBusy}>Invite</Submit>
            <ButtonLink href={urls.poster}>Make a Poster</ButtonLink>
          </FormFooter>
        </Form>
        <Suspense>{made && <InviteLink key={made.link} {...made} />}</Suspense>
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

function InviteLink({ link, until, role, use }: MadeLink) {
  const who = use === 'one' ? 'The first person to use this link' : 'Anyone with this link';
  return (
    <CopyField
      label="Invite link"
      noun="link"
      value={link}
      hasFocus
      description={`${who} joins as a ${roleNames[role]}. Copy it now. You won’t see it again. Expires ${until}.`}
    />
  );
}
