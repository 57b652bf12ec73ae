import { sql } from 'kysely';
import type { FirstTables } from '../migrate.ts';

/**
 * The tables as SQLite's first eleven migrations leave them; later migrations are common. Never edited after a release.
 *
 * Names, ids and dates are compared byte by byte, as in SQLite, which is also faster than by a language. Nothing refers to
 * `documents` by a foreign key: checking it costs as much as the insert, and the statements that write lock its row anyway.
 */
export const firstTables: FirstTables = {
  version: 11,
  async create(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** Room in each page, so that an update finds place beside the old row and touches no index. */
const statements = [
  `create table documents (
    team_id text collate "C" not null,
    id text collate "C" not null,
    kind text collate "C" not null,
    version integer not null,
    name text collate "C",
    area text collate "C",
    date text collate "C",
    constraint documents_key primary key (team_id, id)
  ) with (fillfactor = 70)`,
  'create index documents_listed on documents (team_id, kind, date)',
  `create table snapshots (
    team_id text collate "C" not null,
    document_id text collate "C" not null,
    version integer not null,
    body text not null,
    constraint snapshots_key primary key (team_id, document_id)
  ) with (fillfactor = 50)`,
  `create table changes (
    team_id text collate "C" not null,
    document_id text collate "C" not null,
    version integer not null,
    id text collate "C" not null,
    author text collate "C",
    at bigint not null,
    change text not null,
    record text,
    constraint changes_key primary key (team_id, document_id, version),
    constraint changes_once unique (team_id, document_id, id)
  )`,
  'create index changes_of_team on changes (team_id, at, document_id, version)',
  `create table history_starts (
    team_id text collate "C" not null,
    document_id text collate "C" not null,
    version integer not null,
    body text not null,
    constraint history_starts_key primary key (team_id, document_id)
  )`,
  `create table members (
    team_id text collate "C" not null,
    user_id text collate "C" not null,
    role text collate "C" not null,
    joined_at bigint not null,
    constraint members_key primary key (team_id, user_id)
  )`,
  'create index members_of_user on members (user_id)',
  `create table invitations (
    team_id text collate "C" not null,
    token_hash text collate "C" not null,
    role text collate "C" not null,
    created_by text collate "C" not null,
    expires_at bigint not null,
    id text collate "C",
    once integer not null default 0,
    created_at bigint not null default 0,
    constraint invitations_key primary key (team_id, token_hash)
  )`,
  'create unique index invitations_of_token on invitations (token_hash)',
  `create table access_tokens (
    secret_hash text collate "C" primary key,
    id text collate "C" not null,
    user_id text collate "C" not null,
    name text not null,
    scope text collate "C" not null,
    team_id text collate "C",
    created_at bigint not null,
    last_used_at bigint,
    expires_at bigint not null
  )`,
  'create index access_tokens_of_user on access_tokens (user_id, created_at)',
  `create table logos (
    team_id text collate "C" not null,
    id text collate "C" not null,
    type text not null,
    bytes bytea not null,
    constraint logos_key primary key (team_id, id)
  )`,
  `create table schedule_connections (
    team_id text collate "C" not null,
    provider text collate "C" not null,
    settings text not null,
    sealed text not null,
    terms text not null,
    roles text,
    read_at bigint,
    problem text,
    constraint schedule_connections_key primary key (team_id, provider)
  )`,
  `create table schedule_readings (
    team_id text collate "C" not null,
    provider text collate "C" not null,
    date text collate "C" not null,
    read_at bigint not null,
    reading text not null,
    constraint schedule_readings_key primary key (team_id, provider, date)
  )`,
  `create table sign_outs (
    user_id text collate "C" primary key,
    number integer not null unique
  )`,
  `create table sign_in_attempts (
    key text collate "C" primary key,
    failures integer not null,
    at bigint not null
  )`,
  `create table email_links (
    token_hash text collate "C" primary key,
    user_id text collate "C",
    email text not null,
    registration text,
    expires_at bigint not null
  )`,
  'create index email_links_of_user on email_links (user_id)',
  'create table departed (user_id text collate "C" primary key)',
  `create table security_log (
    id text collate "C" primary key,
    at bigint not null,
    type text collate "C" not null,
    user_id text collate "C",
    by_user text collate "C",
    team_id text collate "C",
    device text not null,
    place text not null,
    details text not null,
    bucket text collate "C" not null
  )`,
  'create index security_log_user_id on security_log (user_id, id)',
  'create index security_log_team_id on security_log (team_id, id)',
  'create index security_log_bucket on security_log (bucket, id)',
  'create table second_factor_teams (team_id text collate "C" primary key)',
  `insert into meta (key, value)
    values ('cookie_prefix_since', (extract(epoch from now()) * 1000)::bigint::text)`,
];
