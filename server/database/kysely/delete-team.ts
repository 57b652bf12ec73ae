import type { Kysely } from 'kysely';
import type { SecurityLogEntry } from '../security-log-store.ts';
import type { Tables } from '../tables.ts';
import { appendEntries } from './append-entries.ts';

/** All tables with a `team_id` but the security log, each before the tables it references. */
const tablesOfTeams = [
  'schedule_readings',
  'schedule_connections',
  'snapshots',
  'history_starts',
  'changes',
  'packs',
  'documents',
  'members',
  'invitations',
  'logos',
  'access_tokens',
  'second_factor_teams',
  'push_subscriptions',
  'push_notices',
  'reaches',
] as const;

/** For a transaction. */
export async function deleteTeamRows(
  transaction: Kysely<Tables>,
  team: string,
  entry?: SecurityLogEntry,
): Promise<void> {
  for (const table of tablesOfTeams) {
    await transaction.deleteFrom(table).where('team_id', '=', team).execute();
  }
  await appendEntries(transaction, [entry]);
}
