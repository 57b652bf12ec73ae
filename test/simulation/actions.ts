import { apply, type Change } from '../../domain/change/change.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import { isSame } from '../../domain/change/same.ts';
import type { Notes } from '../../domain/notes/notes.ts';
import { buildLayout, buildTemplate } from '../builders.ts';
import type { Device, Tab } from './device.ts';
import { afterDeletion, randomChange } from './random-changes.ts';
import { signInOn, switchPerson } from './sign-ins.ts';
import type { Simulation } from './simulation.ts';
import type { CommitFate, StoreCopy } from './unreliable-store.ts';

/** How often each thing happens. 250 steps make about 130 changes. */
const weights = {
  change: 800,
  create: 8,
  leave: 20,
  reload: 12,
  killTab: 14,
  openTab: 14,
  reloadAtAnswer: 8,
  rollBack: 3,
  restartDevice: 4,
  fillDisk: 3,
  cut: 30,
  hang: 12,
  goDown: 18,
  sleep: 6,
  jump: 6,
  restartServer: 5,
  killServer: 6,
  failStore: 8,
  loseCommitAnswer: 6,
  switchPerson: 16,
  changeRole: 9,
  backUp: 4,
  restore: 3,
};

const actions: Record<keyof typeof weights, (world: Simulation, device: Device) => void | Promise<void>> = {
  change,
  create,
  leave,
  reload: (world, device) => reopen(world, device, 'close'),
  killTab: (world, device) => {
    const tab = world.random.pick(device.tabs);
    if (tab) world.endTab(tab, world.random.happens(0.7) ? 'kill' : 'close');
  },
  openTab: (world, device) => {
    if (device.tabs.length < 2) world.openTab(device);
  },
  reloadAtAnswer,
  rollBack,
  restartDevice: (world, device) => {
    world.trace(`device ${device.index} loses its power`);
    device.storage.loseRest();
    for (const tab of [...device.tabs]) world.endTab(tab, 'power cut');
    world.time.after(world.random.between(10, 50) * 100, () => {
      if (device.tabs.length === 0) world.openTab(device);
    });
  },
  fillDisk: (world, { storage }) =>
    lasting(world, 3_000, (isFull) => {
      storage.isFull = isFull;
    }),
  cut: ({ network }, { index }) => network.cut(index),
  hang: ({ network }, { index }) => network.hang(index),
  goDown: (world, { index }) =>
    lasting(world, 10_000, (isDown) => world.network[isDown ? 'goDown' : 'comeBack'](index)),
  sleep,
  jump: ({ random }, { clock, tabs }) => {
    const gained = clock.jump(random.between(-86_400_000, 86_400_000));
    // A page cannot tell a jump forward from a sleep until the server answers.
    if (gained > 0) for (const tab of tabs) tab.knowsTime = false;
  },
  restartServer: (world) => {
    world.trace('the server restarts');
    void world.server.restart();
  },
  killServer: (world) => {
    const fate = world.random.pick<CommitFate | 'now'>(['killed before', 'killed after', 'now']) ?? 'now';
    if (fate === 'now') world.killServer();
    else world.store.nextCommit = fate;
  },
  failStore: (world) =>
    lasting(world, 8_000, (isFailing) => {
      world.store.isFailing = isFailing;
    }),
  loseCommitAnswer: ({ store }) => {
    store.nextCommit = 'answer lost';
  },
  switchPerson: (world, device) => {
    const { random } = world;
    // Most people who take turns have a board open in several tabs.
    const shared = world.devices.filter(({ tabs }) => tabs.length > 1);
    const left = (random.happens(0.7) && random.pick(shared)) || device;
    const others = world.people.filter(({ id }) => id !== left.session?.user.id);
    const user = random.pick(others);
    if (user) void switchPerson(world, left, user);
  },
  changeRole,
  backUp: async (world) => {
    world.trace('the store is backed up');
    copies.set(world, await world.store.copy());
  },
  restore: async (world) => {
    const copy = copies.get(world);
    if (!copy || !world.canRestore) return;
    const epoch = world.random.happens(0.5) ? world.store.contents.epoch : `epoch-${world.time.now}`;
    await world.restore(copy, epoch);
  },
};

const copies = new WeakMap<Simulation, StoreCopy>();

/** One thing happens. */
export async function takeStep(world: Simulation): Promise<void> {
  const awake = world.devices.filter(({ clock }) => !clock.isAsleep);
  const device = world.random.pick(awake);
  if (!device) return;
  const action = world.random.pickWeighted(weights);
  if (action !== 'change') world.trace(`${action} on device ${device.index}`);
  await actions[action](world, device);
  for (const tab of device.tabs) checkTab(world, tab);
}

