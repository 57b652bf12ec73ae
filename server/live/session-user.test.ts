import { expect, test } from 'vitest';
import type { Role } from '../../domain/team/user.ts';
import { createSessionUser } from './live-session.ts';

test('the role of a page that was just told its teams is not looked up again, and later it is', async () => {
  let now = 0;
  let stored: Role | null = 'lead';
  let asked = 0;
  const role = async () => {
    asked++;
    return stored;
  };
  const person = { id: 'ann', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
  const user = createSessionUser(
    { user: person, session: 's' },
    {
      members: { role },
      accounts: { isSessionAlive: async () => true },
      onSignedOut: async () => {},
      clock: () => now,
    },
  );
  expect(await user.roleIn('north')).toBe('lead');
  expect(asked).toBe(1);
  user.setTeams([{ id: 'north', name: 'North', role: 'lead' }]);
  expect(await user.roleIn('north')).toBe('lead');
  expect(asked).toBe(1);
  // Another team, and changes of the same one, are always looked up.
  expect(await user.roleIn('south')).toBe('lead');
  expect(await user.roleForChange('north')).toBe('lead');
  expect(asked).toBe(3);
  now = 2_000;
  stored = null;
  expect(await user.roleIn('north')).toBeNull();
  user.setTeams([]);
  expect(await user.roleIn('north')).toBeNull();
  expect(asked).toBe(5);
});
