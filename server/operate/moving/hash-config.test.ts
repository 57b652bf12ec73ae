import { expect, test } from 'vitest';
import { hashConfig } from '../../../test/servers/hosted-files.ts';
import { StartProblem } from '../../start-problem.ts';
import { parseHashConfig } from '../commands/move.ts';

const signerKey = /base64_signer_key: ([^,]+)/.exec(hashConfig)?.[1] ?? '';
const expected = { signerKey, saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 };
const asJson = {
  algorithm: 'SCRYPT',
  base64_signer_key: signerKey,
  base64_salt_separator: 'Bw==',
  rounds: 8,
  mem_cost: 14,
};

test.each([
  ['as the console shows it', hashConfig],
  ['in one line', hashConfig.replaceAll('\n', ' ')],
  ['as JSON', JSON.stringify(asJson)],
  ['as JSON in a field of its own', JSON.stringify({ hash_config: asJson }, null, 2)],
  [
    'with the names of the administration',
    JSON.stringify({ signInConfig: { hashConfig: { algorithm: 'SCRYPT', ...expected } } }),
  ],
])('[MV4] the hash configuration is read %s', (_, text) => {
  expect(parseHashConfig(text, 'hash.txt')).toEqual(expected);
});

test.each([
  ['', /^hash\.txt is not a password hash configuration: it must name base64_signer_key/],
  ['{"users":[]}', /^hash\.txt is not a password hash configuration/],
  [hashConfig.replace('rounds: 8', 'rounds: 9'), /rounds \(1 to 8\)/],
  [hashConfig.replace('mem_cost: 14', 'mem_cost: 30'), /mem_cost \(1 to 14\)/],
  [
    hashConfig.replace('SCRYPT', 'BCRYPT'),
    /^hash\.txt names the algorithm BCRYPT; only SCRYPT can be imported\.$/,
  ],
  [
    hashConfig.replace(signerKey, signerKey.slice(0, 40)),
    /has 30 bytes, but must have 64\. Copy all of it\.$/,
  ],
])('[MV4] anything else than a hash configuration is refused with a sentence: %#', (text, sentence) => {
  const reading = () => parseHashConfig(text, 'hash.txt');
  expect(reading).toThrow(StartProblem);
  expect(reading).toThrow(sentence);
});
