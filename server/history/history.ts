import { byLineup, type HistoryEntry, type HistoryPage, historyPage } from '../../contract/history.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { withoutReason } from '../../domain/day/attendance.ts';
import { type ChangeRecord, sentenceOf, undoneDid } from '../../domain/history/history.ts';
import type { Topic } from '../../domain/history/topics.ts';
import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import { fullName, mayRunTheDay, type Role, type User } from '../../domain/team/user.ts';
import { addDays, type IsoDate, startOfDate } from '../../domain/time/date.ts';
import type {
  DocumentRef,
  DocumentStore,
  HistoryPosition,
  HistoryRow,
  StoredDocument,
} from '../database/document-store.ts';
import type { Accepted } from '../live/accept-change.ts';
import type { Documents } from '../live/documents.ts';
import type { Author } from '../live/staged-document.ts';
import type { TimeSlice } from '../live/time-slice.ts';
import { createWorkTurns, type WorkTurns } from '../live/work-turns.ts';
import { checkUndo, type UndoVerdict } from './undo-check.ts';

interface HistorySearch {
  readonly team: string;
  readonly document?: string | undefined;
  /** Null for Lineup itself; undefined for anyone. */
  readonly by?: string | null | undefined;
  readonly topic?: Topic | undefined;
  /** In milliseconds since 1970; `to` is not included. */
  readonly from: number;
  readonly to: number;
}

type Recorded = HistoryRow & { readonly record: ChangeRecord };

/** Rows that were looked at, in order; `found` is null for one that does not match. */
interface Searched {
  readonly position: HistoryPosition;
  readonly found: Recorded | null;
}

interface SearchDependencies {
  readonly store: Pick<DocumentStore, 'history'>;
  readonly timeSlice: TimeSlice;
}

/** Rows in memory at a time. */
const chunk = 200;

/** What is told of a change from before versions that kept a record. */
const unrecorded: ChangeRecord = { did: 'made a change', topics: [] };

/** Where a search begins: after everything. */
const latest = ({ to }: HistorySearch): HistoryPosition => ({
  at: to,
  document: '',
  version: Number.MAX_SAFE_INTEGER,
});

/** Goes through history from the newest entry on, and lets other work happen in between. */
async function* searchHistory(
  { store, timeSlice }: SearchDependencies,
  search: HistorySearch,
  start: HistoryPosition,
): AsyncGenerator<Searched> {
  const { team, document, by, topic, from, to } = search;
  const range = { team, from, ...(document !== undefined && { document }) };
  let position = start;
  for (;;) {
    const rows = await store.history({ ...range, before: position }, chunk);
    if (rows.length === 0) return;
    await timeSlice.yieldNow();
    for (const row of rows) {
      position = { at: row.at, document: row.document, version: row.version };
      const record = row.record ?? unrecorded;
      const isFound =
        row.at < to &&
        (by === undefined || row.by === by) &&
        (topic === undefined || record.topics.includes(topic));
      yield { position, found: isFound ? { ...row, record } : null };
    }
  }
}

function entryOf({ document, version, at, by, record }: Recorded, nameOf: (user: string | null) => string) {
  const { device = null, madeAt = null, topics, undoes } = record;
  const who = nameOf(by);
  const sentence = sentenceOf(record, who, nameOf);
  return {
    document,
    version,
    at,
    madeAt,
    by,
    who,
    device,
    sentence,
    topics: [...topics],
    undid: undoes?.version ?? null,
  };
}

function aboutOf(stored: StoredDocument | undefined): HistoryEntry['about'] | null {
  if (!stored) return null;
  const { body } = stored;
  const deleted = isDeleted(body);
  if (body.kind === 'team') return { kind: body.kind, name: body.name, area: null, date: null, deleted };
  if (body.kind === 'crew') return { kind: body.kind, name: 'Crew', area: null, date: null, deleted };
  if (body.kind === 'template')
    return { kind: body.kind, name: body.name, area: body.area, date: null, deleted };
  return { kind: body.kind, name: body.template, area: body.area, date: body.date, deleted };
}

