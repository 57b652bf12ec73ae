import { changeKey, timeOfKey } from '../../contract/changes.ts';
import { applyNew } from '../../domain/change/budget.ts';
import {
  apply,
  type Change,
  type DocumentBody,
  type DocumentKind,
  kindCreated,
  stampChange,
} from '../../domain/change/change.ts';
import { mapSteps, stepsOf } from '../../domain/change/define-change.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { isSame } from '../../domain/change/same.ts';
import { haveSameLinks, linksChanged } from '../../domain/crew/account-links.ts';
import { isCrew } from '../../domain/crew/crew-document.ts';
import type { LayoutSettings } from '../../domain/day/layout.ts';
import { changedSince } from '../../domain/history/differences.ts';
import { recordOf, type Undone } from '../../domain/history/history.ts';
import { type RecordedChange, undoneBy } from '../../domain/history/undone.ts';
import { parseName } from '../../domain/problem/name.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Team } from '../../domain/team/team.ts';
import type { IsoDate } from '../../domain/time/date.ts';
import type {
  ChangeAuthor,
  ChangedPin,
  DocumentCommit,
  DocumentRef,
  ListColumns,
  StoredChange,
} from '../database/document-store.ts';
import type { PendingPropagation } from '../database/store.ts';
import { newId } from '../id.ts';
import { english } from '../words.ts';
import { type CachedDocument, type DocumentCache, documentKey } from './document-cache.ts';

export interface Author extends ChangeAuthor {
  /** Where they make it, such as 'Chrome on Android'. */
  readonly device?: string;
}

export interface Attribution {
  readonly by: string | null;
  readonly device?: string | undefined;
  readonly undoes?: Undone | undefined;
}

/** A document with changes that are not committed yet. The cached document stays as it is until they are. */
export interface StagedDocument {
  readonly document: CachedDocument;
  body: DocumentBody | null;
  version: number;
  /** By id, in the order of their versions. */
  readonly changes: Map<string, StoredChange>;
  /** The people who made the changes, once for each role that they were decided by and each session. */
  readonly authors: Map<string, ChangeAuthor>;
  lastAt: number;
}

/** A clock that is set back by more was wrong before. */
const longestSetBack = 24 * 3_600_000;

/** A commit also stores the body when the last snapshot is this many changes old: opening would have to read all of them. */
const snapshotEvery = 32;

const stageDocument = (document: CachedDocument): StagedDocument => ({
  document,
  body: document.body,
  version: document.version,
  changes: new Map(),
  authors: new Map(),
  lastAt: document.lastChange === null ? 0 : timeOfKey(document.lastChange),
});

/** A document with its next change, which is stored already; null if it isn't the next one, or can't be made today. */
export function stageStored(document: CachedDocument, stored: StoredChange): StagedDocument | null {
  if (document.body === null || stored.version !== document.version + 1) return null;
  const outcome = apply(document.body, stored.change);
  if (!outcome.ok) return null;
  const changes = new Map([[stored.id, stored]]);
  const { version, at: lastAt } = stored;
  return { document, body: outcome.value, version, changes, authors: new Map(), lastAt };
}

/** `null` is the server itself, which may make any change. */
export function checkAccess(
  { document, body }: StagedDocument,
  author: Author | null,
  change: Change,
): Outcome<null> {
  const steps = stepsOf(change);
  const kind = body?.kind ?? (steps[0] ? kindCreated(steps[0]) : null);
  if (body === null && kind !== null && !mayBe(kind, document)) return refuse('wrong-document');
  if (author === null) return done(null);
  if (steps.some((step) => step.type === 'team.create')) return refuse('not-allowed');
  if (kind === null) return refuse('document-missing');
  return mayChange(author.role, kind, change) ? done(null) : refuse('not-allowed');
}

/** A team's own document and its crew have the ids by which they are found. */
const mayBe = (kind: DocumentKind, document: CachedDocument): boolean =>
  (kind === 'team') === (document.document === document.team) && (kind === 'crew') === isCrew(document);

export const createsLayout = (change: Change): boolean =>
  stepsOf(change).some((step) => step.type === 'layout.create');

/** A layout that a person creates starts with its team's current settings, not those their page knew, and wasn't laid by the server. */
export const withSettings = (change: Change, settingsOn: (date: IsoDate) => LayoutSettings): Change =>
  mapSteps(change, (step) => {
    if (step.type !== 'layout.create') return step;
    const { laws: _, laid: __, ...layout } = step.layout;
    return { ...step, layout: { ...layout, ...settingsOn(layout.date) } };
  });

