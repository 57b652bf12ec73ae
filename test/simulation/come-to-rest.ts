import { getMe } from '../../contract/me.ts';
import type { User } from '../../domain/team/user.ts';
import { rollForward } from './actions.ts';
import type { Device } from './device.ts';
import { sessionUser, signInOn, switchPerson } from './sign-ins.ts';
import type { Simulation } from './simulation.ts';

/** How long everything may take to be sent once everything works, in milliseconds. */
const patience = 60_000;

/** Everything works again, people stop, and everyone who left changes on a device signs in there once more. */
export async function comeToRest(world: Simulation): Promise<void> {
  world.trace('people stop');
  for (const device of world.devices) {
    device.clock.wake();
    Object.assign(device.storage, { isFull: false, isHealed: true });
    rollForward(world, device);
    if (device.tabs.length === 0) world.openTab(device);
  }
  Object.assign(world.store, { isFailing: false, isHealed: true, nextCommit: null });
  world.server.start();
  world.network.heal();
  for (const { tabs } of world.devices) {
    for (const tab of tabs) for (const document of world.documents.keys()) world.watch(tab, document);
  }
  await rest(world);
  for (const device of world.devices) {
    const last = device.session?.user;
    for (const user of [...device.people.values(), ...(last ? [last] : [])]) {
      if (hasLeft(device, user) || !sessionUser(world.server, device.session))
        await bringBack(world, device, user);
    }
  }
  await rest(world);
  keepViews(world);
  for (const { tabs } of world.devices) for (const tab of [...tabs]) tab.close();
  await world.time.pass(1_000);
  await world.server.stop();
}

/** Waits until nothing is on its way, or for as long as it may take. */
async function rest(world: Simulation): Promise<void> {
  await world.time.pass(5_000);
  // People look at each tab, and see who is signed in.
  for (const { tabs, session } of world.devices) {
    const person = sessionUser(world.server, session)?.id ?? null;
    for (const tab of tabs) if (tab.user !== person) void tab.client.changeUser(getMe, {});
  }
  await world.time.pass(patience, () => isQuiet(world));
  await world.time.pass(2_000);
  for (const { index, session, storage } of world.devices) {
    const person = sessionUser(world.server, session)?.id;
    const left = [...storage.kept.values()].filter(({ user }) => user === person);
    if (left.length === 0) continue;
    const ids = left.map(({ id }) => id).join(' ');
    world.record.violate(`device ${index} still has changes of its person in its outbox: ${ids}`);
  }
}

const hasLeft = ({ session, storage }: Device, { id }: User): boolean =>
  session?.user.id !== id && [...storage.kept.values()].some(({ user }) => user === id);

async function bringBack(world: Simulation, device: Device, user: User): Promise<void> {
  const [tab] = device.tabs;
  if (!tab) return;
  const signedIn = sessionUser(world.server, device.session)
    ? switchPerson(world, device, user)
    : signInOn(world, device, tab, user);
  let isSignedIn = false;
  void signedIn.then(() => {
    isSignedIn = true;
  });
  await world.time.pass(patience, () => isSignedIn);
  await rest(world);
}

function isQuiet(world: Simulation): boolean {
  return world.devices.every(({ tabs, storage, session }) => {
    const person = sessionUser(world.server, session)?.id;
    const isSent = ![...storage.kept.values()].some(({ user }) => user === person);
    return isSent && tabs.every((tab) => tab.user === null || isSettled(tab.client));
  });

  function isSettled(client: Device['tabs'][number]['client']): boolean {
    if (client.unsaved.get() > 0) return false;
    return [...world.documents].every(([document, kind]) => {
      const view = client.open(kind, world.team, document).get();
      return view.state === 'ready' ? view.pending === 0 : view.state === 'gone';
    });
  }
}

function keepViews(world: Simulation): void {
  world.lastTabs = world.devices.flatMap(({ tabs }) => tabs);
  for (const tab of world.lastTabs) {
    for (const [document, kind] of world.documents) {
      tab.lastViews.set(document, tab.client.open(kind, world.team, document).get());
    }
  }
}
