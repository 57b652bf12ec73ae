import { createTeam, deleteTeam } from '../../contract/teams.ts';
import { done } from '../../domain/problem/problem.ts';
import { deviceOf } from '../auth/account/device-name.ts';
import type { Serve } from '../door/endpoint.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { Teams } from './teams.ts';

interface Dependencies {
  readonly teams: Teams;
  readonly securityLog: SecurityLog;
}

export function serveTeams(serve: Serve, { teams, securityLog }: Dependencies): void {
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