function undoOf(
  verdict: UndoVerdict | undefined,
  names: ReadonlyMap<string, string>,
): { changedBy: string | null } | null {
  if (verdict?.type === 'possible') return { changedBy: null };
  if (verdict?.type !== 'changed') return null;
  const { by } = verdict;
  return {
    changedBy: by === null ? 'Lineup' : by === undefined ? 'somebody' : (names.get(by) ?? 'a former member'),
  };
}

interface HistoryFilter {
  readonly team: string;
  readonly document?: string | undefined;
  /** A user's id, or 'lineup'. */
  readonly person?: string | undefined;
  readonly topic?: Topic | undefined;
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
}

export interface History {
  /** `before` is the `next` of the page before. `role` decides what can be undone. */
  page(filter: HistoryFilter, before: string | undefined, role: Role): Promise<HistoryPage>;
  /** All entries, newest first, without what can be undone. */
  entries(filter: HistoryFilter): AsyncGenerator<HistoryEntry>;
  /** Makes the opposite change, if that takes back exactly what the change did. */
  undo(author: Author, ref: DocumentRef, version: number): Promise<Outcome<Accepted>>;
  timeZone(team: string): Promise<string>;
}

interface Dependencies {
  readonly documents: Pick<Documents, 'read' | 'undo'>;
  readonly store: Pick<DocumentStore, 'history' | 'changes' | 'historyStart'>;
  readonly people: (ids: readonly string[]) => Promise<readonly User[]>;
  readonly kept: HistoryPage['keptDays'];
  readonly turns?: WorkTurns;
  readonly logError?: (error: unknown) => void;
}

/** Rows that a request looks at; the next one goes on from there. */
const longestSearch = 10_000;
/** Changes that a request replays to see what can be undone. */
const undoBudget = 10_000;
/** A document that changes all the time is checked again this often. */
const undoAttempts = 3;

