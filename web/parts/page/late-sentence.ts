import { lazy } from 'react';
import type { ProblemCode } from '../../../domain/problem/problem.ts';
import type { sentence } from '../../../domain/problem/sentence.ts';
import { loadWhenIdle } from './page-idle.ts';

const anyProblem: typeof sentence = () => 'Something went wrong. Try again in a moment.';
const load = () => import('../../../domain/problem/sentence.ts');
void loadWhenIdle(load);

/** Says what went wrong on a page that has no sentences yet: all of them take 4 KB, and most days none is needed. */
export const loadSentence = (): Promise<typeof sentence> =>
  load().then(
    (loaded) => loaded.sentence,
    () => anyProblem,
  );

/** The sentence of a problem, once it is there. */
export const LateSentence = lazy(async () => {
  const sentence = await loadSentence();
  return { default: ({ code }: { code: ProblemCode }) => sentence({ code }) };
});