interface MadeChange extends Attribution {
  /** Null if the server makes it: such a change is not limited or stamped. */
  readonly author: Author | null;
  readonly id: string;
  readonly change: Change;
  readonly now: number;
  readonly mayUndo?: RecordedChange | null | undefined;
  readonly seen?: number | undefined;
}

/** A page or a program says it: what is no version would be stored, and couldn't be read from PostgreSQL. */
const isVersion = (seen: number | undefined): seen is number => Number.isInteger(seen) && Number(seen) >= 0;

/** Applies a change to the staged copy, with its author and time. A problem leaves the copy as it was. */
export function stageChange(
  staged: StagedDocument,
  { author, id, change, now, by, device, mayUndo, ...others }: MadeChange,
): Outcome<StoredChange> {
  const isOwn = author === null;
  const stamped = isOwn || by === null ? change : stampChange(change, { now, by });
  const outcome = isOwn ? apply(staged.body, change) : applyNew(staged.body, stamped);
  if (!outcome.ok) return outcome;
  if (mayUndo && isOvertaken(staged.body, stamped, mayUndo)) return overtaken();
  const undoes =
    others.undoes ?? (mayUndo ? undoneBy(staged.body, outcome.value, mayUndo, english) : undefined);
  const seen = isVersion(others.seen) && others.seen < staged.version ? others.seen : undefined;
  const record = recordOf(staged.body, stamped, outcome.value, { at: now, device, undoes, seen }, english);
  staged.body = outcome.value;
  staged.version += 1;
  const { version } = staged;
  const at = orderedTime(now, staged.lastAt);
  staged.lastAt = at;
  const stored: StoredChange = {
    version,
    id,
    by,
    at,
    change: stamped,
    json: JSON.stringify(stamped),
    record,
    ...(seen !== undefined && { seen }),
  };
  staged.changes.set(id, stored);
  if (author) {
    const { user, role, session, kiosk } = author;
    staged.authors.set(`${user}/${role}/${session}/${kiosk?.device}/${kiosk?.as}`, {
      user,
      role,
      session,
      kiosk,
    });
  }
  return done(stored);
}

const isOvertaken = (body: DocumentBody | null, undo: Change, { change }: RecordedChange): boolean =>
  body !== null && changedSince(body, { undo, change })?.length !== 0;

const overtaken = () => refuse('undo-overtaken', { details: { did: 'That was changed', who: 'unknown' } });

/** Times of a document's changes are in their order, whichever node makes them. */
const orderedTime = (now: number, last: number): number =>
  now < last && last - now < longestSetBack ? last : now;

export const settingsDiffer = (one: LayoutSettings, other: LayoutSettings): boolean =>
  one.breakMinMinutes !== other.breakMinMinutes ||
  one.breakTimerMinutes !== other.breakTimerMinutes ||
  one.dayStart !== other.dayStart ||
  !isSame(one.laws, other.laws);

/** Null when nothing was changed. */
export function commitOf(staged: StagedDocument, checksSessions: boolean): DocumentCommit | null {
  const { document, body, changes, authors } = staged;
  if (body === null || changes.size === 0) return null;
  return {
    team: document.team,
    document: document.document,
    kind: body.kind,
    from: document.version,
    changes: [...changes.values()],
    columns: listsChange(staged) ? columnsOf(body) : null,
    snapshot: isSnapshotDue(staged) ? body : null,
    areas: areasRenamedBy(staged),
    pins: pinsChangedBy(staged),
    authors: checksSessions
      ? [...authors.values()]
      : Array.from(authors.values(), ({ session: _, ...author }) => author),
  };
}

const isSnapshotDue = ({ document, version }: StagedDocument): boolean =>
  version - document.snapshot >= snapshotEvery && !document.isIncomplete;

/** By their names before the changes and after them. A deleted area is none of these. */
export function areasRenamed(
  { areas }: Team,
  changes: readonly Change[],
): readonly (readonly [string, string])[] {
  const names = new Map(areas.map((area) => [area, area]));
  for (const step of changes.flatMap(stepsOf)) {
    if (step.type !== 'area.rename' && step.type !== 'area.delete') continue;
    const [original] = [...names].find(([, current]) => current === step.area) ?? [];
    if (original === undefined) continue;
    const name = step.type === 'area.rename' ? parseName(step.name, 'name') : null;
    if (name?.ok) names.set(original, name.value);
    else names.delete(original);
  }
  return [...names].filter(([original, current]) => original !== current);
}

