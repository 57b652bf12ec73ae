import { expect, test } from 'vitest';
import { createSecurityLog } from './security-log.ts';

test('[SL1] entries are stored after a moment in which there were none', async () => {
  const stored: string[] = [];
  const log = createSecurityLog({
    store: {
      append: async (entries) => void stored.push(...entries.map(({ type }) => type)),
      ofUser: async () => [],
      ofTeam: async () => [],
      all: async () => [],
      removeBefore: async () => {},
    },
    now: Date.now,
    log: { error: () => {} },
  });
  await log.settled();
  await log.record({ type: 'team-created' });
  expect(stored).toEqual(['team-created']);
});
