import { byLineup, type HistoryEntry, type HistoryPage, historyPage } from '../../contract/history.ts';
import { costOf } from '../../domain/change/budget.ts';
import { apply, type Change, type DocumentBody } from '../../domain/change/change.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { inverse } from '../../domain/change/inverse.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { withoutReason } from '../../domain/day/attendance.ts';
import { type Differences, differencesOf, takesBack } from '../../domain/history/differences.ts';
import { type ChangeRecord, sentenceOf, undoneDid } from '../../domain/history/history.ts';
import type { Topic } from '../../domain/history/topics.ts';
import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import { mayRunTheDay, type Role } from '../../domain/team/user.ts';
import { addDays, type IsoDate, startOfBusinessDay } from '../../domain/time/date.ts';
import type {
  DocumentRef,
  DocumentStore,
  HistoryPosition,
  HistoryRow,
  StoredChange,
  StoredDocument,
} from '../database/document-store.ts';
import type { Accepted } from '../live/accept-change.ts';
import type { AuthorNames } from '../live/author-names.ts';
import type { Documents } from '../live/documents.ts';
import { type Author, titleOf } from '../live/staged-document.ts';
import { createWorkTurns, type TimeSlice, type WorkTurns } from '../live/work-turns.ts';
import { type DaysOfTeam, midnight } from './history-csv.ts';

type Recorded = HistoryRow & { readonly record: ChangeRecord };

/** Rows in memory at a time: a team's whole history has no room there. */
const chunk = 200;

/** What is told of a change from before versions that kept a record. */
const unrecorded: ChangeRecord = { did: 'made a change', topics: [] };

function entryOf({ document, version, at, by, record }: Recorded, nameOf: (user: string | null) => string) {
  const { device = null, madeAt = null, topics, undoes } = record;
  const who = nameOf(by);
  const sentence = sentenceOf(record, who, nameOf);
  const undid = undoes?.version ?? null;
  return { document, version, at, madeAt, by, who, device, sentence, topics: [...topics], undid };
}

const aboutOf = ({ body }: StoredDocument): HistoryEntry['about'] => ({
  ...{ kind: body.kind, deleted: isDeleted(body) },
  ...titleOf(body),
});

