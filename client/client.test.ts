import { describe, expect, it } from 'vitest';
import { signIn } from '../contract/account.ts';
import { buildLayout } from '../test/builders.ts';
import { type Opened, openReliableNetwork, serverStart, team } from '../test/simulation/reliable-network.ts';
import { memoryOutbox } from '../test/stores/memory-outbox.ts';
import { signOut } from './calls/sign-in.ts';

/** Unlike a new name, it says nothing about who works the shift, which the server would add. */
const note = (text: string) => ({ type: 'shift.edit', shift: 'ana', note: text }) as const;
const rename = (name: string) => ({ type: 'shift.edit', shift: 'ana', teamMember: name }) as const;
const openMonday = ({ client }: Opened) => client.open('layout', team, 'monday');

/** The layout on an open page. */
function watchMonday(page: Opened) {
  const monday = openMonday(page);
  return { monday, leave: monday.subscribe(() => {}) };
}

function nameOnBoard(page: Opened): string | undefined {
  const view = openMonday(page).get();
  return view.state === 'ready' ? view.body.shifts.find(({ id }) => id === 'ana')?.teamMember : view.state;
}

const typesSent = (page: Opened) => page.sent.map(({ type }) => type);

describe('a change', () => {
  it('shows at once here, and soon on other pages', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager', ben: 'manager' });
    const [one, other] = [open('ann'), open('ben')];
    for (const page of [one, other]) watchMonday(page);
    await time.pass(1_000);
    openMonday(one).change(rename('Anna'));
    expect(nameOnBoard(one)).toBe('Anna');
    expect(openMonday(one).get()).toMatchObject({ version: 1, pending: 1 });
    await time.pass(100);
    expect(nameOnBoard(other)).toBe('Anna');
    expect(openMonday(one).get()).toMatchObject({ version: 2, pending: 0 });
  });

  it('does not make the board be drawn again when it is confirmed', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    const { monday } = watchMonday(page);
    await time.pass(1_000);
    const before = monday.get();
    monday.change(note('Anna'));
    const shown = monday.get();
    await time.pass(1_000);
    const confirmed = monday.get();
    if (before.state !== 'ready' || shown.state !== 'ready' || confirmed.state !== 'ready') throw new Error();
    expect(confirmed.body).toBe(shown.body);
    expect(shown.body.rotations).toBe(before.body.rotations);
    expect(shown.body.shifts[1]).toBe(before.body.shifts[1]);
  });

  it('tells nobody of a board that stays as it is', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    const { monday } = watchMonday(page);
    await time.pass(1_000);
    const before = monday.get();
    page.client.refold();
    expect(monday.get()).toBe(before);
  });

  it('[AC2] [AC3] is refused before it is sent when the role does not allow it', async () => {
    const { time, open } = await openReliableNetwork({ lea: 'lead', vic: 'viewer' });
    const [lead, viewer] = [open('lea'), open('vic')];
    for (const page of [lead, viewer]) watchMonday(page);
    await time.pass(1_000);
    const notAllowed = { ok: false, problem: { code: 'not-allowed' } };
    expect(openMonday(lead).change({ type: 'layout.area', area: 'Drive' })).toEqual(notAllowed);
    expect(openMonday(viewer).change(rename('Anna'))).toEqual(notAllowed);
    expect(openMonday(lead).change(rename('Anna')).ok).toBe(true);
    expect(typesSent(viewer)).not.toContain('change');
    expect(typesSent(lead).filter((type) => type === 'change')).toHaveLength(1);
  });

  it('that the server cannot store now stays shown, and is sent again', async () => {
    let isFull = true;
    const { time, open } = await openReliableNetwork(
      { ann: 'manager', ben: 'manager' },
      {
        toServer: (message) => (message.type === 'change' && isFull ? [{ type: 'ping' }] : [message]),
        toClient: (message, page) => {
          const asked = one.sent.find((each) => each.type === 'change');
          if (message.type !== 'pong' || page !== 0 || asked?.type !== 'change') return [message];
          const { team, document, id } = asked;
          return [{ type: 'refused', team, document, id, problem: { code: 'storage-failed' } }];
        },
      },
    );
    const [one, other] = [open('ann'), open('ben')];
    for (const page of [one, other]) watchMonday(page);
    await time.pass(1_000);
    openMonday(one).change(rename('Anna'));
    await time.pass(5_000);
    expect(nameOnBoard(one)).toBe('Anna');
    expect(openMonday(one).get()).toMatchObject({ version: 1, pending: 1 });
    isFull = false;
    await time.pass(5_000);
    expect(nameOnBoard(other)).toBe('Anna');
    expect(openMonday(one).get()).toMatchObject({ version: 2, pending: 0 });
  });

  it('is refused before it is sent when a rule does not allow it', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    const { monday } = watchMonday(page);
    await time.pass(1_000);
    expect(monday.change(rename(' '))).toMatchObject({ ok: false, problem: { code: 'name-missing' } });
    for (const letters of [101, 900, 10_000]) {
      const { ok, problem } = monday.change(rename('x'.repeat(letters))) as {
        ok: boolean;
        problem?: unknown;
      };
      expect([ok, problem], `${letters}`).toMatchObject([false, { code: 'name-too-long' }]);
    }
    expect(typesSent(page)).not.toContain('change');
    expect(monday.get()).toMatchObject({ pending: 0 });
  });

  it('[IN1] can be taken back by what it answers', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    const { monday } = watchMonday(page);
    await time.pass(1_000);
    const made = monday.change(rename('Anna'));
    if (!made.ok || !made.value.undo) throw new Error();
    monday.change(made.value.undo);
    await time.pass(1_000);
    expect(nameOnBoard(page)).toBe('ana');
  });

  it('that the server refuses is removed from the board and reported', async () => {
    const { time, network, open } = await openReliableNetwork({ ann: 'manager', ben: 'manager' });
    const [ann, ben] = [open('ann'), open('ben')];
    for (const page of [ann, ben]) watchMonday(page);
    const told: string[] = [];
    ann.client.refused.on(({ id, document, change, problem }) =>
      told.push(`${id} ${document} ${change.type} ${problem.code}`),
    );
    await time.pass(1_000);
    network.goDown(0);
    openMonday(ben).change({ type: 'shift.delete', shift: 'ana' });
    const made = openMonday(ann).change(rename('Anna'));
    expect(nameOnBoard(ann)).toBe('Anna');
    await time.pass(1_000);
    network.comeBack(0);
    await time.pass(1_000);
    expect(nameOnBoard(ann)).toBeUndefined();
    expect(told).toEqual([`${made.ok && made.value.id} monday shift.edit shift-missing`]);
    expect(openMonday(ann).get()).toMatchObject({ pending: 0 });
  });

  it('made without a network is sent when it is back, once and in order', async () => {
    const { time, network, store, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    const { monday } = watchMonday(page);
    await time.pass(1_000);
    network.goDown(0);
    await time.pass(20_000);
    expect(page.client.connection.get()).toBe('offline');
    for (const text of ['One', 'Two', 'Three']) monday.change(note(text));
    expect(monday.get()).toMatchObject({ pending: 3 });
    network.comeBack(0);
    await time.pass(1_000);
    const history = await store.documents.changesAfter({ team, document: 'monday' }, 1, 10);
    expect(history.map(({ change }) => change)).toEqual([note('One'), note('Two'), note('Three')]);
    expect(monday.get()).toMatchObject({ pending: 0, version: 4 });
  });

  it('of more than a hundred that wait, all are sent, and the board comes back', async () => {
    const { time, network, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    const { monday } = watchMonday(page);
    await time.pass(1_000);
    network.goDown(0);
    await time.pass(20_000);
    for (let nth = 0; nth < 120; nth++) monday.change(note(`${nth}`));
    network.comeBack(0);
    await time.pass(10_000);
    expect(monday.get()).toMatchObject({ pending: 0, version: 121 });
  });

  it('keeps its order and its ids over a reload of the page', async () => {
    const { time, network, store, open } = await openReliableNetwork({ ann: 'manager' });
    const storage = memoryOutbox();
    const before = open('ann', { storage });
    watchMonday(before);
    await time.pass(1_000);
    network.goDown(0);
    for (const name of ['One', 'Two']) openMonday(before).change(rename(name));
    const ids = (await storage.waiting('ann')).map(({ id }) => id);
    before.client.close();
    open('ann', { storage });
    await time.pass(1_000);
    const history = await store.documents.changesAfter({ team, document: 'monday' }, 1, 10);
    expect(history.map(({ id }) => id)).toEqual(ids);
    expect(await storage.waiting('ann')).toEqual([]);
  });
});

