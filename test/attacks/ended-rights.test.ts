import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmSecondFactor, startSecondFactor } from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { fromMinutes } from '../../domain/time/clock-time.ts';
import { buildLayout, buildShift } from '../builders.ts';
import { eventually } from '../eventually.ts';
import { type CalendarStandIn, runCalendar } from '../providers/calendar.ts';
import { type PushService, runPushService } from '../providers/push-service.ts';
import { outgoingEnv } from '../providers/stand-in.ts';
import { codeOf } from '../servers/authenticators.ts';
import { person, type RunningServer, runServer, visit } from '../servers/running-server.ts';
import {
  dana,
  dateAt,
  minuteAt,
  must,
  openStore,
  type RightsStore,
  signUp,
  type Terms,
} from './rights-store.ts';
import { type Ending, endings, endingsByTime } from './rights-table.ts';
import { type Act, type OpenWayIn, waysIn } from './ways-in.ts';

type Name = keyof typeof waysIn;
const names = Object.keys(waysIn) as Name[];

let folder: string;
let calendar: CalendarStandIn;
let push: PushService;
let server: RunningServer;
let time = Date.parse('2026-11-21T12:00:00-05:00');
const owner = new Map<string, string>();
const strangers = [new Map<string, string>(), new Map<string, string>()];

const minutesPass = (minutes: number) => {
  time += minutes * 60_000;
};
const start = async () => {
  const env = { ...outgoingEnv(calendar), PUSH_ALLOW: push.host };
  server = await runServer({ dataDir: folder, now: () => time, env });
};
/** By the title of what ends in them. */
type Stores = Map<string, RightsStore>;
type Told = ReadonlyMap<string, readonly Act[]>;
type Used = Map<Name, readonly Act[]>;

/** What Dana's browser of each team is told of two breaks that are due, one of them her own. */
async function tell(stores: Stores, phase: string): Promise<Told> {
  const from = push.received.length;
  const date = dateAt(time);
  // One is due after five hours.
  const begin = minuteAt(time) - 300;
  const startTime = fromMinutes(begin);
  const shifts = [
    buildShift(`own-${phase}`, startTime, fromMinutes(begin + 540), {
      teamMember: 'Dana Reyes',
      person: dana,
    }),
    buildShift(`other-${phase}`, startTime, fromMinutes(begin + 540), { teamMember: 'Cleo Ruiz' }),
  ];
  const layout = buildLayout({ date, shifts });
  const open: RightsStore[] = [];
  for (const store of stores.values()) {
    const made = await store.ownersChange(`told-${phase}`, { type: 'layout.create', layout });
    if (made.status === 200) open.push(store);
  }
  // What is due is looked for at the start.
  await server.stop();
  await start();
  const toldTo = (who: string) =>
    push.received
      .slice(from)
      .filter(({ path }) => path === `/${who}`)
      .map(({ message }) => (message as { title: string }).title);
  await eventually(() => {
    for (const { number } of open) expect(toldTo(`owner-${number}`)).toHaveLength(2);
  });
  return new Map(
    [...stores].map(([title, { number }]) => {
      const titles = toldTo(`dana-${number}`);
      const own = titles.filter((each) => each === 'Your break is due').length;
      return [
        title,
        [...(own > 0 ? ['own' as const] : []), ...(titles.length > own ? ['others' as const] : [])],
      ];
    }),
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-rights-'));
  calendar = await runCalendar();
  push = await runPushService();
  await start();
  const manager = visit(server.address, owner);
  await signUp(manager, 'Maria');
  const { password } = person('');
  const { secret } = must(await manager.call(startSecondFactor, { body: { password } }));
  const steps = Math.floor(time / 30_000) - Math.floor(Date.now() / 30_000);
  must(await manager.call(confirmSecondFactor, { body: { code: codeOf(secret, steps) } }));
  for (const each of strangers) await signUp(visit(server.address, each), 'Sam');
});

afterAll(async () => {
  await server.stop();
  await push.stop();
  await calendar.stop();
  rmSync(folder, { recursive: true, force: true });
});

