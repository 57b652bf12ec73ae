import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { change as changeSchema } from '../../contract/changes.ts';
import { costLimit, costOf } from '../../domain/change/budget.ts';
import {
  apply,
  type Change,
  type DocumentBody,
  fitsUnseen,
  kindCreated,
  type SingleChange,
  stampChange,
} from '../../domain/change/change.ts';
import { mapSteps, stepsOf } from '../../domain/change/define-change.ts';
import { inverse } from '../../domain/change/inverse.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import { roles } from '../../domain/team/user.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';

/**
 * Changes as version 0.1 stored them, with what its code made of each: the digest of the next body or the problem, the
 * undo, and the estimated cost. Databases in the field hold such changes, so what they do may not differ in a later version,
 * and what fitted into the limit of costs fits.
 */
interface Step {
  /** As the author sent it, where the server stored it otherwise. */
  readonly sent?: Change;
  readonly change: Change;
  readonly cost: number;
  readonly after?: string;
  readonly problem?: Problem;
  readonly inverse: Change | null;
}
interface History {
  readonly name: string;
  readonly start: DocumentBody | null;
  readonly steps: readonly Step[];
  readonly end: DocumentBody;
}
interface Permission {
  readonly type: SingleChange['type'];
  readonly may: readonly string[];
  readonly creates: string | null;
  readonly fitsUnseen: boolean;
}

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const histories: readonly History[] = fileOf('changes.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const permissions: readonly Permission[] = JSON.parse(fileOf('permissions.json'));

/** As it would be stored, with its fields in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}
const asStored = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const digest = (body: DocumentBody) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(asStored(body))))
    .digest('hex')
    .slice(0, 16);

const stamp = { now: 1_795_000_003_600, by: 'maria' };

/** Edits of notes made today are merged by line, so their stamp has one field more. A press in 1970 is now. */
const stampedToday = (change: Change): Change =>
  mapSteps(change, (step) => {
    if (step.type === 'notes.edit') return { ...step, merge: 'lines' };
    return step.type === 'break.press' && step.at === 0 ? { ...step, at: stamp.now } : step;
  });

test('[CH30] changes that version 0.1 stored make the same documents today, and are undone the same way', () => {
  for (const { name, start, steps, end } of histories) {
    let body = start;
    for (const [index, step] of steps.entries()) {
      const at = `${name}, step ${index}: ${step.change.type}`;
      const outcome = apply(body, step.change);
      expect(asStored(inverse(body, step.change)), at).toEqual(step.inverse);
      expect(asStored(stampChange(step.sent ?? step.change, stamp)), at).toEqual(stampedToday(step.change));
      if (step.cost <= costLimit) expect(costOf(body, step.change), at).toBeLessThanOrEqual(costLimit);
      if (outcome.ok) {
        expect(digest(outcome.value), at).toBe(step.after);
        body = asStored(outcome.value);
      } else {
        expect(asStored(outcome.problem), at).toEqual(step.problem);
      }
    }
    expect(body, name).toEqual(end);
  }
});

test('[CH30] what version 0.1 stored is what the wire takes today', () => {
  for (const { steps } of histories) {
    for (const { change } of steps) expect(z.parse(changeSchema, change)).toEqual(change);
  }
});

test('[CH30] every kind of change of version 0.1 is still known, and the same roles may make it', () => {
  const changes = histories.flatMap(({ steps }) => steps.flatMap(({ change }) => stepsOf(change)));
  for (const { type, may, creates, fitsUnseen: unseen } of permissions) {
    const step = changes.find((each) => each.type === type);
    if (!step) throw new Error(`${type} is in no history`);
    const today = roles.flatMap((role) =>
      (['team', 'template', 'layout'] as const)
        .filter((kind) => mayChange(role, kind, step))
        .map((kind) => `${role} ${kind}`),
    );
    expect(today, type).toEqual(may);
    expect(kindCreated(step), type).toBe(creates);
    expect(fitsUnseen(step), type).toBe(unseen);
  }
  expect(new Set(changes.map(({ type }) => type))).toEqual(new Set(permissions.map(({ type }) => type)));
});

test('[CH30] a database with a history of version 0.1 opens with the same document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-history-'));
  const store = await openSqliteStore(join(folder, 'lineup.db'));
  const stored = histories.filter(({ start }) => start === null);
  const name = (index: number) => ({ team: 'team', document: `document-${index}` });
  await store.documents.commit(
    stored.map(({ steps, end }, index) => ({
      ...name(index),
      kind: end.kind,
      from: 0,
      changes: steps
        .filter(({ after }) => after !== undefined)
        .map(({ change }, at) => ({ version: at + 1, id: `change-${at}`, by: null, at: 0, change })),
      columns: null,
      snapshot: null,
    })),
  );
  for (const [index, { end }] of stored.entries()) {
    expect((await store.documents.load(name(index)))?.body).toEqual(end);
  }
  await store.close();
  rmSync(folder, { recursive: true });
});
