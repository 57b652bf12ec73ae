import { mayChange, type Role } from '../../domain/account/access.ts';
import { apply } from '../../domain/change/apply.ts';
import { applyNew } from '../../domain/change/budget.ts';
import {
  type Change,
  type DocumentBody,
  type DocumentKind,
  kindCreated,
  stampChange,
  stepsOf,
} from '../../domain/change/change.ts';
import { isDeleted } from '../../domain/layout/deletion.ts';
import type { DaySettings } from '../../domain/layout/layout.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { DocumentCommit, ListColumns, StoredChange } from '../store/document-store.ts';
import type { CachedDocument } from './document-cache.ts';

/** Who makes a change, in the role they have now. */
export interface Author {
  readonly user: string;
  readonly role: Role;
}

/** A document with changes that are not committed yet. */
export interface StagedDocument {
  readonly document: CachedDocument;
  body: DocumentBody | null;
  version: number;
  /** By id, in the order of their versions. */
  readonly changes: Map<string, StoredChange>;
}

/** So many changes after the last one, a commit writes the body too. */
const snapshotEvery = 32;

export const stageDocument = (document: CachedDocument): StagedDocument => ({
  document,
  body: document.body,
  version: document.version,
  changes: new Map(),
});

/** May this author ask for this change? `null` is the server itself, which may do all. */
export function guard(
  { document, body }: StagedDocument,
  author: Author | null,
  change: Change,
): Outcome<null> {
  const steps = stepsOf(change);
  const isTeam = document.document === document.team;
  const kind = body?.kind ?? kindMade(change);
  if (body === null && kind !== null && (kind === 'team') !== isTeam) return refuse('wrong-document');
  if (author === null) return done(null);
  if (steps.some((step) => step.type === 'team.create')) return refuse('not-allowed');
  if (kind === null) return refuse('document-missing');
  return mayChange(author.role, kind, change) ? done(null) : refuse('not-allowed');
}

function kindMade(change: Change): DocumentKind | null {
  const first = stepsOf(change)[0];
  return first ? kindCreated(first) : null;
}

export const createsLayout = (change: Change): boolean =>
  stepsOf(change).some((step) => step.type === 'layout.create');

/** A layout that a person makes starts with its team's settings, whatever they believed them to be. */
export function withSettings(change: Change, settings: DaySettings): Change {
  if (change.type === 'batch') {
    return {
      ...change,
      changes: change.changes.map((step) =>
        step.type === 'layout.create' ? { ...step, layout: { ...step.layout, ...settings } } : step,
      ),
    };
  }
  return change.type === 'layout.create' ? { ...change, layout: { ...change.layout, ...settings } } : change;
}

/** Adds a change to the draft, signed and timed; a problem leaves the draft as it was. */
export function stageChange(
  draft: StagedDocument,
  { id, change, by, now }: { id: string; change: Change; by: string | null; now: number },
): Outcome<StoredChange> {
  const stamped = by === null ? change : stampChange(change, { now, by });
  const outcome = by === null ? apply(draft.body, change) : applyNew(draft.body, stamped);
  if (!outcome.ok) return outcome;
  draft.body = outcome.value;
  draft.version += 1;
  const stored: StoredChange = { version: draft.version, id, by, at: now, change: stamped };
  draft.changes.set(id, stored);
  return done(stored);
}

/** Are there other settings now? */
export const differs = (was: DaySettings, is: DaySettings): boolean =>
  (Object.keys(is) as (keyof DaySettings)[]).some((key) => is[key] !== was[key]);

/** Null when nothing was changed. */
export function commitOf(draft: StagedDocument): DocumentCommit | null {
  const { document, body, version, changes } = draft;
  if (body === null || changes.size === 0) return null;
  return {
    team: document.team,
    document: document.document,
    kind: body.kind,
    from: document.version,
    changes: [...changes.values()],
    columns: changesLists(draft) ? columnsOf(body) : null,
    snapshot: version - document.snapshot >= snapshotEvery ? body : null,
  };
}

/** Takes a committed draft over into memory. */
export function applyToCache({ document, body, version, changes }: StagedDocument): void {
  if (document.breaks) for (const { change } of changes.values()) document.breaks.add(change);
  if (version - document.snapshot >= snapshotEvery) document.snapshot = version;
  document.body = body;
  document.version = version;
  document.encoded = null;
}

export function changesLists({ document, body }: StagedDocument): boolean {
  if (document.body === null || body === null) return true;
  const [was, is] = [columnsOf(document.body), columnsOf(body)];
  return was.name !== is.name || was.area !== is.area || was.date !== is.date;
}

function columnsOf(body: DocumentBody): ListColumns {
  if (isDeleted(body)) return { name: null, area: null, date: null };
  switch (body.kind) {
    case 'team':
      return { name: body.name, area: null, date: null };
    case 'template':
      return { name: body.name, area: body.area, date: null };
    case 'layout':
      return { name: body.template, area: body.area, date: body.date };
  }
}