const areasRenamedBy = ({ document: { body }, changes }: StagedDocument) =>
  body?.kind === 'team'
    ? areasRenamed(
        body,
        Array.from(changes.values(), ({ change }) => change),
      )
    : [];

/** Nobody runs the day by a PIN that was given before a manager, or they themselves, said that their account is another one. */
function pinsChangedBy({ document, body }: StagedDocument): readonly ChangedPin[] {
  if (document.body?.kind !== 'crew' || body?.kind !== 'crew') return [];
  return linksChanged(document.body, body).map(({ person, is }) => ({
    person,
    // by the PIN of one account, nobody is another
    role: is === 'gone' || is === 'relinked' ? null : 'viewer',
    stamp: is === 'unlinked' ? newId() : null,
  }));
}

export function moveToCache(staged: StagedDocument): void {
  const { document, body, version, changes } = staged;
  if (document.records) for (const { change } of changes.values()) document.records.add(change);
  if (isSnapshotDue(staged)) document.snapshot = version;
  document.body = body;
  document.version = version;
  const last = [...changes.values()].at(-1);
  if (last) document.lastChange = changeKey(last);
  document.encoded = null;
}

export function listsChange(staged: StagedDocument): boolean {
  const { document, body } = staged;
  if (document.body === null || body === null) return true;
  // Devices show the name of their area.
  if (areasRenamedBy(staged).length > 0) return true;
  if (document.body.kind === 'crew' && body.kind === 'crew') return !haveSameLinks(document.body, body);
  const [before, after] = [columnsOf(document.body), columnsOf(body)];
  return before.name !== after.name || before.area !== after.area || before.date !== after.date;
}

const columnsOf = (body: DocumentBody): ListColumns =>
  isDeleted(body) ? { name: null, area: null, date: null } : titleOf(body);

/** What lists and history call a document, deleted or not. */
export function titleOf(body: DocumentBody) {
  switch (body.kind) {
    case 'team':
      return { name: body.name, area: null, date: null };
    case 'template':
      return { name: body.name, area: body.area, date: null };
    case 'layout':
      return { name: body.template, area: body.area, date: body.date };
    case 'crew':
      return { name: 'Crew', area: null, date: null };
  }
}

export type Batch = ReturnType<typeof createBatch>;

/** The documents of one commit. */
export function createBatch(cache: DocumentCache, logError: (error: unknown) => void) {
  const documents = new Map<string, StagedDocument>();
  /** By document, its group. A group that was joined to another one is empty. */
  const groups = new Map<StagedDocument, Set<StagedDocument>>();
  let current = new Set<StagedDocument>();

  function join(staged: StagedDocument): void {
    const own = groups.get(staged) ?? new Set([staged]);
    if (own === current) return;
    const [smaller, larger] = own.size < current.size ? [own, current] : [current, own];
    for (const each of smaller) groups.set(each, larger.add(each));
    groups.set(staged, larger);
    current = larger;
  }

  /** The staged copy of a document, with the changes that earlier requests of the batch made. */
  async function stage(ref: DocumentRef, key = documentKey(ref)): Promise<StagedDocument> {
    const staged = documents.get(key) ?? stageDocument(await cache.hold(ref, key));
    documents.set(key, staged);
    join(staged);
    return staged;
  }

  /** What its changes mean for other documents of their team; of wide ones, some are left for later commits. */
  const reaches: { readonly reach: PendingPropagation; readonly isWide: boolean }[] = [];

  return {
    documents: documents as ReadonlyMap<string, StagedDocument>,
    reaches,
    stage,

    /** The documents staged from here on are for another request. */
    nextRequest(): void {
      current = new Set();
    },

    /** The same as `stage`, or null for a document that cannot be loaded. */
    async tryStage(ref: DocumentRef, key?: string): Promise<StagedDocument | null> {
      try {
        return await stage(ref, key);
      } catch (error) {
        logError(error);
        return null;
      }
    },

    /** Documents that a request was decided by together, directly or through others: one may not be stored without another. */
    groups: (): readonly (readonly StagedDocument[])[] =>
      [...new Set(groups.values())].map((group) => [...group]),

    release(): void {
      for (const { document } of documents.values()) cache.release(document);
    },
  };
}
