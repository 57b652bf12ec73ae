import type { Me, Membership } from '../../contract/me.ts';
import {
  acceptInvitation,
  changeRole,
  createInvitation,
  getInvitation,
  getTeamSecurity,
  type Invitation,
  leaveTeam,
  listInvitations,
  listMembers,
  type Member,
  removeMember,
  revokeInvitation,
  setTeamSecurity,
  type TeamSecurity,
} from '../../contract/teams.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import {
  fullName,
  isHigher,
  mayManage,
  mayRunTheDay,
  type User,
  withoutSecondFactor,
} from '../../domain/team/user.ts';
import { findUnprotected } from '../accounts/account-tables.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { originForOthers } from '../address.ts';
import type { MemberStore, SecurityLogEntry, StoredInvitation } from '../database/store.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { hashOf, newId, newSecret } from '../id.ts';
import type { Documents } from '../live/documents.ts';

const DAY = 86_400_000;
/** Invite links of a team that work at a time: in a longer list, nobody finds the one to revoke. */
const MOST_WORKING = 100;

export type Memberships = ReturnType<typeof createMemberships>;

export function createMemberships({
  members,
  people,
  documents,
  isSecondFactorMissing,
  links,
}: Pick<Parts, 'documents' | 'isSecondFactorMissing' | 'links'> &
  Pick<Accounts, 'people'> & { readonly members: MemberStore }) {
  return {
    /** A person and their teams, in the order they joined; null for nobody. */
    async me(user: User | null): Promise<Me> {
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

    /** The members of a team, in the order they joined. */
    async ofTeam(team: string): Promise<readonly Member[]> {
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

    /** Leaves every team and returns their ids. Refused if a team would be left without a manager. */
    async leaveAll(
      user: string,
      entriesOf: (teams: readonly string[]) => readonly SecurityLogEntry[],
    ): Promise<Outcome<readonly string[]>> {
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

export async function nameAndColor(
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

export async function findInvitation(
  { store, now }: Parts,
  token: string,
): Promise<Outcome<StoredInvitation>> {
  const found = await store.invitations.find(hashOf(token));
  return found && found.expiresAt > now() ? done(found) : refuse('invitation-invalid');
}

const toInvitation = ({ id, role, once, createdAt, expiresAt }: StoredInvitation): Invitation => ({
  id,
  role,
  once,
  createdAt,
  expiresAt,
});

/** Each change reaches the person's open pages and the team's lists, and its entry the security log. */
export function serveMembers(serve: Serve, parts: Parts): void {
  const { documents, memberships, links, emailLinks, connections, securityLog, config, now } = parts;
  const { members, invitations } = parts.store;

  function notify(team: string, user: string): void {
    connections.membershipsChanged(user);
    connections.listed(team);
  }

  async function remove(team: string, user: string, entry: SecurityLogEntry): Promise<boolean> {
    if (!(await members.remove(team, user, entry))) return false;
    await links.unlink(team, user);
    notify(team, user);
    return true;
  }

  const list = async (team: string) => done({ members: await memberships.ofTeam(team) });

  serve(listMembers, async ({ params: { team }, role }) => {
    const all = await memberships.ofTeam(team);
    // addresses are between a person and who runs the day
    return done({ members: all.map((each) => (mayRunTheDay(role) ? each : { ...each, email: '' })) });
  });

  serve(changeRole, async (request) => {
    const { team, user } = request.params;
    const { role } = request.body;
    const by = request.caller.user.id;
    const before = await members.role(team, user);
    if (before === null) return refuse('not-found');
    // It would stay when the token is revoked.
    if (request.caller.token && isHigher(role, before)) return refuse('token-too-narrow');
    const entry = securityLog.entry({ type: 'role-changed', user, by, team, details: { role } }, request);
    if (!(await members.setRole(team, user, role, entry))) return refuse('last-manager');
    if (before !== role) notify(team, user);
    return list(team);
  });

  serve(removeMember, async (request) => {
    const { team, user } = request.params;
    const by = request.caller.user.id;
    const entry = securityLog.entry({ type: 'member-removed', user, by, team }, request);
    return (await remove(team, user, entry)) ? list(team) : refuse('last-manager');
  });

  serve(leaveTeam, async (request) => {
    const { team } = request.params;
    const user = request.caller.user.id;
    const entry = securityLog.entry({ type: 'member-left', user, team }, request);
    return (await remove(team, user, entry)) ? done({}) : refuse('last-manager');
  });

  serve(createInvitation, async (request) => {
    // Who joins by the link stays when the token is revoked.
    if (request.caller.token) return refuse('token-too-narrow');
    const { team } = request.params;
    const { role, once, days } = request.body;
    const createdBy = request.caller.user.id;
    // It is not stored, so it cannot be shown again.
    const token = newSecret();
    const times = { createdAt: now(), expiresAt: now() + days * DAY };
    const invitation = { id: newId(), tokenHash: hashOf(token), team, role, createdBy, once, ...times };
    const event = { type: 'invite-created', by: createdBy, team, details: { role, once } } as const;
    const added = await invitations.add(invitation, MOST_WORKING, securityLog.entry(event, request));
    if (added === 'too-many') return refuse('too-many', { details: { max: MOST_WORKING } });
    if (added === 'not-allowed') return refuse('not-allowed');
    const origin = config.publicUrl?.origin ?? originForOthers([request.origin, parts.plainOrigin]);
    return done({ ...toInvitation(invitation), token, origin });
  });

  serve(listInvitations, async ({ params }) =>
    done({ invitations: (await invitations.ofTeam(params.team, now())).map(toInvitation) }),
  );

  serve(revokeInvitation, async (request) => {
    const { team, id } = request.params;
    const event = { type: 'invite-revoked', by: request.caller.user.id, team } as const;
    await invitations.remove(team, id, securityLog.entry(event, request));
    return done({});
  });

  serve(getInvitation, async ({ params }) => {
    const invitation = await findInvitation(parts, params.token);
    if (!invitation.ok) return invitation;
    const { team, role } = invitation.value;
    const name = await teamName(documents, team);
    return name === null ? refuse('invitation-invalid') : done({ team, name, role });
  });

  /** A member keeps their role, and does not use up a link for one person. */
  serve(acceptInvitation, async (request) => {
    const user = request.caller.user.id;
    const accepted = await invitations.accept(hashOf(request.params.token), {
      user,
      now: now(),
      entryOf: ({ team, role }) =>
        securityLog.entry({ type: 'member-joined', user, team, details: { role } }, request),
    });
    if (!accepted) return refuse('invitation-invalid');
    const { team, joined } = accepted;
    if (joined) {
      // A link from before, if the server stopped while they left.
      if (await links.personOf(team, user)) await links.unlink(team, user);
      await emailLinks.joined(team, user);
      notify(team, user);
    }
    return done({ team });
  });
}

/** Teams can require a second factor of their managers. */
export function serveTeamSecurity(serve: Serve, parts: Parts): void {
  const { db, memberships, connections, securityLog } = parts;
  const { requiresSecondFactor, requireSecondFactor } = parts.store.members;

  const managersOf = async (team: string) =>
    (await memberships.ofTeam(team)).filter(({ role }) => mayManage(role));

  async function securityOf(team: string, caller: string): Promise<TeamSecurity> {
    const managers = await managersOf(team);
    const unprotected = new Set(
      await findUnprotected(
        db,
        managers.map(({ user }) => user),
      ),
    );
    return {
      requiresSecondFactor: await requiresSecondFactor(team),
      unprotectedManagers: managers.filter(({ user }) => unprotected.has(user)).map(fullName),
      isUnprotected: unprotected.has(caller),
    };
  }

  serve(getTeamSecurity, async ({ params, caller }) => done(await securityOf(params.team, caller.user.id)));

  serve(setTeamSecurity, async (request) => {
    const { caller, params, body } = request;
    const { team } = params;
    const { id: user } = caller.user;
    const isRequired = body.requiresSecondFactor;
    // Whoever turns it on keeps a manager's rights, so somebody does.
    if (isRequired && (await findUnprotected(db, [user])).length > 0) {
      return refuse('second-factor-missing');
    }
    if (isRequired !== (await requiresSecondFactor(team))) {
      const details = { required: isRequired };
      const event = { type: 'second-factor-required', by: user, team, details } as const;
      await requireSecondFactor(team, isRequired, securityLog.entry(event, request));
      for (const manager of await managersOf(team)) connections.membershipsChanged(manager.user);
    }
    return done(await securityOf(team, user));
  });
}
