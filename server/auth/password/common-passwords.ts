import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordMinimum } from '../../../domain/account/user.ts';

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

interface CommonPasswords {
  /** Shorter passwords are refused for their length. */
  readonly common: ReadonlySet<string>;
  /** Short ones too, since people lengthen them: 'summer' becomes 'Summer2026'. */
  readonly beginnings: ReadonlySet<string>;
}

let loaded: CommonPasswords | undefined;

/** Prepares the lists with the first password, so that the server starts without waiting for them. */
function load(): CommonPasswords {
  // About 49,000 passwords by how often they occur in published leaks, the most frequent first.
  const passwords = dictionary['passwords-common'].map(normalize);
  return {
    common: new Set(passwords.filter(({ length }) => length >= passwordMinimum)),
    beginnings: new Set([...passwords.slice(0, 10_000), ...ours]),
  };
}

/** True for a frequent password, for one of the most frequent or of this product with digits or signs appended, and for a repeated character or number. */
export function isCommonPassword(typed: string): boolean {
  const password = normalize(typed);
  if (password.length < passwordMinimum) return false;
  loaded ??= load();
  const { common, beginnings } = loaded;
  return (
    common.has(password) ||
    beginnings.has(password.replace(/[\d!@#$.?*]{1,6}$/, '')) ||
    /^(.|\d{2,4})\1+$/su.test(password)
  );
}
