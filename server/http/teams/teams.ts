import type { Body } from '../../../contract/endpoint.ts';
import { createTeam, deleteTeam } from '../../../contract/teams.ts';
import { daySettings } from '../../../domain/layout/layout.ts';
import { sampleLayout, sampleTemplate } from '../../../domain/layout/sample.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { readTeam, type Team } from '../../../domain/team/team.ts';
import { businessDay } from '../../../domain/time/date.ts';
import type { Documents } from '../../documents/documents.ts';
import type { LiveSessions } from '../../documents/live/live-sessions.ts';
import { newId } from '../../id.ts';
import type { MemberStore } from '../../store/member-store.ts';
import { teamName } from '../../teams/memberships.ts';
import type { Serve } from '../endpoint.ts';

interface Parts {
  readonly documents: Documents;
  readonly members: MemberStore;
  readonly connections: Pick<LiveSessions, 'membershipsChanged' | 'teamDeleted'>;
  readonly now: () => number;
}

/** Teams that a person may be a manager of when they make another. */
const teamsOfManager = 100;

export function serveTeams(serve: Serve, parts: Parts): void {
  const { documents, members, connections, now } = parts;

  serve(createTeam, async ({ caller, body }) => {
    const team = readTeam(teamOf(body));
    if (!team.ok) return team;
    const joined = await members.ofUser(caller.user.id);
    if (joined.filter(({ role }) => role === 'manager').length >= teamsOfManager)
      return refuse('teams-too-many', { details: { max: teamsOfManager } });
    const id = newId();
    const made = await documents.issue({ team: id, document: id }, { type: 'team.create', team: team.value });
    if (!made.ok) return made;
    const layout = body.sample ? await fillWithSample(documents, id, team.value, now()) : done(null);
    if (!layout.ok) return layout;
    // Last, so that nobody sees a team that is half made.
    const manager = { team: id, user: caller.user.id, role: 'manager', joinedAt: now() } as const;
    if (!(await members.add(manager))) {
      // Their account was deleted meanwhile.
      await documents.deleteTeam(id);
      return refuse('signed-out');
    }
    connections.membershipsChanged(caller.user.id);
    return done({ team: id, layout: layout.value });
  });

  serve(deleteTeam, async ({ params: { team }, body }) => {
    const name = await teamName(documents.read, team);
    if (name === null) return refuse('not-found');
    if (body.name.trim() !== name) return refuse('name-differs', { field: 'name' });
    const deleted = await documents.deleteTeam(team);
    if (!deleted.ok) return deleted;
    connections.teamDeleted(team);
    return done({});
  });
}

function teamOf({ sample: _, ...settings }: Body<typeof createTeam>): Team {
  return { kind: 'team', ...settings, primaryColor: null, logoUrl: null };
}

/** A template and the layout of today; the answer is the layout's id. */
async function fillWithSample(
  documents: Documents,
  id: string,
  team: Team,
  now: number,
): Promise<Outcome<string>> {
  const template = sampleTemplate(newId, team.areas[0]);
  const today = businessDay(now, team.timeZone, team.dayStart);
  const layout = sampleLayout(newId, today, daySettings(team), template);
  const [templateId, layoutId] = [newId(), newId()];
  const laid = await documents.issue(
    { team: id, document: templateId },
    { type: 'template.create', template },
  );
  if (!laid.ok) return laid;
  const made = await documents.issue({ team: id, document: layoutId }, { type: 'layout.create', layout });
  return made.ok ? done(layoutId) : made;
}
