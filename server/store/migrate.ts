import type { Kysely } from 'kysely';
import { StartProblem } from '../start-problem.ts';
import * as documentsAndMembers from './migrations/001-documents-and-members.ts';
import * as invitationsOfTeams from './migrations/002-invitations-of-teams.ts';
import * as accessTokens from './migrations/003-access-tokens.ts';
import * as logos from './migrations/004-logos.ts';
import * as scheduleConnections from './migrations/005-schedule-connections.ts';
import * as problemsOfReadings from './migrations/006-problems-of-readings.ts';
import * as signInsAndLinks from './migrations/007-sign-ins-and-links.ts';
import * as departedPeople from './migrations/008-departed-people.ts';
import * as history from './migrations/009-history.ts';
import * as securityLog from './migrations/010-security-log.ts';
import * as historyStarts from './migrations/011-history-starts.ts';
import * as usedCodes from './migrations/012-used-codes.ts';
import * as revokedTokens from './migrations/013-revoked-tokens.ts';
import * as claimedConnections from './migrations/014-claimed-connections.ts';
import * as packs from './migrations/015-packs.ts';
import * as push from './migrations/016-push.ts';
import * as reaches from './migrations/017-reaches.ts';
import type { Tables } from './tables.ts';

/** Run in order, each once, and never edited after a release: the database stores how many have run. */
const migrations = [
  documentsAndMembers,
  invitationsOfTeams,
  accessTokens,
  logos,
  scheduleConnections,
  problemsOfReadings,
  signInsAndLinks,
  departedPeople,
  history,
  securityLog,
  historyStarts,
  usedCodes,
  revokedTokens,
  claimedConnections,
  packs,
  push,
  reaches,
];

/** The tables of an engine that came later: they are made as earlier migrations left them. */
export interface FirstTables {
  /** How many migrations that stands for. */
  readonly version: number;
  create(db: Kysely<Tables>): Promise<void>;
}

/** Migrates a database to this version, all or nothing. */
export async function migrate(db: Kysely<Tables>, first?: FirstTables): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.schema
      .createTable('meta')
      .ifNotExists()
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    const row = await transaction
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'schema')
      .executeTakeFirst();
    let done = Number(row?.value ?? 0);
    refuseNewerSchema(done);
    if (done === migrations.length) return;
    if (done === 0 && first) {
      await first.create(transaction);
      done = first.version;
    }
    for (const migration of migrations.slice(done)) {
      await migration.up(transaction.schema, transaction, first ? 'postgres' : 'sqlite');
    }
    await transaction
      .insertInto('meta')
      .values({ key: 'schema', value: String(migrations.length) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(migrations.length) }))
      .execute();
  });
}

/** Throws a `StartProblem` for a database that this version doesn't know. */
export function refuseNewerSchema(schema: number): void {
  if (schema <= migrations.length) return;
  throw new StartProblem('The database was made by a newer version of Lineup. Start that version instead.');
}