describe('a document', () => {
  it('is watched while somebody looks, and for 30 seconds after', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    await time.pass(1_000);
    expect(typesSent(page)).not.toContain('watch');
    watchMonday(page).leave();
    await time.pass(20_000);
    const { leave } = watchMonday(page);
    await time.pass(60_000);
    expect(typesSent(page).filter((type) => type === 'watch')).toHaveLength(1);
    expect(typesSent(page)).not.toContain('unwatch');
    leave();
    await time.pass(31_000);
    expect(typesSent(page)).toContain('unwatch');
  });

  it('made here opens at once, with no network, and is there for all when it is back', async () => {
    const { time, network, open } = await openReliableNetwork({ ann: 'manager', ben: 'manager' });
    const [ann, ben] = [open('ann'), open('ben')];
    await time.pass(1_000);
    network.goDown(0);
    const made = ann.client.create(team, { type: 'layout.create', layout: buildLayout() });
    if (!made.ok) throw new Error();
    expect(made.value).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const copies = [ann, ben].map(({ client }) => client.open('layout', team, made.value));
    for (const copy of copies) copy.subscribe(() => {});
    expect(copies[0]?.get()).toMatchObject({ state: 'ready', version: 0, pending: 1 });
    await time.pass(1_000);
    expect(copies[1]?.get()).toEqual({ state: 'gone', why: 'missing' });
    network.comeBack(0);
    await time.pass(1_000);
    for (const copy of copies) expect(copy.get()).toMatchObject({ state: 'ready', version: 1, pending: 0 });
  });

  it('of another kind than asked for does not exist', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const { client } = open('ann');
    await time.pass(1_000);
    const template = client.open('template', team, 'monday');
    template.subscribe(() => {});
    await time.pass(1_000);
    expect(template.get()).toEqual({ state: 'gone', why: 'missing' });
    const layout = client.open('layout', team, 'monday');
    layout.subscribe(() => {});
    await time.pass(1_000);
    expect(layout.get()).toMatchObject({ state: 'ready' });
  });

  it('with an id that none can have does not exist, and the server is not asked for it', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    const odd = page.client.open('layout', team, '../odd');
    odd.subscribe(() => {});
    await time.pass(1_000);
    expect(odd.get()).toEqual({ state: 'gone', why: 'missing' });
    expect(typesSent(page)).not.toContain('watch');
    expect(page.client.connection.get()).toBe('online');
  });

  it('of another team looks the same as one that does not exist', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const { client } = open('ann');
    await time.pass(1_000);
    const foreign = client.open('layout', 'south', 'monday');
    foreign.subscribe(() => {});
    await time.pass(1_000);
    expect(foreign.get()).toEqual({ state: 'gone', why: 'not-a-member' });
  });

  it('that is the chosen layout and does not exist is no longer chosen', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const { client, memory } = open('ann');
    await time.pass(1_000);
    client.choices.chooseLayout('never');
    client.open('layout', team, 'never').subscribe(() => {});
    await time.pass(1_000);
    expect(client.choices.layout.get()).toBeNull();
    expect(memory.has('selectedLayout')).toBe(false);
    expect(client.choices.lost.get()).toEqual({ why: 'layout-missing' });
  });
});

