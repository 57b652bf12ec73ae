import { expect, test, vi } from 'vitest';
import { signIn } from '../../contract/account.ts';
import type { Change, SingleChange } from '../../domain/change/change.ts';
import { type Opened, openReliableNetwork, team } from '../../test/simulation/reliable-network.ts';
import type { Made } from '../document/document-view.ts';
import { loadPhrases } from '../document/lazy-phrases.ts';
import { undoLimit } from './undo-stack.ts';

await loadPhrases();

const roles = { ann: 'lead', ben: 'manager' } as const;

const monday = ({ client }: Opened) => client.open('layout', team, 'monday');
const note = (text: string, shift = 'ana'): SingleChange => ({ type: 'shift.edit', shift, note: text });
const seat = (shift: string, position: string): SingleChange => ({
  type: 'shift.seat',
  shift,
  rotation: 'lunch',
  position,
  before: null,
});

/** Pages that show the layout. */
async function openPages<Name extends keyof typeof roles>(...names: readonly Name[]) {
  const network = await openReliableNetwork(roles);
  const pages = names.map((name) => network.open(name));
  for (const page of pages) monday(page).subscribe(() => {});
  await network.time.pass(1_000);
  return { ...network, pages: pages as [Opened, ...Opened[]] };
}

function make(page: Opened, change: Change): Made {
  const made = monday(page).change(change);
  if (!made.ok) throw new Error(made.problem.code);
  return made.value;
}
function board(page: Opened) {
  const view = monday(page).get();
  if (view.state !== 'ready') throw new Error(view.state);
  const { shifts, rotations } = view.body;
  const positions = rotations[0]?.subareas[0]?.positions ?? [];
  const on = (position: string) => positions.find(({ id }) => id === position)?.seats.join(' ');
  return {
    notes: Object.fromEntries(shifts.map((shift) => [shift.id, shift.note])),
    till: on('till'),
    grill: on('grill'),
  };
}

