import type { HistoryEntry } from '../../contract/history.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { sentenceOf } from '../../domain/history/history.ts';
import type { StoredDocument } from '../database/document-store.ts';
import type { Recorded } from './search.ts';
import type { UndoVerdict } from './undo-check.ts';

export function entryOf(
  { document, version, at, by, record }: Recorded,
  nameOf: (user: string | null) => string,
) {
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

export function aboutOf(stored: StoredDocument | undefined): HistoryEntry['about'] | null {
  if (!stored) return null;
  const { body } = stored;
  const deleted = isDeleted(body);
  if (body.kind === 'team') return { kind: body.kind, name: body.name, area: null, date: null, deleted };
  if (body.kind === 'crew') return { kind: body.kind, name: 'Crew', area: null, date: null, deleted };
  if (body.kind === 'template')
    return { kind: body.kind, name: body.name, area: body.area, date: null, deleted };
  return { kind: body.kind, name: body.template, area: body.area, date: body.date, deleted };
}

export function undoOf(
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