describe('a person', () => {
  it('is known to be absent without a connection', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open(null);
    await time.pass(20_000);
    expect(page.client.me.get()).toEqual({ user: null, teams: [] });
    expect(page.sent).toEqual([]);
    expect(page.client.connection.get()).toBe('online');
  });

  it('sees and sends nothing of the person who was signed in before', async () => {
    const { time, network, store, open } = await openReliableNetwork({ ann: 'manager', ben: 'manager' });
    const storage = memoryOutbox();
    const page = open('ann', { storage });
    const { monday } = watchMonday(page);
    await time.pass(1_000);
    network.goDown(0);
    monday.change(rename('Hers'));
    page.become('ben');
    network.comeBack(0);
    await time.pass(5_000);
    expect(page.client.me.get()?.user?.id).toBe('ben');
    expect(monday.get()).toEqual({ state: 'gone', why: 'signed-out' });
    watchMonday(page);
    await time.pass(5_000);
    expect(nameOnBoard(page)).toBe('ana');
    expect(await store.documents.changesAfter({ team, document: 'monday' }, 1, 10)).toEqual([]);
    expect(await storage.waiting('ann')).toHaveLength(1);
    expect(await storage.waiting('ben')).toEqual([]);
  });

  it('keeps watching when the screens of the previous person are gone', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager', ben: 'manager' });
    const [page, other] = [open('ann'), open('ann')];
    const { leave } = watchMonday(page);
    watchMonday(other);
    await time.pass(1_000);
    page.become('ben');
    await page.client.changeUser(signIn, { body: { email: '', password: '' } });
    leave();
    watchMonday(page);
    await time.pass(40_000);
    openMonday(other).change(rename('Anna'));
    await time.pass(1_000);
    expect(nameOnBoard(page)).toBe('Anna');
  });

  it('leaves nothing on the page after signing out', async () => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const page = open('ann');
    const { monday } = watchMonday(page);
    await time.pass(1_000);
    page.client.choices.chooseLayout('monday');
    await signOut(page.client);
    expect(page.client.me.get()?.user).toBeNull();
    expect(monday.get()).toEqual({ state: 'gone', why: 'signed-out' });
    expect([...page.memory.keys()], 'that somebody was here, not who').toEqual(['signedInBefore']);
    const heard = page.sent.length;
    await time.pass(30_000);
    expect(page.sent).toHaveLength(heard);
  });
});

describe('changes that are encrypted', () => {
  it('ask for their keys every two seconds, however often the connection was lost', async () => {
    const { time, network, open } = await openReliableNetwork({ ann: 'manager' });
    const sealed = { user: 'ann', id: 'one', sealed: '' };
    const storage = { ...memoryOutbox(), waiting: async () => [sealed] };
    const { asked } = open('ann', { storage });
    await time.pass(1_000);
    for (let count = 0; count < 5; count++) {
      network.goDown(0);
      network.comeBack(0);
      await time.pass(300);
    }
    const before = asked.length;
    await time.pass(20_000);
    expect(asked.slice(before)).toEqual(Array(10).fill('/api/account/outbox-keys?user=ann'));
  });
});

describe('time', () => {
  it.each([-86_400_000, 0, 86_400_000])('is the server’s on a device %i ms off', async (clockError) => {
    const { time, open } = await openReliableNetwork({ ann: 'manager' });
    const { client } = open('ann', { clockError });
    await time.pass(30_000);
    expect(Math.abs(client.now() - (serverStart + time.now))).toBeLessThan(50);
  });
});
