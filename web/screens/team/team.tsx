import { mayManage, roleNames } from '../../../domain/access.ts';
import type { Team } from '../../../domain/team.ts';
import { fullName } from '../../../domain/user.ts';
import { useRole, useTeam, useTeamId } from '../../parts/client-context.tsx';
import { Facts } from '../../parts/facts.tsx';
import { ListProblem } from '../../parts/list-problem.tsx';
import { useMembers } from '../../parts/lists.ts';
import { Card } from '../../ui/card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { Invite } from './invite.tsx';

/** What the team is, who is in it, and the way to invite others. */
export function TeamScreen() {
  const team = useTeam();
  const teamId = useTeamId() ?? '';
  const role = useRole();
  if (team.state !== 'ready') return <Loading />;
  return (
    <Page title={team.body.name}>
      <Stack>
        {mayManage(role) && <Invite key={teamId} team={teamId} timeZone={team.body.timeZone} />}
        <Members team={teamId} />
        <Card title="Settings">
          <Settings team={team.body} />
        </Card>
      </Stack>
    </Page>
  );
}

function Members({ team }: { team: string }) {
  const list = useMembers(team);
  return (
    <>
      <ListProblem list={list} />
      {!list.rows && !list.error && <Loading />}
      {list.rows && (
        <Table
          label="Members"
          rows={list.rows}
          rowKey={(member) => member.user}
          columns={[
            { label: 'Member', cell: (member) => fullName(member) },
            { label: 'Email', cell: (member) => member.email },
            { label: 'Role', cell: (member) => roleNames[member.role] },
          ]}
        />
      )}
    </>
  );
}

function Settings({ team }: { team: Team }) {
  return (
    <Facts
      facts={[
        { label: 'Team Name', value: team.name },
        { label: 'Minutes that earn a break', value: team.breakMinMinutes },
        { label: 'Minutes of a break', value: team.breakTimerMinutes },
        { label: 'Areas', value: team.areas.join(', ') },
        { label: 'Day starts at', value: team.dayStart },
        { label: 'Time zone', value: team.timeZone.replaceAll('_', ' ') },
        { label: 'Theme', value: <Theme color={team.primaryColor} /> },
        { label: 'Logo URL', value: team.logoUrl ?? 'None' },
      ]}
    />
  );
}

function Theme({ color }: { color: string | null }) {
  return (
    <>
      <span className="facts__swatch" style={{ background: color ?? 'var(--brand)' }} />
      {color ?? 'Default blue'}
    </>
  );
}
