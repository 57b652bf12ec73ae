import { describe, expect, it } from 'vitest';
import type { DocumentBody } from '../../domain/change/change.ts';
import { type Opened, openReliableNetwork, team } from '../../test/simulation/reliable-network.ts';

function watchMonday({ client }: Opened) {
  const monday = client.open('layout', team, 'monday');
  monday.subscribe(() => {});
  return monday;
}

describe('a document', () => {
  it('[CH33] that the server cannot load is asked for again after a while, and shown when it can', async () => {
    let isBroken = true;
    const { time, open } = await openReliableNetwork(
      { ann: 'manager' },
      {
        toClient: (message) =>
          isBroken && message.type === 'snapshot' && message.document === 'monday'
            ? [{ type: 'gone', team, document: 'monday', why: 'unreadable' }]
            : [message],
      },
    );
    const page = open('ann');
    await time.pass(100);
    page.client.choices.chooseTeam(team);
    page.client.choices.chooseLayout('monday');
    const monday = watchMonday(page);
    await time.pass(5_000);
    expect(monday.get()).toEqual({ state: 'gone', why: 'unreadable' });
    expect(page.client.choices.layout.get()).toBe('monday');
    isBroken = false;
    await time.pass(10_000);
    expect(monday.get()).toMatchObject({ state: 'ready', version: 1 });
  });

  it('[CH33] with a body from before a stricter rule is shown as one that cannot be loaded', async () => {
    const tooNew = { kind: 'layout', date: 'some day' } as unknown as DocumentBody;
    const { time, open } = await openReliableNetwork(
      { ann: 'manager' },
      { toClient: (message) => [message.type === 'snapshot' ? { ...message, body: tooNew } : message] },
    );
    const page = open('ann');
    const monday = watchMonday(page);
    await time.pass(1_000);
    expect(monday.get()).toEqual({ state: 'gone', why: 'unreadable' });
  });
});
