import { describe, expect, it } from 'vitest';
import { openReliableNetwork, team } from '../../test/simulation/reliable-network.ts';
import { deleteLayout } from '../calls/layouts.ts';

const gone = { state: 'gone', why: 'deleted' };

/** A page that deletes 'monday', and another page that has it chosen and open. */
async function openTwo() {
  const network = await openReliableNetwork({ ann: 'manager', eve: 'manager', lea: 'lead' });
  const [one, other] = [network.open('ann'), network.open('lea')];
  await network.time.pass(1_000);
  for (const { client } of [one, other]) client.choices.chooseLayout('monday');
  const monday = other.client.open('layout', team, 'monday');
  monday.subscribe(() => {});
  await network.time.pass(1_000);
  return { ...network, one, other, monday };
}

describe('a layout that is deleted', () => {
  it('[CH20] disappears for a person who has it open, and returns when that is undone', async () => {
    const { time, one, other, monday } = await openTwo();
    const deleted = deleteLayout(one.client, team, 'monday');
    expect(one.client.choices.layout.get()).toBeNull();
    await time.pass(1_000);
    expect(monday.get()).toEqual(gone);
    expect(other.client.choices.layout.get()).toBeNull();
    expect(other.memory.has('selectedLayout')).toBe(false);
    expect(other.client.choices.lost.get()).toEqual({ why: 'layout-deleted' });
    expect(one.client.choices.lost.get(), 'who deleted it needs no word about it').toBeNull();
    expect(monday.change({ type: 'shift.delete', shift: 'ana' })).toMatchObject({
      problem: { code: 'document-missing' },
    });

    if (deleted.ok) deleted.value();
    expect(one.client.choices.layout.get()).toBe('monday');
    await time.pass(1_000);
    expect(monday.get()).toMatchObject({ state: 'ready', body: { shifts: [{ id: 'ana' }, { id: 'bo' }] } });
    expect(other.client.choices.layout.get(), 'another choice is theirs to make').toBeNull();

    expect(deleteLayout(one.client, team, 'monday').ok).toBe(true);
    await time.pass(1_000);
    one.client.undo.undo();
    expect(one.client.choices.layout.get(), '[LA16] by the Undo of the header').toBe('monday');
    expect(deleteLayout(one.client, team, 'monday').ok).toBe(true);
    one.client.choices.chooseLayout('tuesday');
    one.client.undo.undo();
    expect(one.client.choices.layout.get(), 'what was chosen since stays').toBe('tuesday');
  });

  it('needs not to have been opened, nor a connection', async () => {
    const { time, one, monday, network } = await openTwo();
    network.goDown(0);
    await time.pass(100);
    expect(deleteLayout(one.client, team, 'monday').ok).toBe(true);
    expect(one.client.unanswered(team)).toMatchObject([{ change: { type: 'layout.delete' } }]);
    await time.pass(10_000);
    expect(monday.get().state).toBe('ready');
    network.comeBack(0);
    await time.pass(60_000);
    expect(one.client.unanswered(team)).toEqual([]);
    expect(monday.get()).toEqual(gone);
  });

  it('is no choice when it is chosen once more', async () => {
    const { time, one, other, monday } = await openTwo();
    deleteLayout(one.client, team, 'monday');
    await time.pass(1_000);
    other.client.choices.forgetLost();
    other.client.choices.chooseLayout('monday');
    monday.subscribe(() => {});
    await time.pass(1_000);
    expect(other.client.choices.layout.get()).toBeNull();
    expect(other.client.choices.lost.get()).toEqual({ why: 'layout-deleted' });
  });

  it('is not deleted by who may not, and stays their choice', async () => {
    const { other } = await openTwo();
    expect(deleteLayout(other.client, team, 'monday')).toMatchObject({ problem: { code: 'not-allowed' } });
    expect(other.client.choices.layout.get()).toBe('monday');
  });

  it('that the server refuses is said, and is there again', async () => {
    const { time, one, other, monday, store } = await openTwo();
    const refused: string[] = [];
    one.client.refused.on(({ problem }) => refused.push(problem.code));
    await store.members.setRole(team, 'ann', 'lead');
    deleteLayout(one.client, team, 'monday');
    await time.pass(1_000);
    expect(refused).toEqual(['not-allowed']);
    expect(monday.get().state).toBe('ready');
    expect(other.client.choices.layout.get()).toBe('monday');
  });
});