function undoOf(
  verdict: UndoVerdict | undefined,
  names: ReadonlyMap<string, string>,
): { changedBy: string | null } | null {
  if (verdict?.type === 'possible') return { changedBy: null };
  if (verdict?.type !== 'changed') return null;
  const { by } = verdict;
  if (by === null) return { changedBy: 'Lineup' };
  return { changedBy: by === undefined ? 'somebody' : (names.get(by) ?? 'a former member') };
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

export type History = ReturnType<typeof createHistory>;

interface Dependencies {
  readonly documents: Pick<Documents, 'read' | 'undo' | 'longWork'>;
  readonly store: Pick<DocumentStore, 'history' | 'changes' | 'historyStart'>;
  readonly names: AuthorNames;
  readonly kept: HistoryPage['keptDays'];
  readonly turns?: WorkTurns;
  readonly logError?: (error: unknown) => void;
}

/** Rows that a request looks at, so that a search for what is rare shows something soon; the next one goes on from there. */
const longestSearch = 10_000;
/** Changes that a request replays to see what can be undone: the person who asks waits for it. */
const undoBudget = 10_000;
/** While others tap, a document changes under each check: an undo is tried this often before the person is told to. */
const undoAttempts = 3;

export function createHistory(dependencies: Dependencies) {
  const { documents, store, names: namesIn, kept, logError } = dependencies;
  const { turns = createWorkTurns(() => performance.now()) } = dependencies;

  function logUnreadable(error: unknown): null {
    logError?.(error);
    return null;
  }

  async function daysOf(team: string): Promise<DaysOfTeam> {
    const body = (await documents.read({ team, document: team }))?.body;
    return body?.kind === 'team' ? body : { timeZone: 'UTC', dayStart: midnight };
  }

  const namesOf = (team: string, ids: readonly (string | null | undefined)[]) =>
    namesIn(team, [...new Set(ids.filter((id) => typeof id === 'string'))]);

  async function namesOfRows(
    team: string,
    rows: readonly Recorded[],
  ): Promise<(user: string | null) => string> {
    const names = await namesOf(
      team,
      rows.flatMap(({ by, record }) => [by, record.undoes?.by]),
    );
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
      const check = { ref: { team, document }, current, versions, role };
      const checked = await checkUndo(store, turns.sliceFor([team]), check).catch(logUnreadable);
      verdicts.set(document, checked?.verdicts ?? new Map());
    }
    return ({ document, version }) => verdicts.get(document)?.get(version);
  }

  async function entriesOf(team: string, rows: readonly Recorded[], role: Role): Promise<HistoryEntry[]> {
    const found = await read(team, rows);
    const nameOf = await namesOfRows(team, rows);
    const verdictOf = await verdictsOf(team, rows, found, role);
    const changers = await namesOfChangers(team, rows.map(verdictOf));
    return rows.flatMap((row) => {
      const stored = found.get(row.document);
      if (!stored) return [];
      const entry = entryOf(row, nameOf);
      const sentence = mayRunTheDay(role) ? entry.sentence : withoutReason(entry.sentence);
      return [{ ...entry, sentence, about: aboutOf(stored), undo: undoOf(verdictOf(row), changers) }];
    });
  }

  const namesOfChangers = (team: string, verdicts: readonly (UndoVerdict | undefined)[]) =>
    namesOf(
      team,
      verdicts.map((verdict) => (verdict?.type === 'changed' ? verdict.by : null)),
    );

  /** `before` is the `next` of the page before. `role` decides what can be undone. */
  async function page(filter: HistoryFilter, before: string | undefined, role: Role): Promise<HistoryPage> {
    const { team, document, topic } = filter;
    const by = filter.person === byLineup ? null : filter.person;
    const { timeZone, dayStart } = await daysOf(team);
    const startOf = (date: IsoDate) => startOfBusinessDay(date, timeZone, dayStart);
    const from = filter.from === undefined ? 0 : startOf(filter.from);
    const to = filter.to === undefined ? endOfTime : startOf(addDays(filter.to, 1));
    const range = { team, from, ...(document !== undefined && { document }) };
    const timeSlice = turns.sliceFor([team]);
    const found: Recorded[] = [];
    let looked = 0;
    let position = parse(before) ?? { at: to, document: '', version: Number.MAX_SAFE_INTEGER };
    const isFull = () => found.length === historyPage || looked === longestSearch;
    for (let rows: readonly HistoryRow[]; !isFull(); ) {
      rows = await store.history({ ...range, before: position }, chunk);
      if (rows.length === 0) break;
      // Other work happens in between.
      await timeSlice.yieldNow();
      for (const row of rows) {
        if (isFull()) break;
        looked += 1;
        position = { at: row.at, document: row.document, version: row.version };
        const record = row.record ?? unrecorded;
        const isOfPerson = by === undefined || row.by === by;
        if (row.at < to && isOfPerson && (topic === undefined || record.topics.includes(topic)))
          found.push({ ...row, record });
      }
    }
    return {
      entries: await entriesOf(team, found, role),
      next: isFull() ? textOf(position) : null,
      keptDays: kept,
    };
  }

  return {
    daysOf,
    page,

    /** All entries, newest first, without what can be undone. */
    async *entries(filter: HistoryFilter): AsyncGenerator<HistoryEntry> {
      for (let before: string | undefined; ; ) {
        const { entries, next } = await page(filter, before, 'viewer');
        yield* entries;
        if (next === null) return;
        before = next;
      }
    },

    /** Makes the opposite change, if that takes back exactly what the change did. */
    async undo(author: Author, ref: DocumentRef, version: number): Promise<Outcome<Accepted>> {
      for (let attempt = 1; attempt <= undoAttempts; attempt++) {
        const current = await documents.read(ref);
        if (!current) return refuse('not-found');
        if (!documents.longWork.begin(author.user)) return refuse('too-many-changes');
        const checked = { ref, current, versions: new Set([version]), role: author.role };
        const { verdicts, cost } = await checkUndo(store, turns.sliceFor([author.user, ref.team]), checked);
        const verdict = verdicts.get(version) ?? { type: 'impossible' };
        const undoing = verdict.type === 'possible' ? costOf(current.body, verdict.change) : 0;
        documents.longWork.end(author.user, cost + undoing);
        if (verdict.type === 'impossible') return refuse('undo-impossible');
        if (verdict.type === 'not-allowed') return refuse('not-allowed');
        if (verdict.type === 'changed') {
          const name = undoOf(verdict, await namesOfChangers(ref.team, [verdict]))?.changedBy ?? 'somebody';
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

/** Bodies are null where a change before was not kept. */
interface ReplayedChange {
  readonly before: DocumentBody | null;
  readonly stored: StoredChange;
  readonly after: DocumentBody | null;
}

/** A busy layout has about a thousand changes. One with more than this isn't replayed: whoever asks would wait for too long. */
const longestReplay = 20_000;

/** Goes through the changes of a document from the first one on, and lets other work happen in between. */
export async function* replay(
  store: Pick<DocumentStore, 'changes' | 'historyStart'>,
  timeSlice: TimeSlice,
  ref: DocumentRef,
): AsyncGenerator<ReplayedChange> {
  let body: DocumentBody | null = null;
  let version = 0;
  let isWhole = true;
  const start = await store.historyStart(ref);
  for await (const stored of store.changes(ref)) {
    await timeSlice.yieldIfDue();
    isWhole &&= stored.version === version + 1;
    if (start && stored.version === start.version + 1) {
      isWhole = true;
      body = start.body;
    }
    const before: DocumentBody | null = isWhole ? body : null;
    const outcome: Outcome<DocumentBody> | null = isWhole ? apply(before, stored.change) : null;
    isWhole &&= outcome?.ok === true;
    body = outcome?.ok ? outcome.value : null;
    version = stored.version;
    yield { before, stored, after: body };
  }
}

type UndoVerdict =
  | { readonly type: 'possible'; readonly change: Change; readonly by: string | null }
  /** Somebody changed the same since; undefined if it is not known who. */
  | { readonly type: 'changed'; readonly by: string | null | undefined }
  | { readonly type: 'impossible' }
  | { readonly type: 'not-allowed' };

interface UndoCheck {
  readonly ref: DocumentRef;
  readonly current: StoredDocument;
  readonly versions: ReadonlySet<number>;
  readonly role: Role;
}

interface Candidate extends ReplayedChange {
  readonly done: Differences;
}

/** The last change of each part of the document. */
type Touched = Map<string, { readonly version: number; readonly by: string | null }>;

interface CheckedUndos {
  /** By version; one that is missing is impossible to undo. */
  readonly verdicts: ReadonlyMap<number, UndoVerdict>;
  /** Of the changes that were made again, by the estimate of `costOf`. */
  readonly cost: number;
}

async function checkUndo(
  store: Pick<DocumentStore, 'changes' | 'historyStart'>,
  timeSlice: TimeSlice,
  { ref, current, versions, role }: UndoCheck,
): Promise<CheckedUndos> {
  if (current.version > longestReplay || versions.size === 0) return { verdicts: new Map(), cost: 0 };
  const first = Math.min(...versions);
  const candidates: Candidate[] = [];
  const touched: Touched = new Map();
  let cost = 0;
  for await (const replayed of replay(store, timeSlice, ref)) {
    const { before, stored, after } = replayed;
    const { version, by } = stored;
    if (version > current.version) break;
    cost += costOf(before, stored.change);
    if (version < first || !before || !after) continue;
    await timeSlice.yieldIfDue();
    const done = differencesOf(before, after);
    for (const path of done.keys()) touched.set(path, { version, by });
    if (versions.has(version)) candidates.push({ ...replayed, done });
  }
  const verdicts = new Map<number, UndoVerdict>();
  for (const candidate of candidates) {
    await timeSlice.yieldIfDue();
    const seen = { body: current.body, touched, role };
    verdicts.set(candidate.stored.version, await verdictOf(candidate, seen, timeSlice));
  }
  return { verdicts, cost };
}

interface SeenNow {
  readonly body: DocumentBody;
  readonly touched: Touched;
  readonly role: Role;
}

/** In several pieces: on a crowded day each takes a while. */
async function verdictOf(
  { before, stored, after, done }: Candidate,
  { body, touched, role }: SeenNow,
  timeSlice: TimeSlice,
): Promise<UndoVerdict> {
  const change = inverse(before, stored.change, after);
  if (!change || done.size === 0) return { type: 'impossible' };
  if (!mayChange(role, body.kind, change)) return { type: 'not-allowed' };
  await timeSlice.yieldIfDue();
  const outcome = apply(body, change);
  // A deleted layout has to be restored first.
  if (!outcome.ok && outcome.problem.code === 'document-missing') return { type: 'impossible' };
  await timeSlice.yieldIfDue();
  const undone = outcome.ok ? differencesOf(body, outcome.value) : new Map();
  if (outcome.ok && takesBack(undone, done)) return { type: 'possible', change, by: stored.by };
  const since = [...done.keys(), ...undone.keys()]
    .flatMap((path) => touched.get(path) ?? [])
    .filter(({ version }) => version > stored.version)
    .sort((one, other) => other.version - one.version);
  return { type: 'changed', by: since[0]?.by };
}
