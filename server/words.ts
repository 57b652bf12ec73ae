import type { ProblemCode } from '../domain/problem/problem.ts';
import { sentencesIn } from '../domain/problem/sentence.ts';
import { readTexts, readWords } from '../words/read-words.ts';

const { 'with-details': _, ...wordings } = readTexts('en', 'problems') as Record<
  ProblemCode | 'with-details',
  string
>;

/** The sentence for each problem as it is written down, with the names of its gaps. */
export const problemWordings: Readonly<Record<ProblemCode, string>> = wordings;
export const problemCodes = Object.keys(wordings) as [ProblemCode, ...ProblemCode[]];

/** The API answers in English. */
export const sentence = sentencesIn(readWords('en', 'problems'));
