import { outReasons } from './shift.ts';

/**
 * A document, or a change of one, without why somebody is out: only who runs the day knows that. What it is about is told
 * by its fields, since a change may bring a whole day.
 */
export function withoutReasons<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutReasons) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withoutReasons(inner)] as const);
  const told = Object.fromEntries(entries);
  const isAboutOut = 'from' in told && outReasons.includes(told.reason);
  return (isAboutOut ? { ...told, reason: 'unsaid' } : told) as Value;
}

const reasons = '(?:sick|no-show|left early|sent home)';
const said = new RegExp(`( out(?: again)? from \\d+:\\d\\d [AP]M): ${reasons}`, 'g');
/** As history said it before. */
const saidBefore = new RegExp(`( out(?: again)?): ${reasons}, (?=\\d+:\\d\\d [AP]M)`, 'g');

/** The same for a sentence of history: 'marked Dana Lee out from 10:12 AM'. */
export const withoutReason = (sentence: string): string =>
  sentence.replace(said, '$1').replace(saidBefore, '$1 from ');
