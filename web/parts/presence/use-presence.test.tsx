import { expect, test } from 'vitest';
import { editorsText } from './use-presence.tsx';

test.each([
  [['Dana'], 'Dana is editing'],
  [['You'], 'You are editing on another screen'],
  [['Dana', 'Kim'], 'Dana and Kim are editing'],
  [['Dana', 'Kim', 'Lee'], 'Dana, Kim and Lee are editing'],
  [['Dana', 'Kim', 'Lee', 'Max'], 'Dana, Kim and 2 others are editing'],
])('[PR6] says who edits: %j', (names, said) => {
  expect(editorsText(names)).toBe(said);
});
