import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { DocumentStore } from '../document-store.ts';
import { type CompactedRow, type Compaction, createCompaction } from '../kysely/compaction.ts';
import { deleteTeamRows } from '../kysely/delete-team.ts';
import { createRewriteDocument } from '../kysely/rewrite-document.ts';
import { createPacking } from '../packs/packing.ts';
import type { Tables } from '../tables.ts';
import type { PostgresPacks } from './packs/postgres-packs.ts';
import { writeSnapshot, writeStart } from './packs/postgres-snapshots.ts';

/** Writes of documents besides commits. */
export type Writes = Pick<
  DocumentStore,
  | 'writeSnapshots'
  | 'saveRecords'
  | 'deleteTeam'
  | 'packHistory'
  | 'compactHistory'
  | 'rewriteDocument'
  | 'clearLog'
>;

interface WritesDependencies {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<Tables>;
  readonly reading: Pick<DocumentStore, 'load' | 'historyStart'>;
  readonly packs: PostgresPacks;
}

export function postgresWrites({ pool, kysely, reading, packs }: WritesDependencies): Writes {
  async function compact({ snapshots, compacts, starts, meta }: Compaction): Promise<void> {
    await kysely.transaction().execute(async (transaction) => {
      for (const [team, document, version, body] of snapshots) {
        await writeSnapshot({ team, document, version, body }).execute(transaction);
      }
      for (const [team, document, version] of compacts) {
        await sql`
          update changes set change = '', record = null, author = null
          where team_id = ${team} and document_id = ${document} and version = ${version} and version <=
            (select version from snapshots where team_id = ${team} and document_id = ${document})
        `.execute(transaction);
      }
      for (const [version, body, team, document] of starts) {
        await writeStart({ team, document, version, body }).execute(transaction);
      }
      for (const [key, value] of meta) {
        await transaction
          .insertInto('meta')
          .values({ key, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute();
      }
    });
  }

  return {
    async writeSnapshots(snapshots) {
      await kysely.transaction().execute(async (transaction) => {
        for (const { body, ...snapshot } of snapshots) {
          await writeSnapshot({ ...snapshot, body: JSON.stringify(body) }).execute(transaction);
        }
      });
    },

    async saveRecords({ team, document }, records) {
      await pool.query({
        name: 'saveRecords',
        text: `update changes set record = given.record
          from unnest($3::int[], $4::text[]) as given (version, record)
          where team_id = $1 and document_id = $2 and changes.version = given.version and changes.record is null`,
        values: [
          team,
          document,
          records.map(({ version }) => version),
          records.map(({ record }) => JSON.stringify(record)),
        ],
      });
    },

    deleteTeam: (team, entry) =>
      kysely.transaction().execute(async (transaction) => {
        // This waits for commits, and starts again after each that came first: also after the creation of a document, which
        // touches its team's row. In the order in which commits lock.
        await sql`select from documents where team_id = ${team} order by id for update`.execute(transaction);
        await deleteTeamRows(transaction, team, entry);
      }),

    rewriteDocument: createRewriteDocument(kysely),
    // PostgreSQL's log is the operator's, as are its copies.
    clearLog: async () => {},

    packHistory: createPacking({ ...packs, load: reading.load }),

    compactHistory: createCompaction({
      ...reading,
      ...packs,
      async meta(key) {
        const row = await kysely.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
        return row?.value ?? null;
      },
      async next(team, { at, document, version }, before, limit) {
        const { rows } = await sql<CompactedRow>`
          select c.document_id, d.kind, c.version, c.at, c.change, s.version as snapshot
          from changes c
          join documents d on d.team_id = c.team_id and d.id = c.document_id
          left join snapshots s on s.team_id = c.team_id and s.document_id = c.document_id
          where c.team_id = ${team} and (c.at, c.document_id, c.version) > (${at}, ${document}, ${version})
            and c.at < ${before}
          order by c.at, c.document_id, c.version limit ${limit}
        `.execute(kysely);
        return rows;
      },
      compact,
    }),
  };
}
