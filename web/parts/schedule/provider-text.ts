import { words } from '../../../client/words/words.ts';

const t = words('schedule');

/** A text about a provider that a newer server may have alone. */
export function providerText(
  key: `name-${string}` | `risk-${string}` | `field-${string}` | `help-${string}`,
  english: string,
): string {
  if (english === '') return '';
  try {
    return t(key as 'understand');
  } catch {
    return english;
  }
}
