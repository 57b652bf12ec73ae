import type { MergeEdits } from '../../../domain/notes/merge-edits.ts';
import { loadWhenIdle } from '../page/lazy-screen.tsx';

let merge: MergeEdits | undefined;
let loaded = () => {};
/** Edits of notes can be merged from here on. Those that wait on the device could not be shown before. */
export const mergeLoaded = new Promise<void>((resolve) => {
  loaded = resolve;
});

export async function loadMerge(): Promise<void> {
  merge ??= (await import('../../../domain/notes/merge-edits.ts')).mergeEdits;
  loaded();
}
void loadWhenIdle(loadMerge);

/**
 * In the browser, it stands for the one in domain/notes/merge-edits.ts (vite.config.ts): with the deltas of Quill, that is 6 KB
 * which no page needs until two people edit the same notes at once. Until it is loaded, a change that needs it doesn't
 * fit, and the page asks the server for the whole document instead.
 */
export const mergeEdits: MergeEdits = (...edit) => {
  if (merge) return merge(...edit);
  loadMerge().catch(() => undefined);
  return null;
};
