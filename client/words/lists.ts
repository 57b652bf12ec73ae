import type { Language } from '../../words/words.ts';
import { language } from './words.ts';

/** Creating one takes a hundred times as long as using it. */
const collators = new Map<Language, Intl.Collator>();

/** For lists that people read, in the order of their language's alphabet; 'Register 9' is before 'Register 10'. */
export function compareNames(one: string, other: string): number {
  const known = collators.get(language.get()) ?? new Intl.Collator(language.get(), { numeric: true });
  collators.set(language.get(), known);
  return known.compare(one, other);
}
