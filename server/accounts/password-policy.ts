import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { passwordMaximum } from '../../domain/team/user.ts';
import { StartProblem } from '../start-problem.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The rules for new passwords. */
export interface PasswordPolicy {
  readonly minimum: number;
  /** A problem names the field it was typed into. */
  check(password: string, field: string): Outcome<string>;
}

/** `breached` names a file of leaked passwords. Throws `StartProblem` if it cannot be read. */
export async function openPasswordPolicy(minimum: number, breached: string | null): Promise<PasswordPolicy> {
  const isBreached = breached === null ? () => false : await loadBreached(breached);
  return {
    minimum,
    check(password, field) {
      if (password.length < minimum) {
        return refuse('password-too-short', { field, details: { min: minimum } });
      }
      if (password.length > passwordMaximum) {
        return refuse('password-too-long', { field, details: { max: passwordMaximum } });
      }
      const isKnown = isCommonPassword(password) || isBreached(password);
      return isKnown ? refuse('password-does-not-meet-requirements', { field }) : done(password);
    },
  };
}

/**
 * Each line is a password, or its SHA-1 in hex with an optional `:` and count. Eight bytes of a hash identify it well enough,
 * so that a million passwords need 8 MB.
 */
async function loadBreached(file: string): Promise<(password: string) => boolean> {
  const found: bigint[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      const hash = /^([\da-f]{40})(:\d+)?$/i.exec(line.trim())?.[1];
      if (hash) found.push(BigInt(`0x${hash.slice(0, 16)}`));
      else if (line !== '') found.push(keyOf(line));
    }
  } catch {
    throw new StartProblem(`Lineup cannot read BREACHED_PASSWORDS in ${file}.`);
  }
  const keys = BigUint64Array.from(found).sort();
  return (password) => has(keys, keyOf(password));
}

const keyOf = (password: string): bigint =>
  createHash('sha1').update(password.normalize('NFKC')).digest().readBigUInt64BE();

function has(sorted: BigUint64Array, key: bigint): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? key) < key) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === key;
}
