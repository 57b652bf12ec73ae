import { createHash } from 'node:crypto';
import type { Change } from '../../domain/change/change.ts';
import { isAboutBreaksOrSeats } from '../../domain/history/history.ts';
import type { DocumentCommit, DocumentRef } from '../../server/database/document-store.ts';
import { buildLayout, buildShift } from '../builders.ts';

const layout = buildLayout({
  shifts: [buildShift('a', '9:00 AM', '5:00 PM', { teamMember: 'Sam Ray', breaks: [null] })],
});

/** The change that makes a version of a layout: the second and then every other one is a break pressed. */
function changeOf(version: number): Change {
  if (version === 1) return { type: 'layout.create', layout };
  if (version % 2 === 1) return { type: 'shift.edit', shift: 'a', note: `Note ${version} 😀` };
  const wants = version % 4 === 0 ? ('clear' as const) : ('start' as const);
  return { type: 'break.press', shift: 'a', slot: 0, wants, at: version, by: 'ann' };
}

/** An id like those of pages. */
export const idOf = (seed: string): string =>
  createHash('sha256').update(seed).digest().subarray(0, 16).toString('base64url');

/** The changes of a layout after version `from`; `at` gives the time of each version. */
export function layoutCommit(
  ref: DocumentRef,
  from: number,
  count: number,
  at: (version: number) => number = (version) => version,
): DocumentCommit {
  return {
    ...ref,
    kind: 'layout',
    from,
    changes: Array.from({ length: count }, (_, index) => {
      const version = from + 1 + index;
      const change = changeOf(version);
      const topics = isAboutBreaksOrSeats(change) ? (['breaks'] as const) : (['shifts'] as const);
      return {
        version,
        id: idOf(`${ref.document} ${version}`),
        by: version % 3 === 0 ? null : 'ann',
        at: at(version),
        change,
        record: { did: `made version ${version}`, topics, device: 'Chrome on Android' },
      };
    }),
    columns: from === 0 ? { name: 'Weekday', area: 'Kitchen', date: '2026-11-21' } : null,
    snapshot: null,
  };
}