/** Something begins, and ends after a while. */
function lasting({ time, random }: Simulation, longest: number, set: (isOn: boolean) => void): void {
  set(true);
  time.after(random.between(1, longest / 100) * 100, () => set(false));
}

function change(world: Simulation, device: Device): void {
  const { random, record } = world;
  const tab = random.pick(device.tabs) ?? world.openTab(device);
  const { session } = device;
  // Whoever signed out for nothing signs in again.
  if (tab.user === null && session && random.happens(0.1)) void signInOn(world, device, tab, session.user);
  if (tab.user === null) return;
  const document = random.happens(0.7) ? 'monday' : random.pick([...world.documents.keys()]);
  const kind = document === undefined ? undefined : world.documents.get(document);
  if (document === undefined || kind === undefined) return;
  const copy = tab.client.open(kind, world.team, document);
  const view = copy.get();
  if (
    view.state === 'gone' &&
    view.why === 'deleted' &&
    (kind === 'template' || kind === 'layout') &&
    random.happens(0.3)
  ) {
    const wanted = afterDeletion(kind, random);
    if (!device.storage.cannotRead(wanted)) copy.change(wanted);
  }
  if (view.state !== 'ready') return;
  const { client } = tab;
  const author = {
    random,
    now: client.now(),
    user: tab.user ?? '',
    newId: () => client.newId(),
    newWord: () => `w${world.words++}.`,
    removesWords: world.removesWords,
    notesBase: (shown: Notes) => world.notesBase(document, shown),
  };
  const wanted = randomChange(view.body, author);
  // A page of an older version has no button for it.
  if (device.storage.cannotRead(wanted)) return;
  const made = copy.change(wanted);
  if (made.ok) record.noteWords(document);
  // Undone at once now and then.
  if (made.ok && made.value.undo && random.happens(0.08) && !device.storage.cannotRead(made.value.undo)) {
    const isOfNotes = stepsOf(made.value.undo).some(({ type }) => type === 'notes.edit');
    if (!isOfNotes || world.removesWords) copy.change(made.value.undo);
  }
}

function create(world: Simulation, { tabs, storage }: Device): void {
  const tab = world.random.pick(tabs);
  if (!tab || world.documents.size >= 5) return;
  const change: Change = world.random.happens(0.5)
    ? { type: 'template.create', template: buildTemplate() }
    : { type: 'layout.create', layout: buildLayout({ date: '2027-01-15', breakMinMinutes: 240 }) };
  if (storage.cannotRead(change)) return;
  const made = tab.client.create(world.team, change);
  if (!made.ok) return;
  world.documents.set(made.value, change.type === 'template.create' ? 'template' : 'layout');
  for (const device of world.devices) for (const each of device.tabs) world.watch(each, made.value);
}

function leave(world: Simulation, { tabs }: Device): void {
  const tab = world.random.pick(tabs);
  if (!tab) return;
  const document = world.random.pick([...tab.watched.keys()]) ?? 'monday';
  tab.watched.get(document)?.();
  tab.watched.delete(document);
  world.time.after(world.random.between(0, 400) * 100, () => world.watch(tab, document));
}

function reopen(world: Simulation, device: Device, how: 'close' | 'kill'): void {
  const tab = world.random.pick(device.tabs);
  if (tab) world.endTab(tab, how);
  if (tab) world.openTab(device);
}

/** The tabs end in the moment of an answer, before or after the copy with the change is stored, and open without the server. */
function reloadAtAnswer(world: Simulation, device: Device): void {
  const { time, random, network } = world;
  device.onAnswer = () =>
    time.after(random.between(0, 80) * 5, () => {
      if (device.clock.isAsleep || network.isHealed) return;
      world.trace(`device ${device.index} is cut off and reloads`);
      network.goDown(device.index);
      for (const tab of [...device.tabs]) world.endTab(tab, random.happens(0.5) ? 'close' : 'kill');
      world.openTab(device);
      time.after(random.between(4, 30) * 100, () => network.comeBack(device.index));
    });
}