export function createHistory(dependencies: Dependencies): History {
  const { documents, store, people, kept, logError } = dependencies;
  const { turns = createWorkTurns(() => performance.now()) } = dependencies;
  const searchingFor = (team: string) => ({ store, timeSlice: turns.sliceFor([team]) });

  function logUnreadable(error: unknown): null {
    logError?.(error);
    return null;
  }

  async function timeZone(team: string): Promise<string> {
    const body = (await documents.read({ team, document: team }))?.body;
    return body?.kind === 'team' ? body.timeZone : 'UTC';
  }

  async function searchOf(filter: HistoryFilter): Promise<HistorySearch> {
    const { team, document, person, topic, from, to } = filter;
    const zone = await timeZone(team);
    return {
      team,
      document,
      topic,
      by: person === byLineup ? null : person,
      from: from === undefined ? 0 : startOfDate(from, zone),
      to: to === undefined ? endOfTime : startOfDate(addDays(to, 1), zone),
    };
  }

  async function namesOf(rows: readonly Recorded[]): Promise<(user: string | null) => string> {
    const ids = new Set(rows.flatMap(({ by, record }) => [by, record.undoes?.by ?? null]));
    ids.delete(null);
    const users = await people([...ids] as string[]);
    const names = new Map(users.map((user) => [user.id, fullName(user)]));
    return (user) => (user === null ? 'Lineup' : (names.get(user) ?? 'Former member'));
  }

  async function read(team: string, rows: readonly Recorded[]): Promise<Map<string, StoredDocument>> {
    const found = new Map<string, StoredDocument>();
    const timeSlice = turns.sliceFor([team]);
    for (const document of new Set(rows.map((row) => row.document))) {
      await timeSlice.yieldIfDue();
      // One document that can't be read is left out, so that the history of the others can be.
      const stored = await documents.read({ team, document }).catch(logUnreadable);
      if (stored) found.set(document, stored);
    }
    return found;
  }

  async function verdictsOf(
    team: string,
    rows: readonly Recorded[],
    found: ReadonlyMap<string, StoredDocument>,
    role: Role,
  ): Promise<(row: Recorded) => UndoVerdict | undefined> {
    const verdicts = new Map<string, ReadonlyMap<number, UndoVerdict>>();
    let left = role === 'viewer' ? 0 : undoBudget;
    for (const [document, current] of found) {
      if (current.version > left) continue;
      left -= current.version;
      const versions = new Set(rows.filter((row) => row.document === document).map(({ version }) => version));
      verdicts.set(
        document,
        (await checkUndo(searchingFor(team), { ref: { team, document }, current, versions, role }).catch(
          logUnreadable,
        )) ?? new Map(),
      );
    }
    return ({ document, version }) => verdicts.get(document)?.get(version);
  }

  async function entriesOf(team: string, rows: readonly Recorded[], role: Role): Promise<HistoryEntry[]> {
    const found = await read(team, rows);
    const nameOf = await namesOf(rows);
    const verdictOf = await verdictsOf(team, rows, found, role);
    const changers = await namesOfChangers(rows.map(verdictOf));
    return rows.flatMap((row) => {
      const about = aboutOf(found.get(row.document));
      if (!about) return [];
      const entry = entryOf(row, nameOf);
      const sentence = mayRunTheDay(role) ? entry.sentence : withoutReason(entry.sentence);
      return [{ ...entry, sentence, about, undo: undoOf(verdictOf(row), changers) }];
    });
  }

  async function namesOfChangers(verdicts: readonly (UndoVerdict | undefined)[]) {
    const ids = verdicts.flatMap((verdict) =>
      verdict?.type === 'changed' && verdict.by ? [verdict.by] : [],
    );
    const users = await people([...new Set(ids)]);
    return new Map(users.map((user) => [user.id, fullName(user)]));
  }

  return {
    timeZone,

    async page(filter, before, role) {
      const search = await searchOf(filter);
      const rows: Recorded[] = [];
      let looked = 0;
      let next: HistoryPosition | null = null;
      for await (const { position, found } of searchHistory(
        searchingFor(filter.team),
        search,
        parse(before) ?? latest(search),
      )) {
        looked += 1;
        if (found) rows.push(found);
        if (rows.length < historyPage && looked < longestSearch) continue;
        next = position;
        break;
      }
      return {
        entries: await entriesOf(filter.team, rows, role),
        next: next && textOf(next),
        keptDays: kept,
      };
    },

    async *entries(filter) {
      const search = await searchOf(filter);
      let rows: Recorded[] = [];
      for await (const { found } of searchHistory(searchingFor(filter.team), search, latest(search))) {
        if (found) rows.push(found);
        if (rows.length < historyPage) continue;
        yield* await entriesOf(filter.team, rows, 'viewer');
        rows = [];
      }
      yield* await entriesOf(filter.team, rows, 'viewer');
    },

    async undo(author, ref, version) {
      for (let attempt = 1; attempt <= undoAttempts; attempt++) {
        const current = await documents.read(ref);
        if (!current) return refuse('not-found');
        const checked = { ref, current, versions: new Set([version]), role: author.role };
        const verdict = (await checkUndo(searchingFor(ref.team), checked)).get(version) ?? {
          type: 'impossible',
        };
        if (verdict.type === 'impossible') return refuse('undo-impossible');
        if (verdict.type === 'not-allowed') return refuse('not-allowed');
        if (verdict.type === 'changed') {
          const name = undoOf(verdict, await namesOfChangers([verdict]))?.changedBy ?? 'somebody';
          return refuse('undo-changed', { details: { name } });
        }
        const undone = await documents.undo(author, ref, {
          change: verdict.change,
          undoes: { version, by: verdict.by, did: await didOf(ref, version) },
          version: current.version,
        });
        if (undone.ok || undone.problem.code !== 'too-busy') return undone;
      }
      return refuse('too-busy');
    },
  };

  async function didOf({ team, document }: DocumentRef, version: number): Promise<string> {
    const before = { at: endOfTime, document, version: version + 1 };
    const [row] = await store.history({ team, document, before, from: 0 }, 1);
    return row?.version === version && row.record ? undoneDid(row.record) : unrecorded.did;
  }
}

/** The last instant there is. */
const endOfTime = 8.64e15;

const textOf = ({ at, version, document }: HistoryPosition): string => `${at}.${version}.${document}`;

function parse(text: string | undefined): HistoryPosition | null {
  const [at, version, document] = text?.split('.') ?? [];
  return document === undefined ? null : { at: Number(at), version: Number(version), document };
}
