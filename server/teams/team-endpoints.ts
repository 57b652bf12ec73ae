import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { deletePerson } from '../../contract/crew.ts';
import { findMe, getNextDay, linkMe, unlinkMe } from '../../contract/mine.ts';
import { getPush, switchPushOff, switchPushOn } from '../../contract/push.ts';
import {
  acceptInvitation,
  changeRole,
  createInvitation,
  createTeam,
  deleteTeam,
  getInvitation,
  getLogo,
  getTeamSecurity,
  type Invitation,
  leaveTeam,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
  setTeamSecurity,
  type TeamSecurity,
  uploadLogo,
} from '../../contract/teams.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { linkedLogoPath } from '../../domain/team/team.ts';
import { fullName, mayManage, mayRunTheDay } from '../../domain/team/user.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { StoredInvitation, StoredLogo } from '../database/store.ts';
import { deviceOf } from '../door/device-name.ts';
import { type Serve, sendProblem } from '../door/endpoint.ts';
import { authorize, authorOf, type Guard } from '../door/guard.ts';
import type { CreateLimit } from '../door/rate-limit.ts';
import type { LiveSessions } from '../live/live-sessions.ts';
import type { CrewLinks } from './crew-links.ts';
import type { DeletePerson } from './delete-person.ts';
import type { Invitations } from './invitations.ts';
import type { Logos } from './logos.ts';
import type { Members, Memberships, SecondFactorRule } from './members.ts';
import type { Push } from './push.ts';
import type { Teams } from './teams.ts';

