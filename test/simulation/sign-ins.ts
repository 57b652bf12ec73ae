import { signOut } from '../../client/calls/sign-in.ts';
import * as auth from '../../contract/account.ts';
import { signIn } from '../../contract/account.ts';
import { getMe, getOutboxKeys } from '../../contract/me.ts';
import type { User } from '../../domain/team/user.ts';
import type { Device, Tab } from './device.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import type { SimulatedServer } from './simulated-server.ts';
import type { SimulatedTime } from './simulated-time.ts';

interface World {
  readonly time: SimulatedTime;
  readonly random: SeededRandom;
  readonly network: SimulatedNetwork;
  readonly server: SimulatedServer;
  readonly people: readonly User[];
  /** Sign-in sessions so far. */
  sessions: number;
  trace(line: string): void;
}

/** The server's answers by HTTP, which are about who is signed in. The answer can get lost after it was decided. */
export async function fetchFrom(
  world: World,
  device: Device,
  address: string,
  init: RequestInit,
): Promise<Response> {
  await cross(world, device);
  const { server } = world;
  const before = device.session;
  let session = before;
  if (!server.isUp) throw new TypeError('Failed to fetch');
  if (address === auth.signOut.path) {
    if (session) server.endSession(session.id);
    session = null;
  } else if (address === auth.signIn.path) {
    const { email } = JSON.parse(String(init.body)) as { email: string };
    const user = world.people.find((each) => each.email === email);
    session = user ? { id: `session-${world.sessions++}`, user } : null;
  }
  const user = sessionUser(server, session);
  const isForKeys = address.startsWith(getOutboxKeys.path);
  const answer = isForKeys ? keysOf(user, address) : await server.tellWho(user);
  await cross(world, device);
  // Only signing in or out sets the cookie.
  if (session !== before) device.session = session;
  return answer;
}

/** A secret of each person, in hex. */
function keysOf(user: User | null, address: string): Response {
  const key = Buffer.from(user?.id ?? '')
    .toString('hex')
    .padEnd(64, '0')
    .slice(-64);
  const ok = user !== null && address === `${getOutboxKeys.path}?user=${user.id}`;
  return { ok, headers: new Headers(), json: async () => ({ keys: [key] }) } as Response;
}

/** Who the server takes a session's pages to belong to. */
export const sessionUser = (server: SimulatedServer, session: Device['session'] | undefined): User | null =>
  session && server.isSessionAlive(session.id) ? session.user : null;

async function cross({ time, network, random }: World, { index }: Device): Promise<void> {
  await time.wait(network.delay());
  const isLost = network.isDown(index) || (!network.isHealed && random.happens(0.02));
  if (isLost) throw new TypeError('Failed to fetch');
}

/** Someone signs out in one of the tabs, and another person signs in. */
export async function switchPerson(world: World, device: Device, user: User): Promise<void> {
  const tab = world.random.pick(device.tabs);
  if (!tab) return;
  world.trace(`device ${device.index} signs out`);
  const left = await signOut(tab.client);
  if (!left.ok) return;
  look(world, device, tab);
  await world.time.wait(world.random.between(0, 20) * 100);
  await signInOn(world, device, tab, user);
}

export async function signInOn(world: World, device: Device, tab: Tab, user: User): Promise<void> {
  if (!tab.isAlive) return;
  world.trace(`device ${device.index} signs in ${user.id}`);
  device.people.set(user.id, user);
  const signedIn = await tab.client.changeUser(signIn, { body: { email: user.email, password: 'secret' } });
  if (signedIn.ok) look(world, device, tab);
}

/** The other tabs of the device find out, sooner or later: until then, their person may go on making changes. */
function look({ time, random }: World, device: Device, tab: Tab): void {
  for (const other of device.tabs) {
    if (other === tab) continue;
    time.after(random.between(0, 200) * 50, () =>
      other.resume(() => void other.client.changeUser(getMe, {})),
    );
  }
}
