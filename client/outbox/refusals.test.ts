import { expect, it } from 'vitest';
import { type Opened, openReliableNetwork, team } from '../../test/simulation/reliable-network.ts';

const name = (shift: string, teamMember: string) => ({ type: 'shift.edit', shift, teamMember }) as const;
const rename = { type: 'rotation.edit', rotation: 'lunch', name: 'Noon' } as const;

function openMonday({ client }: Opened) {
  const monday = client.open('layout', team, 'monday');
  monday.subscribe(() => {});
  return monday;
}

it('a page that never hears of a refusal sends that change again, and its later ones come after it', async () => {
  const { time, network, store, open } = await openReliableNetwork({ ann: 'manager', ben: 'manager' });
  const monday = openMonday(open('ann'));
  await time.pass(1_000);
  const { version } = monday.get() as { version: number };
  await store.members.setRole(team, 'ann', 'lead');
  monday.change(rename);
  monday.change(name('ana', 'Anna'));
  await time.pass(7);
  expect(monday.get()).toMatchObject({ pending: 2 });
  network.goDown(0);
  await store.members.setRole(team, 'ann', 'manager');
  await time.pass(1_000);
  network.comeBack(0);
  await time.pass(1_000);
  const changes = await store.documents.changesAfter({ team, document: 'monday' }, version, 10);
  expect(changes.map(({ change }) => change.type)).toEqual(['rotation.edit', 'shift.edit']);
});

it('what is behind a refused change is sent again at once, in order', async () => {
  const { time, network, store, open } = await openReliableNetwork({ ann: 'manager', ben: 'manager' });
  const [ann, ben] = [open('ann'), open('ben')];
  const [monday, bens] = [openMonday(ann), openMonday(ben)];
  const told: string[] = [];
  ann.client.refused.on(({ change }) => told.push(change.type));
  await time.pass(1_000);
  network.goDown(0);
  bens.change({ type: 'shift.delete', shift: 'ana' });
  await time.pass(1_000);
  for (const each of ['1', '2', '3']) {
    monday.change(name('ana', each));
    monday.change(name('bo', each));
  }
  network.comeBack(0);
  await time.pass(900);
  expect(told).toHaveLength(3);
  expect(ann.client.unsaved.get()).toBe(0);
  const changes = await store.documents.changesAfter({ team, document: 'monday' }, 0, 100);
  expect(changes.slice(-3).map(({ change }) => change)).toMatchObject(
    ['1', '2', '3'].map((each) => name('bo', each)),
  );
});

it('changes that are too many at once wait until the server takes them', async () => {
  const { time, network, store, open } = await openReliableNetwork({ ann: 'manager' });
  const ann = open('ann');
  const own = ann.client.open('team', team, team);
  own.subscribe(() => {});
  const told: string[] = [];
  ann.client.refused.on(({ problem }) => told.push(problem.code));
  await time.pass(1_000);
  network.goDown(0);
  const minutes = Array.from({ length: 25 }, (_, index) => 60 + index);
  for (const breakMinMinutes of minutes)
    own.change({ type: 'team.breaks', breakMinMinutes, breakTimerMinutes: 30 });
  network.comeBack(0);
  await time.pass(20_000);
  expect(told).toEqual([]);
  const changes = await store.documents.changesAfter({ team, document: team }, 1, 100);
  expect(changes.map(({ change }) => change)).toMatchObject(
    minutes.map((breakMinMinutes) => ({ breakMinMinutes })),
  );
});
