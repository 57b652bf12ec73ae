import { expect, test } from 'vitest';
import { createTeam, rename } from '../../test/stores/team-fixture.ts';
import type { DocumentCommit } from './document-store.ts';
import type { DatabaseStore, StoredPin } from './store.ts';

const MINUTE = 60_000;

const aPin = (person: string, given: Partial<StoredPin> = {}): StoredPin => ({
  ...{ team: 'harbor', person, hash: `hash of ${person}`, role: 'viewer', stamp: 'one', setAt: 1 },
  ...given,
});
const at = (person: string, device = 'tablet') => ({ team: 'harbor', device, person });

/** `nodes`: stores of one database, of which each may be asked. */
export function pinsContract({
  nodes,
  reopen,
}: {
  nodes: () => readonly [DatabaseStore, ...DatabaseStore[]];
  reopen: () => Promise<void>;
}): void {
  const store = () => nodes()[0];
  const manage = () => store().members.add({ team: 'harbor', user: 'ann', role: 'manager', joinedAt: 1 });
  const set = (pin: StoredPin, limit = 9, ids: readonly string[] = [pin.person]) =>
    store().pins.set(pin, { ids, by: 'ann', limit });
  const people = async () => (await store().pins.ofTeam('harbor')).map(({ person }) => person);

  test('[PIN1] a manager sets PINs, so many for a team, and takes them away', async () => {
    const { pins, documents } = store();
    expect(await set(aPin('eve'))).toBe('not-allowed');
    await documents.commit([createTeam]);
    await manage();
    expect(await set(aPin('eve'))).toBe('set');
    expect(await set(aPin('max'), 1)).toBe('too-many');
    expect(await set(aPin('eve', { hash: 'other', role: 'lead', stamp: 'two', setAt: 2 }), 1)).toBe('set');
    const now = aPin('eve', { hash: 'other', role: 'lead', stamp: 'two', setAt: 2 });
    expect(await pins.find('harbor', ['eve'])).toEqual(now);
    expect(await pins.find('harbor', ['max', 'eve'])).toEqual(now);
    expect(await pins.find('pier', ['eve'])).toBeNull();
    expect(await pins.replace(aPin('eve'), { hash: 'late', setAt: 3 })).toBe(false);
    expect(await pins.replace(now, { hash: 'own', setAt: 3 })).toBe(true);
    expect(await pins.find('harbor', ['eve'])).toEqual({ ...now, hash: 'own', setAt: 3 });
    await set(aPin('max'));
    await pins.remove('harbor', ['max', 'nobody']);
    expect(await people()).toEqual(['eve']);
    await set(aPin('max'));
    expect(await set(aPin('eve'), 1, ['eve', 'max'])).toBe('set');
    expect(await people()).toEqual(['eve']);
    await documents.deleteTeam('harbor');
    expect(await people()).toEqual([]);
  });

  test('[PIN40] PINs change in the commit of the crew, or not at all', async () => {
    const { pins, documents } = store();
    await documents.commit([createTeam]);
    await manage();
    for (const person of ['eve', 'fay', 'max', 'zoe']) await set(aPin(person, { role: 'lead' }));
    const changed = [
      { person: 'eve', role: 'viewer', stamp: 'two' },
      { person: 'fay', role: 'viewer', stamp: null },
      { person: 'max', role: null, stamp: null },
      ...['“nobody”', 'no\0body', 'no\ud83dbody'].map(
        (person) => ({ person, role: 'viewer', stamp: 'two' }) as const,
      ),
    ] satisfies DocumentCommit['pins'];
    const stored = async () =>
      (await pins.ofTeam('harbor')).map(({ person, role, stamp }) => `${person} ${role} ${stamp}`);
    await expect(documents.commit([{ ...rename(7), pins: changed }])).rejects.toThrow();
    expect(await stored()).toEqual(['eve lead one', 'fay lead one', 'max lead one', 'zoe lead one']);
    await documents.commit([{ ...rename(1), pins: changed }]);
    expect(await stored()).toEqual(['eve viewer two', 'fay viewer one', 'zoe lead one']);
  });

  test('[PIN4] of tries at once as many are allowed as one after the other, also after a restart', async () => {
    const tryAll = async (count: number, now: number, of = at('eve')) => {
      const each = (_: unknown, index: number) =>
        (nodes()[index % nodes().length] ?? store()).pins.startTry(of, now);
      const all = await Promise.all(Array.from({ length: count }, each));
      return all.filter(({ isAllowed }) => isAllowed).length;
    };
    expect(await tryAll(9, MINUTE)).toBe(5);
    expect(await tryAll(9, MINUTE, at('eve', 'other'))).toBe(5);
    expect(await tryAll(3, MINUTE, at('max'))).toBe(3);
    await reopen();
    expect(await store().pins.startTry(at('eve'), 2 * MINUTE - 1)).toEqual({ isAllowed: false, wait: 1 });
    expect(await tryAll(9, 2 * MINUTE)).toBe(5);
    await store().pins.wasRight(at('eve'));
    expect(await tryAll(9, 2 * MINUTE)).toBe(5);
    expect(await tryAll(9, 3 * MINUTE)).toBe(5);
    await reopen();
    // 19 of the day were wrong
    expect(await tryAll(9, 60 * MINUTE)).toBe(1);
    expect(await store().pins.startTry(at('eve'), 999 * MINUTE)).toEqual({ isAllowed: false, wait: null });
    expect(await store().pins.lockedOf('harbor', 999 * MINUTE)).toEqual(new Set(['eve']));
    expect(await store().pins.lockedOf('harbor', 999 * MINUTE, 'other')).toEqual(new Set());
    await store().pins.allowTries('harbor', ['eve']);
    expect(await tryAll(9, 999 * MINUTE)).toBe(5);
  });

  test('[PIN43] of tries of several people at once, a device takes as many as one after the other', async () => {
    const tryAll = (now: number, device: string) =>
      Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (nodes()[index % nodes().length] ?? store()).pins.startTry(at(`p${index % 10}`, device), now),
        ),
      );
    const allowed = async (now: number, device = 'tablet') =>
      (await tryAll(now, device)).filter(({ isAllowed }) => isAllowed).length;
    expect(await allowed(MINUTE)).toBe(30);
    await reopen();
    expect(await allowed(MINUTE, 'other')).toBe(30);
    expect(await allowed(15 * MINUTE)).toBe(0);
    expect(await allowed(16 * MINUTE)).toBe(1);
    expect(await store().pins.lockedOf('harbor', 16 * MINUTE)).toEqual(new Set());
  });

  test('[PIN4] another PIN may be tried at once', async () => {
    await manage();
    for (let count = 0; count < 5; count++) await store().pins.startTry(at('eve'), MINUTE);
    expect((await store().pins.startTry(at('eve'), MINUTE)).isAllowed).toBe(false);
    await set(aPin('eve'));
    expect((await store().pins.startTry(at('eve'), MINUTE)).isAllowed).toBe(true);
  });
}
