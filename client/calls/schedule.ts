import type { Body } from '../../contract/endpoint.ts';
import * as schedule from '../../contract/schedule.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type { Client } from '../client.ts';

export type ConnectionForm = Body<typeof schedule.saveConnection>;

export const tryConnection = (
  client: Client,
  team: string,
  provider: string,
  { settings, signal }: { settings: ConnectionForm['settings']; signal: AbortSignal },
) => client.call(schedule.testConnection, { params: { team, provider }, body: { settings } }, signal);

export const readSchedule = (
  client: Client,
  team: string,
  { provider, date, signal }: { provider: string; date: IsoDate; signal: AbortSignal },
) => client.call(schedule.fetchProviderSchedule, { params: { team, provider }, body: { date } }, signal);

/** Null for all. */
export const rememberRoles = (
  client: Client,
  team: string,
  provider: string,
  roles: readonly string[] | null,
) => client.call(schedule.pickRoles, { params: { team, provider }, body: { roles: roles && [...roles] } });
