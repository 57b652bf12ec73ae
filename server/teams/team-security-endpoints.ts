import { getTeamSecurity, setTeamSecurity, type TeamSecurity } from '../../contract/teams.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { fullName, mayManage } from '../../domain/team/user.ts';
import type { LiveSessions } from '../documents/live/live-sessions.ts';
import type { Serve } from '../door/endpoint.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { Memberships } from './memberships.ts';
import type { SecondFactorRule } from './second-factor-rule.ts';

interface Dependencies {
  readonly secondFactorRule: SecondFactorRule;
  readonly memberships: Pick<Memberships, 'ofTeam'>;
  readonly connections: Pick<LiveSessions, 'membershipsChanged'>;
  readonly securityLog: SecurityLog;
}

export function serveTeamSecurity(
  serve: Serve,
  { secondFactorRule, memberships, connections, securityLog }: Dependencies,
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
