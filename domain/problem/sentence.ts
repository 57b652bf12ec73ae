import type { Words } from '../../words/words.ts';
import type { Problem } from './problem.ts';

export type Sentence = (problem: Problem) => string;

/** Gives the sentence a person reads, followed by what the other side said about it, where `details.said` has that. */
export function sentencesIn(words: Words<'problems'>): Sentence {
  const t = words as (key: string, gaps: Readonly<Record<string, string | number>>) => string;

  function sentence({ code, details = {} }: Problem): string {
    const filled = Object.entries(details).map(([key, gap]) => [key, shown(gap)] as const);
    const gaps: Record<string, string | number> = new Proxy(Object.fromEntries(filled), {
      get: (given, key) => Reflect.get(given, key) ?? '',
    });
    const own = known(code, gaps);
    return details.said === undefined ? own : t('with-details', { sentence: own, said: gaps.said ?? '' });
  }

  /** A newer server has codes that this page doesn't know. */
  function known(code: string, gaps: Readonly<Record<string, string | number>>): string {
    try {
      return t(code, gaps);
    } catch {
      return t('internal', {});
    }
  }

  const shown = (gap: string | number | Problem): string | number =>
    typeof gap === 'object' ? sentence(gap) : typeof gap === 'number' ? gap : clipped(gap);

  return sentence;
}

/** Anything can have been typed or pasted. */
const longestDetail = 80;
const clipped = (text: string): string => {
  const letters = [...text];
  return letters.length > longestDetail ? `${letters.slice(0, longestDetail).join('')}…` : text;
};
