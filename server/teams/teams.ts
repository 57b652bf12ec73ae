import type { Body } from '../../contract/endpoint.ts';
import { createTeam, deleteTeam } from '../../contract/teams.ts';
import { daySettings, layTemplate } from '../../domain/day/layout.ts';
import { sampleLayout, sampleTemplate } from '../../domain/day/sample.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { starterTemplate } from '../../domain/team/starter-sets.ts';
import { parseTeam, type Team } from '../../domain/team/team.ts';
import { businessDay } from '../../domain/time/date.ts';
import { deviceOf } from '../door/device-name.ts';
import type { Serve } from '../door/endpoint.ts';
import type { Parts } from '../endpoint-parts.ts';
import { newId } from '../id.ts';
import { teamName } from './members.ts';

/** A person who manages this many teams cannot create another: one account could fill the disk. */
const MOST_TEAMS = 100;

type TeamForm = Body<typeof createTeam>;

export function serveTeams(serve: Serve, parts: Parts): void {
  const { documents, store, connections, securityLog, now } = parts;
  const { members } = store;

  serve(createTeam, async (request) => {
    const { caller, browser, body } = request;
    const user = caller.user.id;
    const creator = { by: user, device: deviceOf(caller, browser) };
    const team = parseTeam(teamOf(body));
    if (!team.ok) return team;
    const joined = await members.ofUser(user);
    if (joined.filter(({ role }) => role === 'manager').length >= MOST_TEAMS) {
      return refuse('teams-too-many', { details: { max: MOST_TEAMS } });
    }
    const id = newId();
    const created = await documents.issue(
      { team: id, document: id },
      { type: 'team.create', team: team.value },
      creator,
    );
    if (!created.ok) return created;
    const layout = await createFirstDay(parts, body, { id, team: team.value, creator });
    if (!layout.ok) return layout;
    // The member is added last, so that nobody sees an incomplete team.
    const member = { team: id, user, role: 'manager', joinedAt: now() } as const;
    const entry = securityLog.entry({ type: 'team-created', by: user, team: id }, request);
    if (!(await members.add(member, entry))) {
      // Their account was deleted meanwhile.
      await documents.deleteTeam(id);
      return refuse('signed-out');
    }
    connections.membershipsChanged(user);
    return done({ team: id, layout: layout.value });
  });

  /** The typed name confirms the deletion and must be the team's. */
  serve(deleteTeam, async (request) => {
    const { team } = request.params;
    const name = await teamName(documents, team);
    if (name === null) return refuse('not-found');
    if (request.body.name.trim() !== name) return refuse('name-differs', { field: 'name' });
    const entry = securityLog.entry({ type: 'team-deleted', by: request.caller.user.id, team }, request);
    const deleted = await documents.deleteTeam(team, entry);
    if (!deleted.ok) return deleted;
    connections.teamDeleted(team);
    return done({});
  });
}

function teamOf({ sample: _sample, starter: _starter, ...settings }: TeamForm): Team {
  return { kind: 'team', ...settings, primaryColor: null, logoUrl: null };
}

/** A template and a layout of today, whose id it returns; null if the form wants neither. */
async function createFirstDay(
  { documents, now }: Pick<Parts, 'documents' | 'now'>,
  { sample, starter }: TeamForm,
  { id, team, creator }: { id: string; team: Team; creator: { by: string; device: string } },
): Promise<Outcome<string | null>> {
  const [area = ''] = team.areas;
  const today = businessDay(now(), team.timeZone, team.dayStart);
  const settings = daySettings(team);
  if (!sample && !starter) return done(null);
  const template = starter && !sample ? starterTemplate(newId, starter, area) : sampleTemplate(newId, area);
  const layout = sample
    ? sampleLayout(newId, today, settings, template)
    : layTemplate(template, today, settings);
  const document = newId();
  for (const [ref, change] of [
    [newId(), { type: 'template.create', template }],
    [document, { type: 'layout.create', layout }],
  ] as const) {
    const created = await documents.issue({ team: id, document: ref }, change, creator);
    if (!created.ok) return created;
  }
  return done(document);
}
