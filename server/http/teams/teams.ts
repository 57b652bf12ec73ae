import { createTeam, deleteTeam } from '../../../contract/teams.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { SecurityLog } from '../../security-log/security-log.ts';
import type { Teams } from '../../teams/teams.ts';
import { deviceOf } from '../documents/author.ts';
import type { Serve } from '../endpoint.ts';

interface Dependencies {
  readonly teams: Teams;
  readonly securityLog: SecurityLog;
}

export function serveTeams(serve: Serve, { teams, securityLog }: Dependencies): void {
  serve(createTeam, async (request) => {
    const { caller, browser, body } = request;
    const created = await teams.create({ by: caller.user.id, device: deviceOf(caller, browser) }, body);
    if (!created.ok) return created;
    const { team } = created.value;
    await securityLog.record({ type: 'team-created', by: caller.user.id, team }, request);
    return created;
  });

  serve(deleteTeam, async (request) => {
    const { team } = request.params;
    const deleted = await teams.delete(team, request.body.name);
    if (!deleted.ok) return deleted;
    await securityLog.record({ type: 'team-deleted', by: request.caller.user.id, team }, request);
    return done({});
  });
}
