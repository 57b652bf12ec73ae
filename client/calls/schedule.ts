import type { Body } from '../../contract/endpoint.ts';
import * as schedule from '../../contract/schedule.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { Client } from '../client.ts';

export type ConnectionForm = Body<typeof schedule.saveConnection>;

export const providersOf = (client: Client) => client.call(schedule.listProviders, {});

export const connectionsOf = (client: Client, team: string) =>
  client.call(schedule.listConnections, { params: { team } });

export const connect = (client: Client, team: string, provider: string, form: ConnectionForm) =>
  client.call(schedule.saveConnection, { params: { team, provider }, body: form });

export const disconnect = (client: Client, team: string, provider: string) =>
  client.call(schedule.removeConnection, { params: { team, provider } });

/** Signs in there with what was typed, until `signal` ends it; the answer is its locations. */
export const tryConnection = (
  client: Client,
  team: string,
  provider: string,
  { settings, signal }: { settings: ConnectionForm['settings']; signal: AbortSignal },
) => client.call(schedule.testConnection, { params: { team, provider }, body: { settings } }, signal);

/** Asks the provider now, until `signal` ends it. */
export const readSchedule = (
  client: Client,
  team: string,
  { provider, date, signal }: { provider: string; date: IsoDate; signal: AbortSignal },
) => client.call(schedule.fetchProviderSchedule, { params: { team, provider }, body: { date } }, signal);

/** What was read by itself last. */
export const waitingSchedule = (client: Client, team: string, provider: string, date: IsoDate) =>
  client.call(schedule.getWaitingSchedule, { params: { team, provider }, query: { date } });

/** Null for all. */
export const rememberRoles = (
  client: Client,
  team: string,
  provider: string,
  roles: readonly string[] | null,
) => client.call(schedule.pickRoles, { params: { team, provider }, body: { roles: roles && [...roles] } });
