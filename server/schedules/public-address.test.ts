import { expect, test } from 'vitest';
import { isPublicAddress } from './safe-fetch.ts';

test.each([
  ['of this machine', '127.0.0.1'],
  ['of this machine', '::1'],
  ['of no machine', '0.0.0.0'],
  ['of no machine', '::'],
  ['of a home', '10.1.2.3'],
  ['of a home', '172.16.0.1'],
  ['of a home', '192.168.1.1'],
  ['of a home', 'fd12:3456::1'],
  ['of one cable', 'fe80::1%eth0'],
  ['of one cable', '169.254.169.254'],
  ['of one cable', 'fe80::1'],
  ['of a provider’s inside', '100.64.0.1'],
  ['for everyone at once', '224.0.0.1'],
  ['for everyone at once', '255.255.255.255'],
  ['mapped', '::ffff:127.0.0.1'],
  ['mapped', '::ffff:a00:1'],
  ['mapped', '::127.0.0.1'],
  ['mapped', '::7f00:1'],
  ['mapped', '::ffff:0:7f00:1'],
  ['through a translator', '64:ff9b::7f00:1'],
  ['through a translator', '64:ff9b:1::a00:1'],
  ['through a tunnel', '2002:7f00:1::1'],
  ['through a tunnel', '2001:0:7f00:1::1'],
  ['reserved', '240.0.0.1'],
  ['reserved', '192.0.0.8'],
  ['reserved', '198.18.0.1'],
  ['reserved', '100::1'],
  ['given to nobody', '4000::1'],
  ['given to nobody', 'fec0::1'],
  ['reserved', '2001:db8::1'],
  ['no address', 'example.com'],
  ['no address', ''],
])('[OG1] not public, %s: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '203.0.114.1', '2606:4700::1111'])('[OG1] public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
