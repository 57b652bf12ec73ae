import type { Change, DocumentBody } from '../../domain/change/change.ts';

let words: typeof import('../../domain/history/phrases.ts') | undefined;

/** Fetched later than the board: the words for all changes are 4 KB, which nothing needs until one is made. */
export async function loadWords(): Promise<void> {
  words ??= await import('../../domain/history/phrases.ts');
}

export const wordsFor = (before: DocumentBody | null, change: Change, after: DocumentBody | null) =>
  words?.messageOf(before, change, after);
