import { type Kysely, sql } from 'kysely';
import { StartProblem } from '../start-problem.ts';
import { compressBody, decodePack } from './pack-format.ts';
import type { DatabaseStore } from './store.ts';
import type { Tables } from './tables.ts';

type Engine = DatabaseStore['engine'];
type Step = (db: Kysely<Tables>) => Promise<void>;

/** The number of the tables below. Those of older databases had smaller numbers, and no release had them. */
const FIRST = 18;

/** What changed since, in order. Never edited after a release: the database stores how far it has come. */
const steps: readonly Step[] = [keepBodiesAsSnapshots];
const newest = FIRST + steps.length;

/**
 * Creates the tables, or brings those of an earlier version to this one, all or nothing. Writes nothing where nothing changes:
 * a PostgreSQL whose synchronous standby is away would keep the start waiting.
 */
export async function migrate(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create table if not exists meta (key text primary key, value text not null)`.execute(
      transaction,
    );
    const schemas = transaction.selectFrom('meta').select('value').where('key', '=', 'schema');
    const found = await schemas.executeTakeFirst();
    if (found) refuseUnknownSchema(Number(found.value));
    else for (const statement of firstTables(engine)) await sql.raw(statement).execute(transaction);
    for (const step of steps.slice(Number(found?.value ?? FIRST) - FIRST)) await step(transaction);
    const value = String(newest);
    if (found?.value === value) return;
    await transaction
      .insertInto('meta')
      .values({ key: 'schema', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  });
}

/** Documents whose history was packed had their body in the last pack, and no snapshot. */
async function keepBodiesAsSnapshots(db: Kysely<Tables>): Promise<void> {
  const documents = await db
    .selectFrom('documents as d')
    .leftJoin('snapshots as s', (join) =>
      join.onRef('s.team_id', '=', 'd.team_id').onRef('s.document_id', '=', 'd.id'),
    )
    .select(['d.team_id', 'd.id'])
    .where('d.packed', '>', 0)
    .where('s.version', 'is', null)
    .execute();
  for (const { team_id, id: document_id } of documents) {
    const pack = await db
      .selectFrom('packs')
      .selectAll()
      .where('team_id', '=', team_id)
      .where('document_id', '=', document_id)
      .orderBy('from_version', 'desc')
      .limit(1)
      .executeTakeFirst();
    const body = pack && decodePack(pack).body;
    if (!body) continue;
    const snapshot = { version: pack.to_version, body: await compressBody(body) };
    await db
      .insertInto('snapshots')
      .values({ team_id, document_id, ...snapshot })
      .execute();
  }
}

/** Throws a `StartProblem` for a database that this version doesn't know. */
export function refuseUnknownSchema(schema: number): void {
  if (schema > newest) {
    throw new StartProblem('The database was made by a newer version of Lineup. Start that version instead.');
  }
  if (schema < FIRST) {
    throw new StartProblem(
      'The database was made by a version of Lineup that is too old for this one. Start the last version before 1.0.0 once, which updates it.',
    );
  }
}

/**
 * The tables of 1.0.0, never edited after a release. On PostgreSQL names, ids and dates are compared byte by byte, as in SQLite, which is
 * also faster than by a language. There nothing refers to `documents` by a foreign key: checking it costs as much as the insert,
 * and the statements that write lock its row anyway.
 */
function firstTables(engine: Engine): readonly string[] {
  const isPostgres = engine === 'postgres';
  const id = isPostgres ? 'text collate "C"' : 'text';
  const bytes = isPostgres ? 'bytea' : 'blob';
  /** Without a rowid, rows are stored in key order, which saves a page per write. */
  const inKeyOrder = isPostgres ? '' : 'without rowid';
  /** Room in each page, so that an update finds place beside the old row and touches no index. */
  const filledTo = (percent: number) => (isPostgres ? `with (fillfactor = ${percent})` : '');
  const ofDocument = (name: string) =>
    isPostgres
      ? ''
      : `, constraint ${name} foreign key (team_id, document_id) references documents (team_id, id)`;
  return [
    `create table documents (
      team_id ${id} not null,
      id ${id} not null,
      kind ${id} not null,
      version integer not null,
      name ${id},
      area ${id},
      date ${id},
      packed integer not null default 0,
      constraint documents_key primary key (team_id, id)
    ) ${inKeyOrder} ${filledTo(70)}`,
    'create index documents_listed on documents (team_id, kind, date)',
    // A table of their own, so that a commit that writes no body doesn't touch the pages of bodies.
    `create table snapshots (
      team_id ${id} not null,
      document_id ${id} not null,
      version integer not null,
      body text not null,
      constraint snapshots_key primary key (team_id, document_id)
      ${ofDocument('snapshots_document')}
    ) ${filledTo(50)}`,
    // With a rowid: changes of many documents in one commit are appended and share pages.
    `create table changes (
      team_id ${id} not null,
      document_id ${id} not null,
      version integer not null,
      id ${id} not null,
      author ${id},
      at bigint not null,
      change text not null,
      record text,
      constraint changes_key primary key (team_id, document_id, version),
      constraint changes_once unique (team_id, document_id, id)
      ${ofDocument('changes_document')}
    )`,
    'create index changes_of_team on changes (team_id, at, document_id, version)',
    `create table history_starts (
      team_id ${id} not null,
      document_id ${id} not null,
      version integer not null,
      body text not null,
      constraint history_starts_key primary key (team_id, document_id)
      ${ofDocument('history_starts_document')}
    )`,
    `create table packs (
      team_id ${id} not null,
      document_id ${id} not null,
      from_version integer not null,
      to_version integer not null,
      first_at bigint not null,
      last_at bigint not null,
      others_from bigint,
      breaks_from bigint,
      ids ${bytes} not null,
      contents ${bytes} not null,
      constraint packs_key primary key (team_id, document_id, from_version)
      ${ofDocument('packs_document')}
    )`,
    // They are compressed already.
    ...(isPostgres
      ? ['ids', 'contents'].map((column) => `alter table packs alter column ${column} set storage external`)
      : []),
    // With all columns of a pack but its contents, which searches by time then don't touch.
    `create index packs_of_team on packs
      (team_id, last_at, document_id, from_version, to_version, first_at, others_from, breaks_from)`,
    `create table members (
      team_id ${id} not null,
      user_id ${id} not null,
      role ${id} not null,
      joined_at bigint not null,
      constraint members_key primary key (team_id, user_id)
    ) ${inKeyOrder}`,
    'create index members_of_user on members (user_id)',
    `create table invitations (
      team_id ${id} not null,
      token_hash ${id} not null,
      role ${id} not null,
      created_by ${id} not null,
      expires_at bigint not null,
      id ${id},
      once integer not null default 0,
      created_at bigint not null default 0,
      constraint invitations_key primary key (team_id, token_hash)
    ) ${inKeyOrder}`,
    'create unique index invitations_of_token on invitations (token_hash)',
    `create table access_tokens (
      secret_hash ${id} primary key,
      id ${id} not null,
      user_id ${id} not null,
      name text not null,
      scope ${id} not null,
      team_id ${id},
      created_at bigint not null,
      last_used_at bigint,
      expires_at bigint not null
    ) ${inKeyOrder}`,
    'create index access_tokens_of_user on access_tokens (user_id, created_at)',
    // Whose a revoked token was, until it would have expired.
    `create table revoked_tokens (
      secret_hash text primary key,
      user_id text not null,
      name text not null,
      expires_at bigint not null
    )`,
    'create index revoked_tokens_user on revoked_tokens (user_id)',
    `create table logos (
      team_id ${id} not null,
      id ${id} not null,
      type text not null,
      bytes ${bytes} not null,
      constraint logos_key primary key (team_id, id)
    )`,
    `create table schedule_connections (
      team_id ${id} not null,
      provider ${id} not null,
      settings text not null,
      sealed text not null,
      terms text not null,
      roles text,
      read_at bigint,
      problem text,
      claimed_until bigint,
      failures integer not null default 0,
      constraint schedule_connections_key primary key (team_id, provider)
    )`,
    `create table schedule_readings (
      team_id ${id} not null,
      provider ${id} not null,
      date ${id} not null,
      read_at bigint not null,
      reading text not null,
      constraint schedule_readings_key primary key (team_id, provider, date)
    )`,
    // The number of the person's last sign-out everywhere; numbers only grow.
    `create table sign_outs (
      user_id ${id} primary key,
      number integer not null unique
    )`,
    `create table sign_in_attempts (
      key ${id} primary key,
      failures integer not null,
      at bigint not null
    )`,
    // Codes of authenticator apps that were used while they count, as hashes.
    'create table used_codes (key text primary key, at bigint not null)',
    // A link without a user creates an account from the data in `registration`.
    `create table email_links (
      token_hash ${id} primary key,
      user_id ${id},
      email text not null,
      registration text,
      expires_at bigint not null
    )`,
    'create index email_links_of_user on email_links (user_id)',
    // Ids of deleted accounts, so that joining a team at the same moment has no effect.
    `create table departed (user_id ${id} primary key)`,
    // `bucket` is the person or team and the kind of event, which together have a limit.
    `create table security_log (
      id ${id} primary key,
      at bigint not null,
      type ${id} not null,
      user_id ${id},
      by_user ${id},
      team_id ${id},
      device text not null,
      place text not null,
      details text not null,
      bucket ${id} not null
    )`,
    ...['user_id', 'team_id', 'bucket'].map(
      (column) => `create index security_log_${column} on security_log (${column}, id)`,
    ),
    `create table second_factor_teams (team_id ${id} primary key)`,
    // The browsers that are told of breaks, and which breaks they have been told of.
    `create table push_subscriptions (
      team_id ${id} not null,
      device ${id} not null,
      user_id ${id} not null,
      session_id ${id} not null,
      about ${id} not null,
      target text not null,
      created_at bigint not null,
      constraint push_subscriptions_key primary key (team_id, device)
    )`,
    'create index push_subscriptions_device on push_subscriptions (device)',
    'create index push_subscriptions_user on push_subscriptions (user_id)',
    `create table push_notices (
      team_id ${id} not null,
      id ${id} not null,
      at bigint not null,
      constraint push_notices_key primary key (team_id, id)
    )`,
    'create index push_notices_at on push_notices (at)',
    // Changes of teams that have not reached all layouts and templates.
    `create table reaches (team_id ${id} primary key, body text not null)`,
    // Without a log, so that counting a call waits neither for the disk nor for a standby: a crash or a failover empties it, and
    // everyone can try again at once. SQLite's server counts in memory.
    ...(isPostgres
      ? [
          `create unlogged table limits (
            name ${id} not null,
            key ${id} not null,
            drains_in bigint not null,
            at bigint not null,
            constraint limits_key primary key (name, key)
          ) ${filledTo(70)}`,
        ]
      : []),
  ];
}
