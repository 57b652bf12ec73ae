import type { Problem } from '../domain/problem/problem.ts';
import { sentence } from '../server/words.ts';

export { problemCodes, sentence } from '../server/words.ts';

/** What a person reads of a row that was left out, or of a hint. */
export const said = (reason: Problem | string): string =>
  typeof reason === 'string' ? reason : sentence(reason);