/** The device gets an older version of the app, which does not know one kind of change, and after a while the newer one. */
function rollBack(world: Simulation, device: Device): void {
  const { time, random, record } = world;
  if (device.storage.unknownKind) return;
  const waiting = [...device.storage.kept.values()].flatMap((each) =>
    'change' in each ? [each.change] : [],
  );
  const kinds = waiting.flatMap(stepsOf).map(({ type }) => type);
  device.storage.unknownKind = random.pick(kinds) ?? 'notes.edit';
  record.unreadable(device.index, (each) => device.storage.cannotRead(each));
  world.trace(`device ${device.index} gets a version without ${device.storage.unknownKind}`);
  reloadAll();
  time.after(random.between(5, 60) * 100, () => rollForward(world, device));

  function reloadAll(): void {
    for (const tab of [...device.tabs]) world.endTab(tab, 'close');
    world.openTab(device);
  }
}

/** The steady clock stops; the wall clock goes on. */
function sleep({ time, random, network }: Simulation, device: Device): void {
  device.clock.sleep();
  const loses = random.happens(0.5);
  if (loses) network.hang(device.index);
  time.after(random.between(5, 200) * 100, () => {
    device.clock.wake();
    // The page comes to the front.
    if (!network.isDown(device.index)) network.comeBack(device.index);
  });
}

/** A person is removed from the team or gets another role, and is a manager again after a while. The first one stays. */
async function changeRole(world: Simulation): Promise<void> {
  const { random, team } = world;
  const person = random.pick(world.people.slice(1));
  if (!person) return;
  const role = random.pick([null, 'lead', 'viewer'] as const) ?? null;
  await setRole(role);
  world.time.after(random.between(5, 60) * 100, () => void setRole('manager'));

  async function setRole(next: 'manager' | 'lead' | 'viewer' | null): Promise<void> {
    const { members } = world.store.contents;
    const user = person?.id ?? '';
    world.trace(`${user} becomes ${next}`);
    if (next === null) await members.remove(team, user);
    else if (!(await members.add({ team, user, role: next, joinedAt: world.now }))) {
      await members.setRole(team, user, next);
    }
    world.record.roles.push({ at: world.now, user, role: next });
    world.server.membershipsChanged(user);
  }
}

/** The newer version of the app is back. */
export function rollForward(world: Simulation, device: Device): void {
  if (!device.storage.unknownKind) return;
  device.storage.unknownKind = null;
  world.trace(`device ${device.index} gets the newer version again`);
  for (const tab of [...device.tabs]) world.endTab(tab, 'close');
  world.openTab(device);
}

/** Timers may be off by this much, in milliseconds. */
const clockTolerance = 1_000;

/** What must hold at any moment. */
function checkTab(world: Simulation, tab: Tab): void {
  const { record, random } = world;
  const { client, device, user } = tab;
  // A clock that was set back hides how long the device slept.
  const isHidden = device.clock.setAt > tab.learnedAt && device.clock.wokeAt > tab.learnedAt;
  if (tab.knowsTime && !isHidden && Math.abs(client.now() - world.now) > clockTolerance) {
    record.violate(`${tab.name} is off by ${client.now() - world.now} ms`);
  }
  for (const waiting of client.unanswered(world.team)) {
    const author = (waiting as { user?: string }).user;
    if (author !== undefined && author !== user) {
      record.violate(`${tab.name} of ${user} shows a change of ${author}`);
    }
  }
  if (user === null) return;
  checkKept(world, tab);
  if (!random.happens(0.15)) return;
  const view = client.open('layout', world.team, 'monday').get();
  if (view.state !== 'ready' || !record.isSettled(tab, 'monday', view.version)) return;
  const committed = world.store.history.bodyAt('monday', view.version);
  if (committed && !isSame(view.body, committed)) {
    record.violate(`${tab.name} shows something else than version ${view.version} of monday`);
  }
}

/** A page that opened without the server shows what was seen last, and each change that was made here since, once. */
function checkKept({ record, store, time, team }: Simulation, tab: Tab): void {
  const { storage, heardAt } = tab.device;
  if (storage.unknownKind || heardAt >= tab.openedAt) return;
  // By then it has loaded what the device has.
  if (time.now - tab.openedAt < 300) return;
  const view = tab.client.open('layout', team, 'monday').get();
  if (view.state !== 'ready' || view.version === 0) return;
  const kept = record.keptAfter(tab, 'monday', view.version);
  let body = store.history.bodyAt('monday', view.version);
  if (!kept || !body) return;
  for (const change of kept) {
    const applied = apply(body, change);
    if (applied.ok) body = applied.value;
  }
  if (!isSame(view.body, body))
    record.violate(
      `${tab.name} opened at version ${view.version} without what was made since, or with it twice`,
    );
}
