import { createTeam, deleteTeam } from '../../../contract/teams.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { Teams } from '../../teams/teams.ts';
import { deviceOf } from '../documents/author.ts';
import type { Serve } from '../endpoint.ts';

export function serveTeams(serve: Serve, teams: Teams): void {
  serve(createTeam, ({ caller, browser, body }) =>
    teams.create({ by: caller.user.id, device: deviceOf(caller, browser) }, body),
  );

  serve(deleteTeam, async ({ params: { team }, body }) => {
    const deleted = await teams.delete(team, body.name);
    return deleted.ok ? done({}) : deleted;
  });
}
