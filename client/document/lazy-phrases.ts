import type { Change, DocumentBody } from '../../domain/change/change.ts';
import { withWords } from '../words/words.ts';

const fetchSaid = withWords(() => import('./said-change.ts'));
let said: typeof import('./said-change.ts') | undefined;

/** Fetched later than the board: the words for all changes are 8 KB, which nothing needs until one is made. */
export async function loadPhrases(): Promise<void> {
  said ??= await fetchSaid();
}

export const phraseFor = (before: DocumentBody | null, change: Change, after: DocumentBody | null) =>
  said?.saidChange(before, change, after);
