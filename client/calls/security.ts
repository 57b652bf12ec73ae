import * as log from '../../contract/security-log.ts';
import * as teams from '../../contract/teams.ts';
import type { Client } from '../client.ts';

/** `before`: `next` of the page before. */
export const ownSecurityLog = (client: Client, before?: string) =>
  client.call(log.getOwnSecurityLog, { query: { before } });

export const teamSecurityLog = (client: Client, team: string, before?: string) =>
  client.call(log.getTeamSecurityLog, { params: { team }, query: { before } });

export const teamSecurityOf = (client: Client, team: string) =>
  client.call(teams.getTeamSecurity, { params: { team } });

export const requireSecondFactor = (client: Client, team: string, requiresSecondFactor: boolean) =>
  client.call(teams.setTeamSecurity, { params: { team }, body: { requiresSecondFactor } });
