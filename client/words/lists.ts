import type { Language } from '../../words/words.ts';
import { language } from './words.ts';

/** Creating one takes a hundred times as long as using it. */
const collators = new Map<Language, Intl.Collator>();
const lists = new Map<Language, Intl.ListFormat>();

/** For lists that people read, in the order of their language's alphabet; 'Register 9' is before 'Register 10'. */
export function compareNames(one: string, other: string): number {
  const known = collators.get(language.get()) ?? new Intl.Collator(language.get(), { numeric: true });
  collators.set(language.get(), known);
  return known.compare(one, other);
}

/** 'Ana, Ben and Cem'. */
export function listed(texts: readonly string[]): string {
  const spoken = language.get();
  // American English has a comma before the 'and', and our texts have none
  const known = lists.get(spoken) ?? new Intl.ListFormat(spoken === 'en' ? 'en-GB' : spoken);
  lists.set(spoken, known);
  return known.format(texts);
}
