import type { FirebaseScryptParameters } from '../auth/password/firebase-scrypt.ts';
import { StartProblem } from '../start-problem.ts';

/** The algorithm's fixed sizes, in bytes. */
const SIGNER_KEY = 64;
/** The hosted product's maximum, so that no file can make sign-ins more expensive. */
const MOST = { rounds: 8, memoryCost: 14 };

const names = {
  algorithm: 'algorithm',
  base64_signer_key: 'signerKey',
  signerKey: 'signerKey',
  base64_salt_separator: 'saltSeparator',
  saltSeparator: 'saltSeparator',
  rounds: 'rounds',
  mem_cost: 'memoryCost',
  memoryCost: 'memoryCost',
} as const;
const pair = new RegExp(`\\b(${Object.keys(names).join('|')})["']?\\s*[:=]\\s*["']?([\\w+/=-]+)`, 'g');

/** The hash parameters as the hosted product's console shows them, or as JSON. */
export function readHashConfig(text: string, file: string): FirebaseScryptParameters {
  const told: Partial<Record<(typeof names)[keyof typeof names], string>> = {};
  for (const [, name, value] of text.matchAll(pair)) told[names[name as keyof typeof names]] = value ?? '';
  const { algorithm = 'SCRYPT', signerKey, saltSeparator = '' } = told;
  const [rounds, memoryCost] = [Number(told.rounds), Number(told.memoryCost)];
  if (algorithm !== 'SCRYPT') {
    throw new StartProblem(`${file} names the algorithm ${algorithm}; only SCRYPT can be moved.`);
  }
  if (signerKey === undefined || !isFrom1To(rounds, MOST.rounds) || !isFrom1To(memoryCost, MOST.memoryCost)) {
    throw new StartProblem(
      `${file} is not a password hash configuration: it must name base64_signer_key, base64_salt_separator, rounds (1 to ${MOST.rounds}) and mem_cost (1 to ${MOST.memoryCost}).`,
    );
  }
  const { length } = Buffer.from(signerKey, 'base64');
  if (length !== SIGNER_KEY) {
    throw new StartProblem(
      `The base64_signer_key in ${file} has ${length} bytes, but must have ${SIGNER_KEY}. Copy it whole.`,
    );
  }
  return { signerKey, saltSeparator, rounds, memoryCost };
}

const isFrom1To = (number: number, most: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= most;
