import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import {
  AuthorChanged,
  type CommitGroup,
  type CommitResult,
  type DocumentStore,
  DuplicateChange,
  neededBy,
  VersionConflict,
} from '../document-store.ts';
import { idKey } from '../pack-format.ts';
import type { Pool } from './connection.ts';
import { codeOf, isLocked, isOutcomeUnknown, isRefused } from './postgres-errors.ts';

/** A group that is not stored. */
interface LostRow {
  readonly number: number;
  /** Whether one of its authors has another role by now, or none, or was signed out. */
  readonly author_changed: boolean;
  /** Whether one of its changes is there already. */
  readonly is_there: boolean;
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
 * A change that is there already is found among rows and in packs, where an id begins at each 16th byte after the first. They are read as they were when the statement began, so the group also loses to a pack that was
 * written meanwhile: the row as it was then (`seen`) says another number.
 *
 * A commit without changes is a guard: its document must be there, at that version. Its row is touched all the same, so that
 * a deletion of the team that began before notices.
 *
 * The rows of authors are locked as well, after the documents, as a deletion of the team does it, and then those of their
 * sign-outs, sessions, devices and PINs. So what takes a role away or ends a session waits for the changes that it allowed, and later changes
 * wait for it and see what it left.
 */
const text = `
with given as materialized (
  select * from unnest(
    $1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[],
    $7::bool[], $8::text[], $9::text[], $10::text[], $11::text[], $31::text[], $32::text[]
  ) with ordinality as given (
    team_id, id, kind, old, new, number,
    listed, name, area, date, body, areas, pins, position
  )
), change as materialized (
  select * from unnest(
    $12::int[], $13::int[], $14::text[], $15::text[], $16::bigint[], $17::text[], $18::text[], $19::bytea[]
  ) as change (position, version, id, author, at, change, record, key)
), held as materialized (
  select d.team_id, d.id, d.version
  from documents d join given on d.team_id = given.team_id and d.id = given.id
    join documents seen on seen.team_id = given.team_id and seen.id = given.id
  where given.old > 0 and d.version = given.old and d.packed = seen.packed
  order by d.team_id, d.id
  for no key update of d
), author as materialized (
  select * from unnest(
    $20::int[], $21::text[], $22::text[], $23::text[], $24::text[],
    $25::text[], $26::text[], $27::text[], $28::text[], $29::text[], $30::int[]
  ) as author (number, team_id, user_id, role, session_id, device_id, device_role, person_id, stamp, account_id, since)
), present as materialized (
  select m.team_id, m.user_id, m.role
  from members m
  where (m.team_id, m.user_id) in (select team_id, user_id from author)
    and (select count(*) from held) >= 0
  order by m.team_id, m.user_id
  for share of m
), signed_out as materialized (
  select s.user_id, s.number
  from sign_outs s
  where s.user_id in (select account_id from author) and (select count(*) from present) >= 0
  order by s.user_id
  for share of s
), alive as materialized (
  select s.id
  from session s
  where s.id in (select session_id from author) and (select count(*) from signed_out) >= 0
  order by s.id
  for key share of s
), device as materialized (
  select d.team_id, d.id, d.role
  from paired_devices d
  where (d.team_id, d.id) in (select team_id, device_id from author) and (select count(*) from alive) >= 0
  order by d.team_id, d.id
  for share of d
), pin as materialized (
  select p.team_id, p.person_id, p.stamp
  from pins p
  where (p.team_id, p.person_id) in (select team_id, person_id from author) and (select count(*) from device) >= 0
  order by p.team_id, p.person_id
  for share of p
), lost as materialized (
  select number, bool_or(author_changed) as author_changed, bool_or(is_there) as is_there from (
    select given.number, false as author_changed, false as is_there
    from given
    left join held on held.team_id = given.team_id and held.id = given.id and held.version = given.old
    where given.old > 0 and held.id is null
    union all
    select given.number, false, true
    from change join given on given.position = change.position and given.old > 0
    where exists (
      select from changes c where c.team_id = given.team_id and c.document_id = given.id and c.id = change.id
    ) or exists (
      select from packs p where p.team_id = given.team_id and p.document_id = given.id
        and (position(change.key in p.ids) - 2) % 16 = 0
    )
    union all
    select number, false, false from given
    where old = 0 and exists (select from documents d where d.team_id = given.team_id and d.id = given.id)
    union all
    select number, true, false from author
    where user_id is not null and not exists (
      select from present p where p.team_id = author.team_id and p.user_id = author.user_id and p.role = author.role
    )
      or session_id is not null and not exists (select from alive where alive.id = author.session_id)
      or device_id is not null and not exists (
        select from device d where d.team_id = author.team_id and d.id = author.device_id and d.role = author.device_role
      )
      or exists (select from signed_out s where s.user_id = author.account_id and s.number > author.since)
      or person_id is not null and not exists (
        select from pin p where p.team_id = author.team_id and p.person_id = author.person_id and p.stamp = author.stamp
      )
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
), renamed as (
  update paired_devices d set area = names ->> 1
  from stands, json_array_elements(stands.areas::json) names
  where d.team_id = stands.team_id and d.area = names ->> 0
), changed_pins as (
  update pins p set role = 'viewer', stamp = coalesce(each ->> 'stamp', p.stamp)
  from stands, json_array_elements(stands.pins::json) each
  where p.team_id = stands.team_id and p.person_id = each ->> 'person' and each ->> 'role' is not null
), removed_pins as (
  delete from pins p
  using stands, json_array_elements(stands.pins::json) each
  where p.team_id = stands.team_id and p.person_id = each ->> 'person' and each ->> 'role' is null
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
select number, author_changed, is_there from lost`;

/** PostgreSQL's text holds every character but this one. */
const storable = (column: string | null | undefined): string | null => column?.replaceAll('\0', '') ?? null;

/** No row has another person. */
const isStorable = (id: string): boolean => id.isWellFormed() && !id.includes('\0');

/** Throws a `RangeError` for versions with a gap. */
export function commitStatement(groups: readonly CommitGroup[]): pg.QueryConfig {
  const documents: unknown[][] = Array.from({ length: 11 }, () => []);
  const rows: unknown[][] = Array.from({ length: 8 }, () => []);
  const guards: unknown[][] = Array.from({ length: 11 }, () => []);
  const renamed: (string | null)[] = [];
  const pinned: (string | null)[] = [];
  const add = (columns: unknown[][], values: readonly unknown[]) => {
    values.forEach((value, index) => {
      columns[index]?.push(value);
    });
  };
  let position = 0;
  groups.forEach((group, number) => {
    for (const {
      team,
      document,
      kind,
      from,
      changes,
      columns,
      snapshot,
      areas = [],
      pins = [],
      authors = [],
    } of group) {
      const version = from + changes.length;
      position += 1;
      add(documents, [
        ...[team, document, kind, from, version, number, columns !== null],
        ...[storable(columns?.name), storable(columns?.area), storable(columns?.date)],
        snapshot && JSON.stringify(snapshot),
      ]);
      renamed.push(areas.length > 0 ? JSON.stringify(areas.map((names) => names.map(storable))) : null);
      const stored = pins.filter(({ person }) => isStorable(person));
      pinned.push(stored.length > 0 ? JSON.stringify(stored) : null);
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
      for (const author of authors) add(guards, [number, team, ...neededBy(author)]);
    }
  });
  const values = [...documents, ...rows, ...guards, renamed, pinned];
  return { name: 'commit', text, values };
}

/** How long an unknown outcome is looked into, in milliseconds: changes that came later wait for it. */
const LONGEST_SEARCH = 8_000;
const PAUSE = 100;
/** A deadlock, or a creation that another one won: the next attempt sees what happened. */
const mostAttempts = 5;

const races: ReadonlySet<string> = new Set(['23505', '40P01', '40001']);

/** Nothing was sent, as when PostgreSQL has no connection left. */
class EarlierCommitRunning extends Error {
  readonly code = '53300';
}

/** By the number of a group, why it is not stored. */
type Lost = Map<number, CommitResult>;

/** Commits each group by itself, all in one round trip. */
export function postgresCommits(pool: Pool): Required<Pick<DocumentStore, 'commitGroups'>> {
  async function run(statement: pg.QueryConfig): Promise<Lost> {
    const { rows } = await pool.query<LostRow>(statement);
    return new Map(rows.map((row) => [row.number, resultOf(row)]));
  }

  /** Whether the first document of a group has the group's change in the version that it was to make. */
  async function isStored(group: CommitGroup): Promise<boolean> {
    const commit = group.find(({ changes }) => changes.length > 0);
    const first = commit?.changes[0];
    if (!commit || !first) return false;
    const { rows } = await pool.query({
      name: 'change-id',
      text: 'select id from changes where team_id = $1 and document_id = $2 and version = $3',
      values: [commit.team, commit.document, first.version],
    });
    return rows[0]?.id === first.id;
  }

  /**
   * When the connection breaks during a commit, nobody knows whether it happened, and it may still be running. The same
   * statement decides: it waits for the rows that the lost one holds, and stores what is not stored yet. One that PostgreSQL still
   * carries out, such as one that waits for a copy, is waited for first. Otherwise each further commit would leave another behind.
   */
  async function runUntilKnown(groups: readonly CommitGroup[]): Promise<Lost> {
    const statement = commitStatement(groups);
    const deadline = performance.now() + LONGEST_SEARCH;
    let wasUnknown = false;
    for (;;) {
      try {
        if (await pool.isGivenUpRunning()) throw new EarlierCommitRunning();
        const lost = await run(statement);
        if (wasUnknown) {
          for (const number of lost.keys()) if (await isStored(groups[number] ?? [])) lost.delete(number);
        }
        return lost;
      } catch (error) {
        wasUnknown ||= isOutcomeUnknown(error);
        const mayAskAgain = wasUnknown && (isLocked(error) || !isRefused(error));
        if (!mayAskAgain || performance.now() > deadline) throw error;
        await wait(PAUSE);
      }
    }
  }

  return {
    async commitGroups(groups) {
      for (let attempt = 1; ; attempt++) {
        try {
          const lost = await runUntilKnown(groups);
          return groups.map((_, number) => lost.get(number) ?? 'stored');
        } catch (error) {
          if (attempt === mostAttempts || !races.has(codeOf(error) ?? '')) throw error;
        }
      }
    },
  };
}

function resultOf({ author_changed, is_there }: LostRow): CommitResult {
  if (author_changed) return 'author-changed';
  return is_there ? 'duplicate' : 'conflict';
}

/** Rejects as `DocumentStore.commit` does for a group that was not stored. */
export function requireStored([result]: readonly CommitResult[], group: CommitGroup): void {
  const names = group.map(({ team, document, from }) => `${team}/${document} from ${from}`).join(', ');
  if (result === 'conflict') throw new VersionConflict(`another version: ${names}`);
  if (result === 'author-changed') throw new AuthorChanged(`another role: ${names}`);
  if (result === 'duplicate') throw new DuplicateChange(`a change is there already: ${names}`);
}
