import { createSocket } from 'node:dgram';
import multicastDns from 'multicast-dns';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { createLocalName } from './https.ts';

/** A port of its own, so that the machine's other responders hear nothing. */
let port: number;
let name: ReturnType<typeof createLocalName>;
let device: multicastDns.MulticastDNS;
let heard: { address: string; ttl: number; records: string[] }[];
let warnings: string[];
const loopback = { address: '127.0.0.1', prefix: 8 };

beforeEach(async () => {
  port = await freeUdpPort();
  heard = [];
  warnings = [];
  device = multicastDns({ port, interface: '127.0.0.1', bind: '0.0.0.0' });
  device.on('response', ({ answers, additionals }) => {
    for (const each of answers) {
      if (each.type !== 'A') continue;
      const records = additionals.map(({ type }) => type);
      heard.push({ address: each.data, ttl: each.ttl ?? 0, records });
    }
  });
  await new Promise<void>((resolve) => device.once('ready', resolve));
  name = createLocalName((message) => warnings.push(message), port);
});
afterEach(async () => {
  await name.close();
  await new Promise<void>((resolve) => device.destroy(resolve));
});

test('lineup.local is announced, answered, and taken back', async () => {
  name.announce([loopback]);
  await eventually(() => expect(heard).toEqual([{ address: '127.0.0.1', ttl: 120, records: ['NSEC'] }]));
  device.query('LINEUP.local', 'A');
  await eventually(() => expect(heard).toHaveLength(2));
  device.query('printer.local', 'A');
  name.announce([]);
  await eventually(() => expect(heard.at(-1)).toMatchObject({ address: '127.0.0.1', ttl: 0 }));
  expect(heard).toHaveLength(3);
});

test('a simple resolver is answered at its own port', async () => {
  name.announce([loopback]);
  await eventually(() => expect(heard).toHaveLength(1));
  const resolver = multicastDns({ port: 0, multicast: false, bind: '127.0.0.1' });
  const answered = new Promise<multicastDns.ResponsePacket>((resolve) => resolver.once('response', resolve));
  const questions = [{ name: 'lineup.local', type: 'A' as const }];
  resolver.query({ id: 77, questions }, { address: '127.0.0.1', port });
  const { id, answers, questions: repeated } = await answered;
  expect([id, repeated]).toMatchObject([77, questions]);
  expect(answers).toMatchObject([{ type: 'A', name: 'lineup.local', data: '127.0.0.1', ttl: 10 }]);
  await new Promise<void>((resolve) => resolver.destroy(resolve));
});

test('a machine on two networks answers each with the address that it can reach', async () => {
  name.announce([
    { address: '127.0.0.1', prefix: 32 },
    { address: '127.0.0.2', prefix: 32 },
  ]);
  const addresses = () => heard.map(({ address }) => address).sort();
  await eventually(() => expect(addresses()).toEqual(['127.0.0.1', '127.0.0.2']));
  device.query('lineup.local', 'A');
  await eventually(() => expect(heard).toHaveLength(3));
  name.announce([]);
  await eventually(() => expect(heard.filter(({ ttl }) => ttl === 0)).toHaveLength(2));
  expect(heard.filter(({ ttl }) => ttl > 0).map(({ address }) => address)).toHaveLength(3);
  expect(heard[2]?.address).toBe('127.0.0.1');
});

test('two addresses of a machine on one network are no other server', async () => {
  name.announce([loopback, { address: '127.0.0.2', prefix: 8 }]);
  await eventually(() => expect(heard).toHaveLength(2));
  name.announce([]);
  await eventually(() => expect(heard.filter(({ ttl }) => ttl === 0)).toHaveLength(2));
  expect(warnings).toEqual([]);
});

test('another server with the name is warned about once', async () => {
  name.announce([loopback]);
  await eventually(() => expect(heard).toHaveLength(1));
  for (let each = 0; each < 2; each++) {
    device.respond([{ type: 'A', name: 'lineup.local', data: '127.0.0.9', ttl: 120 }]);
  }
  await eventually(() => expect(warnings).toHaveLength(1));
  expect(warnings[0]).toContain('127.0.0.9');
});

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0);
  await new Promise((resolve) => socket.once('listening', resolve));
  const { port: free } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return free;
}
