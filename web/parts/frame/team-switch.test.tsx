import { expect, test } from 'vitest';
import { pathAfterTeamSwitch } from './team-menu-list.tsx';

test.each([
  ['/team', '/team'],
  ['/account', '/account'],
  ['/layouts', '/layouts'],
  ['/templates', '/templates'],
  ['/templates/setup', '/templates/setup'],
  ['/templates/abc/rotations/0', '/templates'],
  ['/', '/layouts'],
  ['/editor/rotations', '/layouts'],
  ['/editor/shifts/add', '/layouts'],
])('who is at %s is at %s in the other team', (path, there) => {
  expect(pathAfterTeamSwitch(path)).toBe(there);
});
