import { expect, test } from 'vitest';
import { parseMessage } from './session.ts';

const names = { team: 'team', document: 'document' };
const press = { type: 'break.press', shift: 's1', slot: 0, wants: 'start', at: 1, by: null };
const valid = [
  { type: 'hello', protocol: 2, parts: true },
  { type: 'watch', ...names, since: 3, waiting: ['a', 'b'] },
  { type: 'change', ...names, id: 'a', change: press, again: true },
  { type: 'change', ...names, id: 'a', change: { type: 'batch', changes: [press, press] } },
  { type: 'ping' },
];
const invalid = [
  'null',
  '[]',
  '"ping"',
  '{',
  '{"type":"toString"}',
  '{"type":"ping","__proto__":{}}',
  '{"type":"ping","more":1}',
  JSON.stringify({ type: 'watch', ...names, team: '../team' }),
  JSON.stringify({ type: 'watch', ...names, team: 'x'.repeat(65) }),
  JSON.stringify({ type: 'watch', ...names, last: 'x'.repeat(101) }),
  JSON.stringify({ type: 'watch', ...names, waiting: Array(101).fill('a') }),
  JSON.stringify({ type: 'change', ...names, id: 'a', change: { ...press, slot: '0' } }),
  JSON.stringify({ type: 'change', ...names, id: 'a', change: { type: '__proto__' } }),
];
const parse = (text: string) => parseMessage(Buffer.from(text));

test('a message is what the contract says, and nothing else', () => {
  for (const message of valid) expect(parse(JSON.stringify(message))).toEqual(message);
  for (const text of invalid) expect(parse(text)).toBeNull();
});
