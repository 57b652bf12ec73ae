import type { Me, Membership } from '../../contract/me.ts';
import type { Member } from '../../contract/teams.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { mayManage, type User, withoutSecondFactor } from '../../domain/team/user.ts';
import type { Documents } from '../documents/documents.ts';
import type { MemberStore } from '../store/member-store.ts';
import type { SecurityLogEntry } from '../store/security-log-store.ts';
import type { CrewLinks } from './crew-links.ts';

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

interface Dependencies {
  readonly members: MemberStore;
  readonly people: (ids: readonly string[]) => Promise<readonly User[]>;
  readonly documents: Pick<Documents, 'read' | 'list'>;
  /** Whether the team requires a second factor that this manager does not have. */
  readonly isSecondFactorMissing: (team: string, manager: string) => Promise<boolean>;
  readonly links: Pick<CrewLinks, 'personOf' | 'unlink'>;
}

export function createMemberships({
  members,
  people,
  documents,
  isSecondFactorMissing,
  links,
}: Dependencies): Memberships {
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

/** Null if there is no such team. */
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
