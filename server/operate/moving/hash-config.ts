import type { FirebaseScryptParameters } from '../../accounts/password-policy.ts';
import { StartProblem } from '../../start-problem.ts';

/** The length Firebase always uses, in bytes. */
const SIGNER_KEY = 64;
/** Firebase's own limits; a file must not make sign-in more expensive. */
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

/** Parses the hash parameters as the Firebase console shows them, or as JSON. */
export function parseHashConfig(text: string, file: string): FirebaseScryptParameters {
  const found: Partial<Record<(typeof names)[keyof typeof names], string>> = {};
  for (const [, name, value] of text.matchAll(pair)) found[names[name as keyof typeof names]] = value ?? '';
  const { algorithm = 'SCRYPT', signerKey, saltSeparator = '' } = found;
  const [rounds, memoryCost] = [Number(found.rounds), Number(found.memoryCost)];
  if (algorithm !== 'SCRYPT') {
    throw new StartProblem(`${file} names the algorithm ${algorithm}; only SCRYPT can be imported.`);
  }
  if (signerKey === undefined || !isFrom1To(rounds, MOST.rounds) || !isFrom1To(memoryCost, MOST.memoryCost)) {
    throw new StartProblem(
      `${file} is not a password hash configuration: it must name base64_signer_key, base64_salt_separator, rounds (1 to ${MOST.rounds}) and mem_cost (1 to ${MOST.memoryCost}).`,
    );
  }
  const { length } = Buffer.from(signerKey, 'base64');
  if (length !== SIGNER_KEY) {
    throw new StartProblem(
      `The base64_signer_key in ${file} has ${length} bytes, but must have ${SIGNER_KEY}. Copy all of it.`,
    );
  }
  return { signerKey, saltSeparator, rounds, memoryCost };
}

const isFrom1To = (number: number, most: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= most;
