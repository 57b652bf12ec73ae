import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeDocument } from '../../contract/documents.ts';
import { getPush, switchPushOn } from '../../contract/push.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { type PushService, runPushService } from '../../test/providers/push-service.ts';
import { manualTimeouts } from '../../test/servers/manual-timeouts.ts';
import {
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  type Visitor,
} from '../../test/servers/running-server.ts';
import { newId } from '../id.ts';

const DAY = '2026-11-21';
const at = (time: string) => Date.parse(`${DAY}T${time}:00-05:00`);
let now = at('12:50');

/** Takes connections and never answers. */
const connections: Socket[] = [];
const hanging = createServer((socket) => connections.push(socket.on('error', () => {})));
const limits = manualTimeouts();
const pending: { readonly milliseconds: number; pass(): void }[] = [];
let service: PushService;
let server: RunningServer;
let teams: { readonly hostile: Team; readonly other: Team };

interface Team {
  readonly id: string;
  readonly manager: Visitor;
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  service = await runPushService();
  hanging.listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const host = `127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  server = await runServer({
    now: () => now,
    env: { PUSH_ALLOW: `${service.host},${host}` },
    timeout(milliseconds) {
      const signal = limits.timeout(milliseconds);
      pending.push(limits.last());
      return signal;
    },
  });
  teams = { hostile: await team('mallory'), other: await team('maria') };
  for (let each = 0; each < 10; each++) {
    const browser = service.subscribe(`hanging-${each}`);
    await switchOn(teams.hostile, { ...browser, endpoint: `http://${host}/${each}` });
  }
  await switchOn(teams.other, service.subscribe('tablet'));
});
afterAll(async () => {
  vi.useRealTimers();
  await server.stop();
  await service.stop();
  for (const socket of connections) socket.destroy();
  hanging.close();
});

async function team(name: string): Promise<Team> {
  const manager = await newcomer(server.address, name);
  const made = { id: await newTeam(manager), manager };
  await change(made, { type: 'layout.create', layout: buildLayout({ date: DAY, dayStart: '4:00 AM' }) });
  return made;
}
async function change({ id, manager }: Team, what: object): Promise<void> {
  const body = { id: newId(), change: what as never };
  const { status, text } = await manager.call(changeDocument, {
    params: { team: id, document: 'today' },
    body,
  });
  expect(status, text).toBe(200);
}
async function switchOn({ id, manager }: Team, browser: ReturnType<PushService['subscribe']>): Promise<void> {
  const { publicKey } = (await manager.call(getPush, { params: { team: id }, query: {} })).value;
  const body = { ...browser, publicKey, about: 'all' } as const;
  expect((await manager.call(switchPushOn, { params: { team: id }, body })).status).toBe(200);
}

/** Each team has one more break that is due, and the server looks. */
async function breaksAreDue(name: string, time: string): Promise<void> {
  now = at(time);
  const startTime = `8:${String(Number(time.slice(3)) - 1).padStart(2, '0')} AM`;
  for (const each of [teams.hostile, teams.other])
    await change(each, { type: 'shift.add', shift: buildShift(name, startTime, '5:00 PM'), seats: [] });
  vi.advanceTimersByTime(20_000);
}

test('a push service that hangs delays no other team', async () => {
  await breaksAreDue('Ana Cruz', '13:02');
  await expect.poll(() => connections.length).toBe(8);
  await service.hears(1);
  // The server looks again while they hang.
  await breaksAreDue('Ben Diaz', '13:04');
  await service.hears(2);
  await breaksAreDue('Cleo Ruiz', '13:06');
  await service.hears(3);
  expect(connections.length).toBe(8);
  expect(pending.at(-1)?.milliseconds).toBe(5_000);

  // Three messages to each of ten browsers, and each is given up after its time.
  const asked = () => connections.length;
  for (const all of [16, 24, 30]) {
    giveUpAll();
    // one that is given up before it connects would not be counted
    await expect.poll(asked).toBe(all);
  }
});

function giveUpAll(): void {
  for (const { pass } of pending.splice(0)) pass();
}
