import type { Body } from '../../contract/endpoint.ts';
import type { createTeam } from '../../contract/teams.ts';
import { daySettings, layTemplate } from '../../domain/day/layout.ts';
import { sampleLayout, sampleTemplate } from '../../domain/day/sample.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { starterTemplate } from '../../domain/team/starter-sets.ts';
import { parseTeam, type Team } from '../../domain/team/team.ts';
import { businessDay } from '../../domain/time/date.ts';
import type { MemberStore, SecurityLogEntry } from '../database/store.ts';
import { newId } from '../id.ts';
import type { Documents } from '../live/documents.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import { teamName } from './members.ts';

/** A person who manages this many teams cannot create another. */
const MOST_TEAMS = 100;

export type TeamForm = Body<typeof createTeam>;

export interface CreatedTeam {
  readonly team: string;
  /** The layout of today; null without a sample or a starter. */
  readonly layout: string | null;
}

export interface Creator {
  readonly by: string;
  readonly device: string;
}

type EntryOf = (team: string) => SecurityLogEntry;

export interface Teams {
  create(creator: Creator, form: TeamForm, entryOf: EntryOf): Promise<Outcome<CreatedTeam>>;
  /** `name` confirms the deletion and must be the team's. */
  delete(team: string, name: string, entry: SecurityLogEntry): Promise<Outcome<null>>;
}

interface Dependencies {
  readonly documents: Documents;
  readonly members: MemberStore;
  readonly connections: Pick<LiveSessions, 'membershipsChanged' | 'teamDeleted'>;
  readonly now: () => number;
}

export function createTeams({ documents, members, connections, now }: Dependencies): Teams {
  return {
    async create(creator, form, entryOf) {
      const { by: user } = creator;
      const team = parseTeam(teamOf(form));
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
      const layout = await createFirstDay(documents, form, { id, team: team.value, creator, now: now() });
      if (!layout.ok) return layout;
      // The member is added last, so that nobody sees an incomplete team.
      const member = { team: id, user, role: 'manager', joinedAt: now() } as const;
      const isAdded = await members.add(member, entryOf(id));
      if (!isAdded) {
        // Their account was deleted meanwhile.
        await documents.deleteTeam(id);
        return refuse('signed-out');
      }
      connections.membershipsChanged(user);
      return done({ team: id, layout: layout.value });
    },

    async delete(team, typed, entry) {
      const name = await teamName(documents, team);
      if (name === null) return refuse('not-found');
      if (typed.trim() !== name) return refuse('name-differs', { field: 'name' });
      const deleted = await documents.deleteTeam(team, entry);
      if (!deleted.ok) return deleted;
      connections.teamDeleted(team);
      return done(null);
    },
  };
}

function teamOf({ sample: _sample, starter: _starter, ...settings }: TeamForm): Team {
  return { kind: 'team', ...settings, primaryColor: null, logoUrl: null };
}

/** A template and a layout of today, whose id it returns; null if the form wants neither. */
async function createFirstDay(
  documents: Documents,
  { sample, starter }: TeamForm,
  { id, team, creator, now }: { id: string; team: Team; creator: Creator; now: number },
): Promise<Outcome<string | null>> {
  const [area = ''] = team.areas;
  const today = businessDay(now, team.timeZone, team.dayStart);
  const settings = daySettings(team);
  if (!sample && !starter) return done(null);
  const template = starter && !sample ? starterTemplate(newId, starter, area) : sampleTemplate(newId, area);
  const layout = sample
    ? sampleLayout(newId, today, settings, template)
    : layTemplate(template, today, settings);
  const [templateId, layoutId] = [newId(), newId()];
  const withTemplate = await documents.issue(
    { team: id, document: templateId },
    { type: 'template.create', template },
    creator,
  );
  if (!withTemplate.ok) return withTemplate;
  const withLayout = await documents.issue(
    { team: id, document: layoutId },
    { type: 'layout.create', layout },
    creator,
  );
  return withLayout.ok ? done(layoutId) : withLayout;
}
