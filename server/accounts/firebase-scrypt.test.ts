import { expect, test } from 'vitest';
import { formatFirebaseHash, isPasswordHash, verifyFirebasePassword } from './password-policy.ts';

// The example that the maker of the algorithm publishes.
const hashing = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memoryCost: 14,
};
const user = {
  salt: '42xEC+ixf3L2lw==',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
};

test('[MV4] a Firebase password verifies, another does not', async () => {
  const kept = formatFirebaseHash(hashing, user);
  expect(await verifyFirebasePassword('user1password', kept)).toBe(true);
  expect(await verifyFirebasePassword('user2password', kept)).toBe(false);
  expect(await verifyFirebasePassword('', '$hosted-scrypt$$$8$14$$')).toBe(false);
  expect(await verifyFirebasePassword('user1password', '$argon2id$v=19$m=1,t=1,p=1$a$b')).toBe(false);
});

test('an imported hash that would cost more to check than Firebase’s is none', () => {
  expect(isPasswordHash(formatFirebaseHash(hashing, user))).toBe(true);
  expect(isPasswordHash(formatFirebaseHash({ ...hashing, rounds: 9 }, user))).toBe(false);
  expect(isPasswordHash(formatFirebaseHash({ ...hashing, memoryCost: 15 }, user))).toBe(false);
});
