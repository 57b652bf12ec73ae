import { expect, it } from 'vitest';
import { inviteToken } from './start.tsx';

it.each([
  ['http://192.168.1.20:3000/join/aB3_-x9Zq', 'aB3_-x9Zq'],
  ['  Join us: https://lineup.example/join/aB3_-x9Zq?utm=mail. ', 'aB3_-x9Zq'],
  ['aB3_-x9Zq', 'aB3_-x9Zq'],
  ['https://lineup.example/login', null],
  ['hello', null],
  ['', null],
])('reads an invite link from %j', (pasted, token) => {
  expect(inviteToken(pasted)).toBe(token);
});
