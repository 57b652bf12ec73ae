import { type DocumentCommit, type DocumentStore, neededBy } from '../document-store.ts';
import { idKey } from '../pack-format.ts';
import type { Statement, WriterThread } from './sqlite-writer.ts';

const insertDocument = `
  insert into documents (team_id, id, kind, version, name, area, date) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;
const updateDocument = `
  update documents set version = ?, name = ?, area = ?, date = ? where team_id = ? and id = ? and version = ?`;
/** Columns in the statement are also written to the lists' index, changed or not. */
const updateVersion = 'update documents set version = ? where team_id = ? and id = ? and version = ?';
/** Not a change that is packed already: the unique key finds only rows. An id begins at each 16th byte after the first. */
const insertChange = `
  insert into changes (team_id, document_id, version, id, author, at, change, record)
  select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 where not exists (
    select 1 from packs where team_id = ?1 and document_id = ?2 and (instr(ids, unhex(?9)) - 2) % 16 = 0
  )`;
const writeSnapshot = `
  insert into snapshots (version, body, team_id, document_id) values (?, ?, ?, ?)
  on conflict (team_id, document_id) do update set version = excluded.version, body = excluded.body
  where excluded.version > snapshots.version`;
/** Something where all that an author needs is as it was when their change was decided; where they need nothing of a table, that is null. */
const findAuthor = `
  select 1
  where (?2 is null or exists (select 1 from members where team_id = ?1 and user_id = ?2 and role = ?3))
    and (?4 is null or exists (select 1 from session where id = ?4))
    and (?5 is null or exists (select 1 from paired_devices where team_id = ?1 and id = ?5 and role = ?6))
    and (?7 is null or exists (select 1 from pins where team_id = ?1 and person_id = ?7 and stamp = ?8))
    and (?9 is null or not exists (select 1 from sign_outs where user_id = ?9 and number > ?10))`;

/** All at once: areas can trade names. */
const renameAreas = `
  update paired_devices
  set area = (select value ->> 1 from json_each(?2) where value ->> 0 = area)
  where team_id = ?1 and area in (select value ->> 0 from json_each(?2))`;

const changePins = `
  update pins
  set role = 'viewer',
    stamp = coalesce((select value ->> 'stamp' from json_each(?2) where value ->> 'person' = person_id), stamp)
  where team_id = ?1
    and person_id in (select value ->> 'person' from json_each(?2) where value ->> 'role' is not null)`;
const removePins = `
  delete from pins
  where team_id = ?1 and person_id in (select value ->> 'person' from json_each(?2) where value ->> 'role' is null)`;

/** The writes of documents, in the thread that writes. */
export function sqliteCommits({ execute }: WriterThread): Pick<DocumentStore, 'commit' | 'clearLog'> {
  return {
    async commit(batch) {
      await execute([
        { query: findAuthor, runs: batch.flatMap(authorRows), otherwise: 'author-changed' },
        ...batch.map(documentStatement),
        { query: insertChange, runs: batch.flatMap(changeRows), otherwise: 'duplicate' },
        { query: renameAreas, runs: batch.flatMap(areaRow) },
        { query: changePins, runs: batch.flatMap(pinRow) },
        { query: removePins, runs: batch.flatMap(pinRow) },
        { query: writeSnapshot, runs: batch.flatMap(snapshotRow) },
      ]);
    },
    async clearLog() {
      await execute('clear-log');
    },
  };
}

function documentStatement({ team, document, kind, from, changes, columns }: DocumentCommit): Statement {
  const version = from + changes.length;
  const listed = columns && [columns.name, columns.area, columns.date];
  const otherwise = 'conflict';
  if (from === 0) {
    const row = [team, document, kind, version, ...(listed ?? [null, null, null])];
    return { query: insertDocument, runs: [row], otherwise };
  }
  if (listed) return { query: updateDocument, runs: [[version, ...listed, team, document, from]], otherwise };
  return { query: updateVersion, runs: [[version, team, document, from]], otherwise };
}

const authorRows = ({ team, authors = [] }: DocumentCommit): Statement['runs'] =>
  authors.map((author) => [team, ...neededBy(author)]);

const changeRows = ({ team, document, from, changes }: DocumentCommit): Statement['runs'] =>
  changes.map(({ version, id, by, at, change, json, record }, index) => {
    if (version !== from + 1 + index) throw new RangeError(`version ${version} leaves a gap`);
    const texts = [json ?? JSON.stringify(change), record ? JSON.stringify(record) : null];
    const key = Buffer.from(idKey(id), 'base64url').toString('hex');
    return [team, document, version, id, by, at, ...texts, key];
  });

const areaRow = ({ team, areas = [] }: DocumentCommit): Statement['runs'] =>
  areas.length > 0 ? [[team, JSON.stringify(areas)]] : [];

const pinRow = ({ team, pins = [] }: DocumentCommit): Statement['runs'] =>
  pins.length > 0 ? [[team, JSON.stringify(pins)]] : [];

const snapshotRow = ({ team, document, from, changes, snapshot }: DocumentCommit): Statement['runs'] =>
  snapshot ? [[from + changes.length, JSON.stringify(snapshot), team, document]] : [];
