import type { Me, Membership } from '../../contract/me.ts';
import type { Member } from '../../contract/teams.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { mayManage, type Role, type User, withoutSecondFactor } from '../../domain/team/user.ts';
import type { AcceptRequest, MemberStore, SecurityLogEntry } from '../database/store.ts';
import type { Documents } from '../live/documents.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { CrewLinks } from './crew-links.ts';
import type { EmailLinks } from './email-links.ts';
import type { Invitations } from './invitations.ts';

export interface Memberships {
  /** A person and their teams, in the order they joined; null for nobody. */
  me(user: User | null): Promise<Me>;
  /** The members of a team, in the order they joined. */
  ofTeam(team: string): Promise<readonly Member[]>;
  /** Leaves every team and returns their ids. Refused if a team would be left without a manager. */
  leaveAll(
    user: string,
    entriesOf: (teams: readonly string[]) => readonly SecurityLogEntry[],
  ): Promise<Outcome<readonly string[]>>;
}

interface MembershipsDependencies {
  readonly members: MemberStore;
  readonly people: (ids: readonly string[]) => Promise<readonly User[]>;
  readonly documents: Pick<Documents, 'read' | 'list'>;
  readonly isSecondFactorMissing: (team: string, manager: string) => Promise<boolean>;
  readonly links: Pick<CrewLinks, 'personOf' | 'unlink'>;
}

export function createMemberships({
  members,
  people,
  documents,
  isSecondFactorMissing,
  links,
}: MembershipsDependencies): Memberships {
  return {
    async me(user) {
      if (!user) return { user, teams: [] };
      const joined = await members.ofUser(user.id);
      const teams = await Promise.all(
        joined.map(async ({ team, role }): Promise<Membership[]> => {
          const shown = await nameAndColor(documents, team);
          if (shown === null) return [];
          const isLimited = mayManage(role) && (await isSecondFactorMissing(team, user.id));
          const person = await links.personOf(team, user.id);
          const own = { id: team, ...shown, ...(person && { person: { ...person, ids: [...person.ids] } }) };
          if (!isLimited) return [{ ...own, role }];
          return [{ ...own, role: withoutSecondFactor(role), needsSecondFactor: true }];
        }),
      );
      return { user, teams: teams.flat() };
    },

    async ofTeam(team) {
      const joined = await members.ofTeam(team);
      const users = await people(joined.map((each) => each.user));
      const userById = new Map(users.map((user) => [user.id, user]));
      return joined.flatMap(({ user: id, role, joinedAt }) => {
        const user = userById.get(id);
        if (!user) return [];
        const { firstName, lastName, email } = user;
        return [{ user: id, firstName, lastName, email, role, joinedAt }];
      });
    },

    async leaveAll(user, entriesOf) {
      const joined = await members.ofUser(user);
      const teams = joined.map(({ team }) => team);
      if (await members.removeEverywhere(user, entriesOf)) {
        for (const team of teams) await links.unlink(team, user);
        return done(teams);
      }
      const last = await members.lastManagerOf(user);
      const names = await Promise.all(last.map((team) => teamName(documents, team)));
      return refuse('last-manager-of', { details: { teams: names.join(', ') } });
    },
  };
}

export const teamName = async (
  documents: Pick<Documents, 'read' | 'list'>,
  team: string,
): Promise<string | null> => (await nameAndColor(documents, team))?.name ?? null;

async function nameAndColor(
  { read, list }: Pick<Documents, 'read' | 'list'>,
  team: string,
): Promise<Pick<Membership, 'name' | 'color'> | null> {
  try {
    const body = (await read({ team, document: team }))?.body;
    if (body?.kind !== 'team') return null;
    return { name: body.name, ...(body.primaryColor !== null && { color: body.primaryColor }) };
  } catch {
    // A document that can't be read still has its name in lists.
    const [row] = await list(team, 'team');
    return row?.name == null ? null : { name: row.name };
  }
}

/** Who belongs to a team. Each change reaches the person's open pages and the team's lists, and its entry the security log. */
export interface Members {
  changeRole(team: string, user: string, role: Role, entry: SecurityLogEntry): Promise<Outcome<null>>;
  remove(team: string, user: string, entry: SecurityLogEntry): Promise<Outcome<null>>;
  previewInvitation(token: string): Promise<Outcome<{ team: string; name: string; role: Role }>>;
  acceptInvitation(token: string, user: string, entryOf: AcceptRequest['entryOf']): Promise<Outcome<string>>;
}

interface Dependencies {
  readonly documents: Pick<Documents, 'read' | 'list'>;
  readonly store: MemberStore;
  readonly invitations: Invitations;
  readonly links: Pick<CrewLinks, 'personOf' | 'unlink'>;
  readonly emailLinks: Pick<EmailLinks, 'joined'>;
  readonly connections: Pick<LiveSessions, 'membershipsChanged' | 'listed'>;
}

export function createMembers({
  documents,
  store,
  invitations,
  links,
  emailLinks,
  connections,
}: Dependencies): Members {
  function notify(team: string, user: string): void {
    connections.membershipsChanged(user);
    connections.listed(team);
  }

  return {
    async changeRole(team, user, role, entry) {
      const before = await store.role(team, user);
      if (before === null) return refuse('not-found');
      if (!(await store.setRole(team, user, role, entry))) return refuse('last-manager');
      if (before !== role) notify(team, user);
      return done(null);
    },

    async remove(team, user, entry) {
      if (!(await store.remove(team, user, entry))) return refuse('last-manager');
      await links.unlink(team, user);
      notify(team, user);
      return done(null);
    },

    async previewInvitation(token) {
      const invitation = await invitations.find(token);
      if (!invitation.ok) return invitation;
      const { team, role } = invitation.value;
      const name = await teamName(documents, team);
      return name === null ? refuse('invitation-invalid') : done({ team, name, role });
    },

    async acceptInvitation(token, user, entryOf) {
      const accepted = await invitations.accept(token, user, entryOf);
      if (!accepted.ok) return accepted;
      const { team, joined } = accepted.value;
      if (!joined) return done(team);
      // A link from before, if the server stopped while they left.
      if (await links.personOf(team, user)) await links.unlink(team, user);
      await emailLinks.joined(team, user);
      notify(team, user);
      return done(team);
    },
  };
}

/** Teams can require a second factor of their managers. A manager without one has a lead's rights there. */
export interface SecondFactorRule {
  isRequired(team: string): Promise<boolean>;
  set(team: string, isRequired: boolean, entry: SecurityLogEntry): Promise<void>;
  isMissing(team: string, manager: string): Promise<boolean>;
  findUnprotected(people: readonly string[]): Promise<readonly string[]>;
}

interface RuleDependencies {
  readonly members: Pick<MemberStore, 'requiresSecondFactor' | 'requireSecondFactor'>;
  readonly findUnprotected: SecondFactorRule['findUnprotected'];
}

export function createSecondFactorRule({ members, findUnprotected }: RuleDependencies): SecondFactorRule {
  return {
    isRequired: members.requiresSecondFactor,
    set: members.requireSecondFactor,
    isMissing: async (team, manager) =>
      (await members.requiresSecondFactor(team)) && (await findUnprotected([manager])).length > 0,
    findUnprotected,
  };
}
