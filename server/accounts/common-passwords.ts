import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { passwordMinimum } from '../../domain/team/user.ts';

const normalize = (password: string): string => password.normalize('NFKC').toLowerCase();

/** What people who know this product try first. */
const ours = [
  'lineup',
  'layout',
  'schedule',
  'restaurant',
  'hotschedules',
  '7shifts',
  'deputy',
  'kitchen',
  'manager',
];

/** Passwords of the same length, as JSON: a set of strings would take six times the memory, for a password now and then. */
type Passwords = ReadonlyMap<number, string>;

interface CommonPasswords {
  readonly common: Passwords;
  /** These are also refused with something appended: 'summer' becomes 'Summer2026'. */
  readonly beginnings: Passwords;
}

let loaded: CommonPasswords | undefined;

/** Reads the list with the first password, so that the server starts without waiting for it. */
function load(): CommonPasswords {
  const { resolve } = createRequire(import.meta.url);
  // About 49,000 passwords by how often they occur in published leaks, the most frequent first.
  const file = resolve('@zxcvbn-ts/language-common/src/passwords.json');
  const passwords: string[] = JSON.parse(readFileSync(file, 'utf8')).map(normalize);
  return { common: pack(passwords), beginnings: pack([...passwords.slice(0, 10_000), ...ours]) };
}

function pack(passwords: readonly string[]): Passwords {
  const byLength = Map.groupBy(passwords, ({ length }) => length);
  return new Map([...byLength].map(([length, list]) => [length, JSON.stringify(list)]));
}

const has = (packed: Passwords, password: string): boolean =>
  packed.get(password.length)?.includes(JSON.stringify(password)) ?? false;

/** True for a frequent password, for one of the most frequent or of this product with digits or signs appended, and for a repeated character or number. */
export function isCommonPassword(typed: string): boolean {
  const password = normalize(typed);
  if (password.length < passwordMinimum) return false;
  loaded ??= load();
  const { common, beginnings } = loaded;
  return (
    has(common, password) ||
    has(beginnings, password.replace(/[\d!@#$.?*]{1,6}$/, '')) ||
    /^(.|\d{2,4})\1+$/su.test(password)
  );
}
