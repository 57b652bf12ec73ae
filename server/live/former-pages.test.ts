import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ServerMessage } from '../../contract/live.ts';
import type { Change, DocumentBody } from '../../domain/change/change.ts';
import { readableByFormerPages } from './former-pages.ts';
import { encode } from './message.ts';

const isReadable = (message: ServerMessage) => readableByFormerPages(() => {})(encode(message));

const ref = { team: 'harbor', document: 'monday' };
const changed = (change: Change): ServerMessage => ({
  ...{ type: 'changed', ...ref, version: 2, id: 'x', change, by: null, at: 0 },
});
const snapshot = (body: DocumentBody): ServerMessage => ({ type: 'snapshot', ...ref, version: 1, body });

const histories: readonly {
  readonly end: DocumentBody;
  readonly steps: readonly { readonly change: Change }[];
}[] = readFileSync(new URL('../../test/history/changes.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

test('pages of protocol 3 can read all that version 0.1 stored', () => {
  const messages = histories.flatMap(({ end, steps }) => [
    snapshot(end),
    ...steps.map(({ change }) => changed(change)),
  ]);
  expect(messages.length).toBeGreaterThan(100);
  expect(messages.filter((message) => !isReadable(message))).toEqual([]);
});

test('they can read who they are, answers and problems', () => {
  const user = { id: 'ann', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
  const team = {
    id: 'harbor',
    name: 'Harbor',
    color: '#123456',
    role: 'manager',
    needsSecondFactor: true,
  } as const;
  const problem = { code: 'too-many', details: { anything: 1 } } as const;
  const cause = { who: 'Bob', did: 'deleted Sam’s shift', at: 1 };
  const messages: readonly ServerMessage[] = [
    { type: 'me', user, teams: [team] },
    { type: 'refused', ...ref, id: 'x', problem, cause },
    { type: 'gone', ...ref, why: 'missing' },
    { type: 'pong', now: 1 },
  ];
  expect(messages.filter((message) => !isReadable(message))).toEqual([]);
});

test('they can’t read what came later', () => {
  const layout = histories
    .map(({ end }) => end)
    .find((body) => body.kind === 'layout' && body.shifts.length > 0);
  if (layout?.kind !== 'layout') throw new Error('There is a day in the history.');
  const out = { reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
  const stood = [{ rotation: 'lunch', position: 'till' }];
  const shifts = layout.shifts.map((shift) => ({ ...shift, out: { ...out, stood } }));
  const asBefore = layout.shifts.map((shift) => ({ ...shift, out }));
  expect(isReadable(snapshot({ ...layout, shifts: asBefore }))).toBe(true);
  const later = { type: 'team.later' } as unknown as Change;
  expect(isReadable(snapshot({ ...layout, shifts }))).toBe(false);
  expect(isReadable(changed(later))).toBe(false);
  expect(isReadable(changed({ type: 'batch', changes: [later] } as unknown as Change))).toBe(false);
  expect(isReadable({ type: 'me', user: null, teams: [], more: 1 } as ServerMessage)).toBe(false);
});
