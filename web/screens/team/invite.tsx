import { useState } from 'react';
import { createInvitation, type Invitation, revokeInvitation } from '../../../contract/teams.ts';
import { invitationDays } from '../../../domain/team/team.ts';
import { type Role, roleNames, roles } from '../../../domain/team/user.ts';
import { showDate, showMoment, wallClock } from '../../../domain/time/date.ts';
import { showProblem } from '../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useInvitations } from '../../parts/lists/document-lists.ts';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import type { List } from '../../parts/lists/use-list.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { lazyPart } from '../../parts/page/lazy-screen.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { FormRow } from '../../ui/form/form.tsx';
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
      noun="link"
      value={(made.origin || window.location.origin) + urls.join(made.token)}
      hasFocus
      description={`${who} joins as a ${roleNames[made.role]}. Copy it now. You won’t see it again. Expires ${until}.`}
    />
  );
}