test('[UN1] [UN2] the last changes are undone one by one and redone, and every page sees it', async () => {
  const { time, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages;
  const swap = { shift: 'ana', position: 'grill', other: 'bo', otherPosition: 'till' };
  const out = { type: 'shift.out', shift: 'ana', reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
  make(ann, seat('ana', 'till'));
  make(ann, seat('bo', 'grill'));
  make(ann, { type: 'shift.swap', rotation: 'lunch', ...swap });
  make(ann, out);
  await time.pass(100);
  const all = ['|', 'ana|', 'ana|bo', 'bo|ana', 'bo|'];
  const shown = (page: Opened) => `${board(page).till}|${board(page).grill}`;
  expect(shown(ann)).toBe('bo|');
  expect(ann.client.undo.state.get()).toEqual({ undo: 'Marked ana out from 9:00 AM: sick', redo: null });
  for (const before of all.slice(0, -1).reverse()) {
    expect(ann.client.undo.undo()).toMatchObject({ type: 'done' });
    expect(shown(ann)).toBe(before);
  }
  expect(ann.client.undo.undo()).toEqual({ type: 'nothing' });
  await time.pass(100);
  expect(shown(ben as Opened)).toBe('|');
  for (const after of all.slice(1)) {
    expect(ann.client.undo.redo()).toMatchObject({ type: 'done' });
    expect(shown(ann)).toBe(after);
  }
  expect(ann.client.undo.redo()).toEqual({ type: 'nothing' });
  await time.pass(100);
  expect(shown(ben as Opened)).toBe('bo|');
});

test('[UN2] a new change ends redo; [UN1] only the last 50 are kept', async () => {
  const { time, pages } = await openPages('ann');
  const [ann] = pages;
  const early = make(ann, note('early', 'bo'));
  for (let count = 0; count < undoLimit + 5; count++) make(ann, note(`${count}`));
  ann.client.undo.undo();
  expect(ann.client.undo.state.get().redo).not.toBeNull();
  make(ann, note('other'));
  expect(ann.client.undo.state.get().redo).toBeNull();
  let undone = 0;
  while (ann.client.undo.undo().type === 'done') undone += 1;
  expect(undone).toBe(undoLimit);
  await time.pass(1_000);
  expect(board(ann).notes.ana).toBe('4');
  expect(early.takeBack(), 'a message about it can still be open').toMatchObject({ type: 'done' });
});

test('what the page does by itself is nothing to undo', async () => {
  const { time, pages } = await openPages('ben');
  const [ben] = pages;
  const own = ben.client.open('team', team, team);
  own.subscribe(() => {});
  await time.pass(1_000);
  expect(own.change({ type: 'team.columns', columns: { name: 'Crew' } })).toMatchObject({ ok: true });
  expect(ben.client.undo.state.get()).toEqual({ undo: null, redo: null });
});

test('Undo in a message takes back that change, and redo brings it again', async () => {
  const { pages } = await openPages('ann');
  const [ann] = pages;
  const first = make(ann, note('Opens'));
  make(ann, note('Closes', 'bo'));
  expect(first.takeBack()).toMatchObject({ type: 'done', id: first.id });
  expect(board(ann).notes).toEqual({ ana: '', bo: 'Closes' });
  expect(first.takeBack()).toEqual({ type: 'nothing' });
  expect(ann.client.undo.state.get()).toEqual({ undo: 'Changed bo’s note', redo: 'Changed ana’s note' });
  ann.client.undo.redo();
  expect(board(ann).notes).toEqual({ ana: 'Opens', bo: 'Closes' });
});

test('[UN4] what others changed since is not undone over them: it says whose change, and the entry goes', async () => {
  const { time, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  make(ann, seat('bo', 'grill'));
  make(ann, seat('ana', 'till'));
  await time.pass(100);
  make(ben, note('Trains', 'bo'));
  make(ben, seat('ana', 'grill'));
  make(ben, note('Truck', 'ana'));
  await time.pass(100);
  const before = board(ann);
  // the fifth change, after the layout's creation, two by Ann and one by Ben
  expect(ann.client.undo.undo()).toEqual({ type: 'overtaken', team, document: 'monday', version: 5 });
  expect(board(ann)).toEqual(before);
  // what nobody else touched can still be undone, and theirs stays
  expect(ann.client.undo.undo()).toMatchObject({ type: 'done' });
  expect(board(ann)).toMatchObject({ grill: 'ana', notes: { ana: 'Truck', bo: 'Trains' } });
});

test('of 200 changes by others since, it is still said whose it was', async () => {
  const { time, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  make(ann, note('first'));
  make(ann, note('mine', 'bo'));
  await time.pass(100);
  make(ben, note('forgotten', 'bo'));
  make(ben, note('theirs'));
  for (let count = 0; count < 199; count++) make(ben, note(`${count}`, 'ana'));
  await time.pass(5_000);
  expect(ann.client.undo.undo()).toMatchObject({ type: 'overtaken', version: null });
  expect(ann.client.undo.undo()).toMatchObject({ type: 'overtaken', version: 204 });
});

test('[UN4] also when what it was about is gone', async () => {
  const { time, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  make(ann, seat('ana', 'till'));
  make(ann, { type: 'shift.unseat', shift: 'ana', rotation: 'lunch', position: 'till' });
  await time.pass(100);
  make(ben, note('Truck', 'bo'));
  make(ben, { type: 'position.delete', rotation: 'lunch', position: 'till' });
  await time.pass(100);
  expect(ann.client.undo.undo()).toMatchObject({ type: 'overtaken', version: 5 });
});

test('[UN5] an undo made offline is refused by the server when others went on meanwhile', async () => {
  const { time, network, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  const refused: string[] = [];
  ann.client.refused.on(({ problem }) => refused.push(problem.code));
  make(ann, note('Opens'));
  await time.pass(100);
  network.goDown(0);
  await time.pass(100);
  expect(ann.client.undo.undo()).toMatchObject({ type: 'done' });
  expect(board(ann).notes.ana).toBe('');
  make(ben, note('Trains Bo'));
  await time.pass(100);
  network.comeBack(0);
  await time.pass(60_000);
  expect(board(ann).notes.ana).toBe('Trains Bo');
  expect(refused).toEqual(['undo-overtaken']);
  expect(ann.client.undo.state.get()).toEqual({ undo: null, redo: null });
});

test('[UN5] an undo made offline works, and so does the redo after it', async () => {
  const { time, network, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  network.goDown(0);
  make(ann, note('Opens'));
  make(ann, note('Closes', 'bo'));
  ann.client.undo.undo();
  ann.client.undo.undo();
  ann.client.undo.redo();
  network.comeBack(0);
  await time.pass(60_000);
  expect(board(ben).notes).toEqual({ ana: 'Opens', bo: '' });
  expect(ann.client.undo.state.get()).toEqual({ undo: 'Changed ana’s note', redo: 'Changed bo’s note' });
});

test('what the server refused is no longer undone, and its undo neither', async () => {
  const { time, network, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  const refused: string[] = [];
  ann.client.refused.on(({ problem }) => refused.push(problem.code));
  make(ben, seat('ana', 'till'));
  await time.pass(100);
  network.goDown(0);
  await time.pass(100);
  make(ann, seat('ana', 'grill'));
  make(ann, note('Closes', 'bo'));
  const seated = ann.client.undo.state.get();
  expect(seated.undo).toBe('Changed bo’s note');
  make(ben, { type: 'position.delete', rotation: 'lunch', position: 'grill' });
  // what was refused was undone meanwhile, too
  ann.client.undo.undo();
  ann.client.undo.undo();
  make(ben, seat('ana', 'till'));
  await time.pass(100);
  network.comeBack(0);
  await time.pass(60_000);
  expect(refused).toEqual(['position-missing', 'undo-missing']);
  expect(board(ann)).toMatchObject({ till: 'ana', notes: { bo: '' } });
  expect(ann.client.undo.state.get()).toEqual({ undo: null, redo: 'Changed bo’s note' });
});

test('a change that the server put after another’s is undone to what that one left', async () => {
  const { time, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  make(ben, note('Opens'));
  make(ann, note('Closes'));
  await time.pass(100);
  expect(board(ann).notes.ana).toBe('Closes');
  ann.client.undo.undo();
  expect(board(ann).notes.ana).toBe('Opens');
});

test('another person on the page finds nothing to undo', async () => {
  const { time, pages } = await openPages('ann');
  const [ann] = pages;
  make(ann, note('Opens'));
  await time.pass(100);
  ann.become('ben');
  await ann.client.changeUser(signIn, { body: { email: 'ben@x.com', password: 'secret' } });
  await time.pass(100);
  expect(ann.client.me.get()?.user?.id).toBe('ben');
  expect(ann.client.undo.state.get()).toEqual({ undo: null, redo: null });
  expect(ann.client.undo.undo()).toEqual({ type: 'nothing' });
});

/** Ann and Ben seat Ana while neither is connected, and Ann comes back first. */
async function seatOffline() {
  const opened = await openPages('ann', 'ben');
  const { time, network, pages } = opened;
  const [ann, ben] = pages as [Opened, Opened];
  const told: string[] = [];
  const listen = (who: string, { client }: Opened) =>
    client.undo.overruled.on(({ version }) => told.push(`${who} by ${version}`));
  listen('ann', ann);
  listen('ben', ben);
  network.goDown(0);
  network.goDown(1);
  await time.pass(100);
  make(ann, seat('ana', 'till'));
  make(ben, note('Truck', 'bo'));
  make(ben, seat('ana', 'grill'));
  network.comeBack(0);
  await time.pass(60_000);
  return { ...opened, ann, ben, told };
}

test('[OB16] who was first is told when a change that was made offline comes to count instead', async () => {
  const { time, network, ann, ben, told } = await seatOffline();
  expect(board(ann)).toMatchObject({ till: 'ana', grill: '' });
  network.comeBack(1);
  await time.pass(60_000);
  // the layout's creation, Ann's, and the note came before; the note changes nothing of hers
  expect(told).toEqual(['ann by 4']);
  expect([board(ann), board(ben)]).toMatchObject([{ grill: 'ana' }, { grill: 'ana' }]);
});

test('[OB16] also when the one who was first was away meanwhile', async () => {
  const { time, network, ann, told } = await seatOffline();
  network.goDown(0);
  network.comeBack(1);
  await time.pass(60_000);
  expect(told).toEqual([]);
  network.comeBack(0);
  await time.pass(60_000);
  expect(told).toEqual(['ann by 4']);
  expect(board(ann)).toMatchObject({ till: '', grill: 'ana' });
});

test('[OB16] nobody is told of a change by who saw theirs, or of one that does the same', async () => {
  const { time, network, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  const told: unknown[] = [];
  for (const { client } of [ann, ben]) client.undo.overruled.on((by) => told.push(by));
  make(ann, seat('ana', 'till'));
  await time.pass(100);
  make(ben, seat('ana', 'grill'));
  await time.pass(100);
  network.goDown(1);
  await time.pass(100);
  make(ann, seat('bo', 'till'));
  make(ben, seat('bo', 'till'));
  await time.pass(100);
  network.comeBack(1);
  await time.pass(60_000);
  expect(board(ann)).toMatchObject({ till: 'bo', grill: 'ana' });
  expect(told).toEqual([]);
});

test('[PT14] whose plan was overtaken while it waited is told how many of its rows had no effect', async () => {
  const { time, network, pages } = await openPages('ann', 'ben');
  const [ann, ben] = pages as [Opened, Opened];
  const told: string[] = [];
  ann.client.undo.missed.on((count) => told.push(`ann ${count}`));
  ben.client.undo.missed.on((count) => told.push(`ben ${count}`));
  const take = (...rows: readonly [shift: string, position: string][]): SingleChange => ({
    type: 'plan.take',
    seats: rows.map(([shift, position]) => ({ rotation: 'lunch', shift, position, was: null, there: [] })),
    breaks: [],
  });
  network.goDown(1);
  await time.pass(100);
  make(ann, take(['ana', 'till']));
  make(ben, take(['ana', 'grill'], ['bo', 'till']));
  await time.pass(100);
  network.comeBack(1);
  await time.pass(60_000);
  expect(board(ben)).toMatchObject({ till: 'ana', grill: '' });
  expect(told).toEqual(['ben 2']);
});

test('what can be undone is there when the tab is loaded again, for the same person', async () => {
  const { time, pages, open } = await openPages('ann', 'ben');
  const session = new Map<string, string>();
  const before = open('ann', { session });
  monday(before).subscribe(() => {});
  await time.pass(1_000);
  const store = vi.spyOn(session, 'set');
  make(before, note('first'));
  make(before, note('second'));
  before.client.undo.undo();
  await time.pass(0);
  expect(store, 'once the tap is over').toHaveBeenCalledTimes(1);
  await time.pass(100);
  before.client.close();

  const after = open('ann', { session });
  await time.pass(1_000);
  expect(after.client.undo.state.get()).toEqual({ undo: 'Changed ana’s note', redo: 'Changed ana’s note' });
  // its document was not opened since
  expect(after.client.undo.undo()).toMatchObject({ type: 'done' });
  await time.pass(1_000);
  expect(board(pages[0]).notes.ana).toBe('');
  expect(after.client.undo.redo()).toMatchObject({ type: 'done' });
  await time.pass(1_000);
  expect(board(pages[0]).notes.ana).toBe('first');
  after.client.close();

  const other = open('ben', { session });
  await time.pass(1_000);
  expect(other.client.undo.state.get()).toEqual({ undo: null, redo: null });
  expect([...session.values()]).toEqual([]);
});

test('of what is too long for a tab to keep, the latest is there', async () => {
  const { time, open } = await openPages();
  const session = new Map<string, string>();
  const before = open('ann', { session });
  monday(before).subscribe(() => {});
  await time.pass(1_000);
  const lines = Array.from({ length: 5 }, (_, nth) => [{ insert: `${`${nth}`.repeat(40_000)}\n` }]);
  for (const [nth, next] of lines.slice(1).entries())
    make(before, { type: 'notes.edit', base: nth === 0 ? [{ insert: '\n' }] : (lines[nth] ?? []), next });
  await time.pass(1_000);
  before.client.close();

  const after = open('ann', { session });
  await time.pass(1_000);
  let undone = 0;
  while (after.client.undo.undo().type === 'done') undone += 1;
  expect(undone).toBe(3);
});

test('an undo after the tab was loaded again is refused where others went on', async () => {
  const { time, pages, open } = await openPages('ben');
  const session = new Map<string, string>();
  const before = open('ben', { session });
  monday(before).subscribe(() => {});
  await time.pass(1_000);
  make(before, note('mine'));
  await time.pass(100);
  before.client.close();
  make(pages[0], note('theirs'));
  await time.pass(1_000);

  const after = open('ben', { session });
  monday(after).subscribe(() => {});
  await time.pass(1_000);
  expect(after.client.undo.undo()).toMatchObject({ type: 'overtaken' });
  expect(board(after).notes.ana).toBe('theirs');
});