const help = {
  get dataDir() {
    return folder;
  },
  minutesPass,
  async newcomer() {
    const visitor = visit(server.address);
    await signUp(visitor, 'Vera');
    return visitor;
  },
  keepOwner: async () => must(await visit(server.address, owner).call(getMe, {})),
};

const sorted = (done: readonly Act[] | undefined) => [...(done ?? [])].sort();

const termsOf = ({ role = 'manager', isLinked = true, isInviteOnce = false }: Ending): Terms => ({
  role,
  isLinked,
  isInviteOnce,
});

/** What ends is used before, and everything after. Each use is compared by a test of its own. */
function checkWaysIn(storeOf: () => RightsStore, ending: Ending): void {
  const { end, ends, apart = {} } = ending;
  const before: Used = new Map();
  const after: Used = new Map();
  const tried = names.filter((name) => waysIn[name].open && !Object.values(apart).flat().includes(name));

  beforeAll(async () => {
    minutesPass(1);
    const store = storeOf();
    const open = new Map<Name, OpenWayIn>();
    for (const name of tried) {
      const wayIn = await waysIn[name].open?.(store);
      if (wayIn) open.set(name, wayIn);
    }
    for (const [name, wayIn] of open) if (ends[name]) before.set(name, await wayIn.use());
    await end(store, help);
    for (const [name, wayIn] of open) after.set(name, await wayIn.use());
    for (const wayIn of open.values()) wayIn.close?.();
  });

  for (const name of tried) testPair(name, ending, () => [before.get(name), after.get(name)]);
}

function testPair(
  name: Name,
  ending: Ending,
  results: () => readonly [before: readonly Act[] | undefined, after: readonly Act[] | undefined],
): void {
  const whole = waysIn[name].whole(termsOf(ending));
  const left = ending.ends[name];
  if (left) {
    test(`[AC40] ${name}: ${left.length === 0 ? 'nothing' : left.join(', ')} is left`, () => {
      const [before, after] = results();
      expect(sorted(before)).toEqual(sorted(whole));
      expect(sorted(after)).toEqual(sorted(left));
      expect(left.length).toBeLessThan(whole.length);
    });
  }
  for (const [reason, kept] of Object.entries(ending.keeps)) {
    if (!kept.includes(name)) continue;
    test(`[AC41] ${name} goes on: ${reason}`, () => {
      expect(sorted(results()[1])).toEqual(sorted(whole));
    });
  }
}

const allEndings = [
  endings,
  ...Object.entries(endingsByTime).map(([title, ending]) => ({ [title]: ending })),
];

/** Each ending has a team of its own. */
function checkAll(group: typeof endings): void {
  const stores: Stores = new Map();
  let before: Told;
  let after: Told;

  beforeAll(async () => {
    const around = {
      address: () => server.address,
      calendar,
      push,
      minutesPass,
      now: () => time,
      owner,
      strangers,
    };
    for (const [title, ending] of Object.entries(group)) {
      stores.set(title, await openStore(around, termsOf(ending)));
    }
    before = await tell(stores, 'before');
  });

  describe.each(Object.entries(group))('%s', (title, ending) =>
    checkWaysIn(() => stores.get(title) as RightsStore, ending),
  );

  describe('what browsers are told after that', () => {
    beforeAll(async () => {
      after = await tell(stores, 'after');
    });
    describe.each(Object.entries(group))('%s', (title, ending) =>
      testPair('notification', ending, () => [before.get(title), after.get(title)]),
    );
  });
}

test('[AC40] the table has each way in once, whatever ends', () => {
  for (const [title, { ends, keeps, apart = {} }] of allEndings.flatMap(Object.entries)) {
    const given = [ends, ...Object.values(keeps), ...Object.values(apart)];
    const named = given.flatMap((each) => (Array.isArray(each) ? each : Object.keys(each)));
    expect([title, named.toSorted()]).toEqual([title, names.toSorted()]);
  }
});

describe.each(allEndings.map((group) => [Object.keys(group).length, group] as const))(
  '%i endings',
  (_, group) => checkAll(group),
);
