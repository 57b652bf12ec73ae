import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { StartProblem } from '../../../start-problem.ts';
import type { Tables } from '../../tables.ts';

/**
 * Of what nodes tell each other. A node understands its own and the one before, and skips what it doesn't know, so nodes of
 * two versions in a row run side by side during an update.
 */
export const nodeProtocol = 2;

/** Of advisory locks with two numbers: this one and the protocol of a node that runs. */
export const PROTOCOL_LOCK = 1_818_848_880;

/** Says on this connection, for as long as it is open, which protocol a node speaks. */
export async function shareProtocol(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1::int, $2::int)', [PROTOCOL_LOCK, nodeProtocol]);
}

/** Throws a `StartProblem` while nodes run that this one would not understand, or that would not understand it. */
export async function refuseDistantNodes(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ protocol: number }>`
    select distinct objid::int as protocol from pg_locks
    where locktype = 'advisory' and classid = ${PROTOCOL_LOCK}::oid and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(kysely);
  const distant = rows.find(({ protocol }) => Math.abs(protocol - nodeProtocol) > 1);
  if (!distant) return;
  const version = distant.protocol > nodeProtocol ? 'newer' : 'older';
  throw new StartProblem(
    `Another server of the database of DATABASE_URL runs a much ${version} version of Lineup. Stop it, or update one version at a time.`,
  );
}
