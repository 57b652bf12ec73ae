import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytesOf = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));

test('one byte of Windows-1252 in UTF-8 is a letter, and the other letters stay', () => {
  expect(decodeText(bytesOf('\uFEFFRenée, María, Jos', 0xe9, ', Zoë — 日本 🍟'))).toBe(
    'Renée, María, José, Zoë — 日本 🍟',
  );
  expect(decodeText(bytesOf('María', 0x92, 's, José, Zoë', 0xc3))).toBe('María’s, José, ZoëÃ');
});

test('text that is mostly Windows-1252 is read as that, even where two bytes would be UTF-8', () => {
  expect(decodeText(Buffer.from('Renée, José, Ã©, Zoë', 'latin1'))).toBe('Renée, José, Ã©, Zoë');
});

test('text in UTF-8 is itself, and no bytes throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => decodeText(Buffer.from(`x${text}`)) === `x${text}`,
    ),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => decodeText(bytes).length <= bytes.length),
  );
});
