import type { Problem } from '../domain/problem/problem.ts';
import { defaultFormats } from '../domain/time/formats.ts';
import { sentence } from '../server/words.ts';
import { readWords } from '../words/read-words.ts';

export { english, problemCodes, sentence } from '../server/words.ts';

/** The words and formats of the board. */
export const board = [readWords('en', 'day'), defaultFormats] as const;

/** What a person reads of a row that was left out, or of a hint. */
export const said = (reason: Problem | string): string =>
  typeof reason === 'string' ? reason : sentence(reason);
