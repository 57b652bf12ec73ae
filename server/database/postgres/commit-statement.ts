import type pg from 'pg';
import type { CommitGroup } from '../document-store.ts';
import { idKey } from '../packs/pack-format.ts';

/** A group that is not stored. */
export interface LostRow {
  readonly number: number;
  /** Whether one of its authors has another role by now, or none, or was signed out. */
  readonly author_changed: boolean;
  /** Whether one of its changes is packed already. */
  readonly is_packed: boolean;
  /** Whether one of its documents was packed while the statement ran, which reads the packs as they were before. */
  readonly packs_changed: boolean;
}

/**
 * Commits several groups in one round trip and answers with those that lost, because one of their documents is at another
 * version, or one of their authors has another role or was signed out.
 *
 * The rows of documents are locked in the order of their keys, so that two batches never wait for each other. A row that
 * another commit held is looked at again in its new version, so it drops out of `held`. Other tables are read as they were
 * when the statement began, which is why it decides by `documents` alone. A creation that another one wins meanwhile
 * violates the primary key; then the whole statement fails, and the next attempt sees it.
 *
 * The unique key finds a change that is there already only among rows, so the packs of its document are searched: an id begins at
 * each 16th byte after the first.
 *
 * A commit without changes is a guard: its document must be there, at that version. Its row is touched all the same, so that
 * a deletion of the team that began before notices.
 *
 * The rows of authors are locked as well, after the documents, as a deletion of the team does it, and then those of their
 * sessions. So what takes a role away or ends a session waits for the changes that it allowed, and later changes wait for it
 * and see what it left.
 *
 * It waits for none of these rows for longer than the connection allows, or than it is told to.
 */
const textOf = (checksSessions: boolean) => `
with patience as materialized (
  select set_config('lock_timeout', coalesce($25, current_setting('lock_timeout')), true) as patience
), given as materialized (
  select * from unnest(
    $1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[],
    $7::bool[], $8::text[], $9::text[], $10::text[], $11::text[]
  ) with ordinality as given (
    team_id, id, kind, old, new, number,
    listed, name, area, date, body, position
  )
), change as materialized (
  select * from unnest(
    $12::int[], $13::int[], $14::text[], $15::text[], $16::bigint[], $17::text[], $18::text[], $19::bytea[]
  ) as change (position, version, id, author, at, change, record, key)
), held as materialized (
  select d.team_id, d.id, d.version, d.packed
  from documents d join given on d.team_id = given.team_id and d.id = given.id
  where given.old > 0 and d.version = given.old and (select patience is not null from patience)
  order by d.team_id, d.id
  for no key update of d
), author as materialized (
  select * from unnest($20::int[], $21::text[], $22::text[], $23::text[], $24::text[])
    as author (number, team_id, user_id, role, session_id)
), present as materialized (
  select m.team_id, m.user_id, m.role
  from members m
  where (m.team_id, m.user_id) in (select team_id, user_id from author)
    and (select count(*) from held) >= 0
  order by m.team_id, m.user_id
  for share of m
), ${checksSessions ? alive : ''} lost as materialized (
  select number, bool_or(author_changed) as author_changed, bool_or(is_packed) as is_packed,
    bool_or(packs_changed) as packs_changed from (
    select given.number, false as author_changed, false as is_packed, held.packed <> d.packed as packs_changed
    from given
    left join held on held.team_id = given.team_id and held.id = given.id and held.version = given.old
    left join documents d on d.team_id = held.team_id and d.id = held.id
    where given.old > 0 and (held.id is null or held.packed <> d.packed)
    union all
    select given.number, false, true, false
    from change join given on given.position = change.position and given.old > 0
    where exists (
      select from packs p where p.team_id = given.team_id and p.document_id = given.id
        and (position(change.key in p.ids) - 2) % 16 = 0
    )
    union all
    select number, false, false, false from given
    where old = 0 and exists (select from documents d where d.team_id = given.team_id and d.id = given.id)
    union all
    select number, true, false, false from author
    where not exists (
      select from present p where p.team_id = author.team_id and p.user_id = author.user_id and p.role = author.role
    ) ${checksSessions ? orSignedOut : ''}
  ) as each
  group by number
), stands as materialized (
  select * from given where number not in (select number from lost)
), created as (
  insert into documents (team_id, id, kind, version, name, area, date)
  select team_id, id, kind, new, name, area, date from stands where old = 0
), updated as (
  update documents d set
    version = stands.new,
    name = case when stands.listed then stands.name else d.name end,
    area = case when stands.listed then stands.area else d.area end,
    date = case when stands.listed then stands.date else d.date end
  from stands where d.team_id = stands.team_id and d.id = stands.id and stands.old > 0
), drawn as (
  insert into snapshots (team_id, document_id, version, body)
  select team_id, id, new, body from stands where body is not null
  on conflict (team_id, document_id) do update set version = excluded.version, body = excluded.body
  where excluded.version > snapshots.version
), kept as (
  insert into changes (team_id, document_id, version, id, author, at, change, record)
  select stands.team_id, stands.id, c.version, c.id, c.author, c.at, c.change, c.record
  from change c join stands on stands.position = c.position
)
select number, author_changed, is_packed, packs_changed from lost`;

const alive = `alive as materialized (
  select s.id
  from session s
  where s.id in (select session_id from author) and (select count(*) from present) >= 0
  order by s.id
  for key share of s
),`;
const orSignedOut = `or session_id is not null and not exists (select from alive where alive.id = author.session_id)`;

/** The table of sessions is Better Auth's: a database without accounts has none. */
const [text, textWithSessions] = [textOf(false), textOf(true)];

/** PostgreSQL's text holds every character but this one. */
const storable = (column: string | null | undefined): string | null => column?.replaceAll('\0', '') ?? null;

/**
 * `patience` is how long it may wait for a row that another transaction holds, in milliseconds. Throws a `RangeError` for versions
 * with a gap.
 */
export function commitStatement(groups: readonly CommitGroup[], patience?: number): pg.QueryConfig {
  const documents: unknown[][] = Array.from({ length: 11 }, () => []);
  const rows: unknown[][] = Array.from({ length: 8 }, () => []);
  const guards: unknown[][] = Array.from({ length: 5 }, () => []);
  const add = (columns: unknown[][], values: readonly unknown[]) => {
    values.forEach((value, index) => {
      columns[index]?.push(value);
    });
  };
  let position = 0;
  let checksSessions = false;
  groups.forEach((group, number) => {
    for (const { team, document, kind, from, changes, columns, snapshot, authors = [] } of group) {
      const version = from + changes.length;
      position += 1;
      add(documents, [
        ...[team, document, kind, from, version, number, columns !== null],
        ...[storable(columns?.name), storable(columns?.area), storable(columns?.date)],
        snapshot && JSON.stringify(snapshot),
      ]);
      changes.forEach(({ version: made, id, by, at, change, json, record }, index) => {
        if (made !== from + 1 + index) throw new RangeError(`version ${made} leaves a gap`);
        const did = record ? JSON.stringify(record) : null;
        add(rows, [
          position,
          made,
          id,
          by,
          at,
          json ?? JSON.stringify(change),
          did,
          Buffer.from(idKey(id), 'base64url'),
        ]);
      });
      for (const { user, role, session = null } of authors) {
        checksSessions ||= session !== null;
        add(guards, [number, team, user, role, session]);
      }
    }
  });
  const values = [...documents, ...rows, ...guards, patience ?? null];
  return checksSessions
    ? { name: 'commit-with-sessions', text: textWithSessions, values }
    : { name: 'commit', text, values };
}