interface CrewDependencies {
  readonly deletePerson: DeletePerson;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

export function serveCrew(serve: Serve, dependencies: CrewDependencies): void {
  serve(deletePerson, async (request) => {
    const { team, person } = request.params;
    const deleted = await dependencies.deletePerson(authorOf(request), team, person);
    if (deleted.ok) {
      const by = request.caller.user.id;
      await dependencies.securityLog.record({ type: 'person-deleted', by, team }, request);
    }
    return deleted;
  });
}

export function servePush(serve: Serve, push: Push): void {
  serve(getPush, async ({ params, caller, query }) =>
    done(await push.state(params.team, caller.user.id, query.device)),
  );

  serve(switchPushOn, async ({ params, caller, role, body, origin }) => {
    // A browser is told as long as its session lasts, and a token has none.
    if (caller.token) return refuse('token-too-narrow');
    const { about, ...keys } = body;
    const by = { team: params.team, user: caller.user.id, session: caller.session, role };
    return push.switchOn(by, { ...keys, contact: origin }, about);
  });

  serve(switchPushOff, async ({ params, caller }) => {
    await push.switchOff(params.team, caller.user.id, params.device);
    return done({});
  });
}

interface TeamsDependencies {
  readonly teams: Teams;
  readonly securityLog: SecurityLog;
}

export function serveTeams(serve: Serve, { teams, securityLog }: TeamsDependencies): void {
  serve(createTeam, async (request) => {
    const { caller, browser, body } = request;
    const by = caller.user.id;
    return teams.create({ by, device: deviceOf(caller, browser) }, body, (team) =>
      securityLog.entry({ type: 'team-created', by, team }, request),
    );
  });

  serve(deleteTeam, async (request) => {
    const { team } = request.params;
    const entry = securityLog.entry({ type: 'team-deleted', by: request.caller.user.id, team }, request);
    const deleted = await teams.delete(team, request.body.name, entry);
    return deleted.ok ? done({}) : deleted;
  });
}

/** Of one person, an hour: nobody learns the names of a crew by trying them, also as the name of their account. */
const MOST_NAMES = 30;
const MOST_OTHERS = 300;
const HOUR = 3_600_000;

export function serveMine(
  serve: Serve,
  { links, createLimit }: { readonly links: CrewLinks; readonly createLimit: CreateLimit },
): void {
  const names = createLimit('names of the crew', MOST_NAMES, HOUR);
  const others = createLimit('own person', MOST_OTHERS, HOUR);
  const limited = async <T>(user: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    (await others.add(user)) ? work() : refuse('too-many-requests');

  serve(findMe, ({ params, caller, query }) =>
    limited(caller.user.id, async () => {
      const { name: typed } = query;
      const tries = await names.add(caller.user.id);
      if (typed !== undefined && !tries) return refuse('too-many-requests');
      return done(await links.find(params.team, caller.user, { typed, tries }));
    }),
  );

  serve(linkMe, (request) =>
    limited(request.caller.user.id, async () => {
      const { device = '' } = authorOf(request);
      const by = { user: request.caller.user, device };
      const linked = await links.link(request.params.team, by, request.body.person);
      return linked.ok ? done({}) : linked;
    }),
  );

  serve(unlinkMe, (request) =>
    limited(request.caller.user.id, async () => {
      const { device } = authorOf(request);
      const unlinked = await links.unlink(request.params.team, request.caller.user.id, device);
      return unlinked.ok ? done({}) : unlinked;
    }),
  );

  serve(getNextDay, ({ params, caller }) =>
    limited(caller.user.id, async () => done({ day: await links.nextDay(params.team, caller.user.id) })),
  );
}

const query = z.object({ address: z.string().check(z.maxLength(2_000)) });

/** An SVG that is opened by itself runs and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function serveLogos(app: FastifyInstance, serve: Serve, logos: Logos, guard: Guard): void {
  serve(uploadLogo, ({ params, body, ...request }) =>
    logos.upload(authorOf(request), params.team, body.base64),
  );

  app.get(getLogo.path, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const authorized = await authorize(guard, getLogo, request, reply);
    if (!authorized.ok) return sendProblem(reply, authorized.problem);
    const { team = '', image = '' } = authorized.value.params ?? {};
    let logo: StoredLogo | null = null;
    if (image === linkedLogoPath) {
      const { data } = query.safeParse(request.query);
      logo = data ? await logos.findLinked(team, data.address) : null;
    } else {
      logo = await logos.find(team, image);
    }
    if (!logo) return sendProblem(reply, { code: 'not-found' });
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', policy)
      .type(logo.type)
      .send(Buffer.from(logo.bytes));
  });
}

interface MemberDependencies {
  readonly members: Members;
  readonly memberships: Pick<Memberships, 'ofTeam'>;
  readonly invitations: Invitations;
  readonly securityLog: SecurityLog;
  /** The origin at which other devices open a page that this request saw at its own; '' if none can. */
  readonly originForOthers: (origin: string) => string;
}

export function serveMembers(
  serve: Serve,
  { members, memberships, invitations, securityLog, originForOthers }: MemberDependencies,
): void {
  const list = async (team: string) => done({ members: [...(await memberships.ofTeam(team))] });

  serve(listMembers, async ({ params: { team }, role }) => {
    const all = await memberships.ofTeam(team);
    // addresses are between a person and who runs the day
    return done({ members: all.map((each) => (mayRunTheDay(role) ? each : { ...each, email: '' })) });
  });

  serve(changeRole, async (request) => {
    const { team, user } = request.params;
    const { role } = request.body;
    const by = request.caller.user.id;
    const entry = securityLog.entry({ type: 'role-changed', user, by, team, details: { role } }, request);
    const changed = await members.changeRole(team, user, role, entry);
    return changed.ok ? list(team) : changed;
  });

  serve(removeMember, async (request) => {
    const { team, user } = request.params;
    const by = request.caller.user.id;
    const entry = securityLog.entry({ type: 'member-removed', user, by, team }, request);
    const removed = await members.remove(team, user, entry);
    return removed.ok ? list(team) : removed;
  });

  serve(leaveTeam, async (request) => {
    const { team } = request.params;
    const user = request.caller.user.id;
    const entry = securityLog.entry({ type: 'member-left', user, team }, request);
    const left = await members.remove(team, user, entry);
    return left.ok ? done({}) : left;
  });

  serve(createInvitation, async (request) => {
    const { params, caller, body } = request;
    const by = caller.user.id;
    const { role, once } = body;
    const event = { type: 'invite-created', by, team: params.team, details: { role, once } } as const;
    const created = await invitations.create(params.team, body, by, securityLog.entry(event, request));
    if (!created.ok) return created;
    const origin = originForOthers(request.origin);
    return done({ ...toInvitation(created.value), token: created.value.token, origin });
  });

  serve(listInvitations, async ({ params }) =>
    done({ invitations: (await invitations.ofTeam(params.team)).map(toInvitation) }),
  );

  serve(revokeInvitation, async (request) => {
    const { team, id } = request.params;
    const event = { type: 'invite-revoked', by: request.caller.user.id, team } as const;
    await invitations.revoke(team, id, securityLog.entry(event, request));
    return done({});
  });

  serve(getInvitation, ({ params }) => members.previewInvitation(params.token));

  serve(acceptInvitation, async (request) => {
    const user = request.caller.user.id;
    const accepted = await members.acceptInvitation(request.params.token, user, ({ team, role }) =>
      securityLog.entry({ type: 'member-joined', user, team, details: { role } }, request),
    );
    return accepted.ok ? done({ team: accepted.value }) : accepted;
  });
}

const toInvitation = ({ id, role, once, createdAt, expiresAt }: StoredInvitation): Invitation => ({
  id,
  role,
  once,
  createdAt,
  expiresAt,
});

interface SecurityDependencies {
  readonly secondFactorRule: SecondFactorRule;
  readonly memberships: Pick<Memberships, 'ofTeam'>;
  readonly connections: Pick<LiveSessions, 'membershipsChanged'>;
  readonly securityLog: SecurityLog;
}

export function serveTeamSecurity(
  serve: Serve,
  { secondFactorRule, memberships, connections, securityLog }: SecurityDependencies,
): void {
  const managersOf = async (team: string) =>
    (await memberships.ofTeam(team)).filter(({ role }) => mayManage(role));

  async function securityOf(team: string, caller: string): Promise<TeamSecurity> {
    const managers = await managersOf(team);
    const unprotected = new Set(await secondFactorRule.findUnprotected(managers.map(({ user }) => user)));
    return {
      requiresSecondFactor: await secondFactorRule.isRequired(team),
      unprotectedManagers: managers.filter(({ user }) => unprotected.has(user)).map(fullName),
      isUnprotected: unprotected.has(caller),
    };
  }

  serve(getTeamSecurity, async ({ params, caller }) => done(await securityOf(params.team, caller.user.id)));

  serve(setTeamSecurity, async (request) => {
    const { caller, params, body } = request;
    const { team } = params;
    const { id: user } = caller.user;
    if (caller.token) return refuse('token-too-narrow');
    const isRequired = body.requiresSecondFactor;
    // Whoever turns it on keeps a manager's rights, so somebody does.
    if (isRequired && (await secondFactorRule.findUnprotected([user])).length > 0) {
      return refuse('second-factor-missing');
    }
    if (isRequired !== (await secondFactorRule.isRequired(team))) {
      const details = { required: isRequired };
      const event = { type: 'second-factor-required', by: user, team, details } as const;
      await secondFactorRule.set(team, isRequired, securityLog.entry(event, request));
      for (const manager of await managersOf(team)) connections.membershipsChanged(manager.user);
    }
    return done(await securityOf(team, user));
  });
}
