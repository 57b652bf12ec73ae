import { apply, type Change, type DocumentBody } from '../../domain/change/change.ts';
import { inverse } from '../../domain/change/inverse.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { type Differences, differencesOf, takesBack } from '../../domain/history/differences.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import type { Role } from '../../domain/team/user.ts';
import type { DocumentRef, DocumentStore, StoredChange, StoredDocument } from '../database/document-store.ts';
import type { TimeSlice } from '../live/work-turns.ts';

/** Bodies are null where a change before was not kept. */
interface ReplayedChange {
  readonly before: DocumentBody | null;
  readonly stored: StoredChange;
  readonly after: DocumentBody | null;
}

/** Documents with more changes are not replayed to show their history. A busy layout has about a thousand. */
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

export type UndoVerdict =
  | { readonly type: 'possible'; readonly change: Change; readonly by: string | null }
  /** Somebody changed the same since; undefined if it is not known who. */
  | { readonly type: 'changed'; readonly by: string | null | undefined }
  | { readonly type: 'impossible' }
  | { readonly type: 'not-allowed' };

interface Dependencies {
  readonly store: Pick<DocumentStore, 'changes' | 'historyStart'>;
  readonly timeSlice: TimeSlice;
}

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

/** The verdicts by version; a version that is missing is impossible to undo. */
export async function checkUndo(
  { store, timeSlice }: Dependencies,
  { ref, current, versions, role }: UndoCheck,
): Promise<ReadonlyMap<number, UndoVerdict>> {
  if (current.version > longestReplay || versions.size === 0) return new Map();
  const first = Math.min(...versions);
  const candidates: Candidate[] = [];
  const touched: Touched = new Map();
  for await (const replayed of replay(store, timeSlice, ref)) {
    const { before, stored, after } = replayed;
    const { version, by } = stored;
    if (version > current.version) break;
    if (version < first || !before || !after) continue;
    const done = differencesOf(before, after);
    for (const path of done.keys()) touched.set(path, { version, by });
    if (versions.has(version)) candidates.push({ ...replayed, done });
  }
  const verdicts = new Map<number, UndoVerdict>();
  for (const candidate of candidates) {
    await timeSlice.yieldIfDue();
    verdicts.set(candidate.stored.version, verdictOf(candidate, current.body, touched, role));
  }
  return verdicts;
}

function verdictOf(
  { before, stored, after, done }: Candidate,
  body: DocumentBody,
  touched: Touched,
  role: Role,
): UndoVerdict {
  const change = inverse(before, stored.change, after);
  if (!change || done.size === 0) return { type: 'impossible' };
  if (!mayChange(role, body.kind, change)) return { type: 'not-allowed' };
  const outcome = apply(body, change);
  // A deleted layout has to be restored first.
  if (!outcome.ok && outcome.problem.code === 'document-missing') return { type: 'impossible' };
  const undone = outcome.ok ? differencesOf(body, outcome.value) : new Map();
  if (outcome.ok && takesBack(undone, done)) return { type: 'possible', change, by: stored.by };
  const since = [...done.keys(), ...undone.keys()]
    .flatMap((path) => touched.get(path) ?? [])
    .filter(({ version }) => version > stored.version)
    .sort((one, other) => other.version - one.version);
  return { type: 'changed', by: since[0]?.by };
}
