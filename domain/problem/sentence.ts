import type { Problem } from './problem.ts';
import { isProblemCode, wordingOf } from './sentences.ts';

/** The sentence a person reads, followed by what the other side said about it, where `details.said` has that. */
export function sentence({ code, details }: Problem): string {
  const own = wordingOf(isProblemCode(code) ? code : 'internal').replace(/\{(\w+)\}/g, (_, key: string) =>
    clipped(String(details?.[key] ?? '')),
  );
  return details?.said === undefined ? own : `${own} Details: “${clipped(String(details.said))}”`;
}

/** Anything can have been typed or pasted. */
const longestDetail = 80;
const clipped = (text: string): string => {
  const letters = [...text];
  return letters.length > longestDetail ? `${letters.slice(0, longestDetail).join('')}…` : text;
};
