import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChange, anyHistory } from '../../test/arbitraries.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import { readWords } from '../../words/read-words.ts';
import { languages } from '../../words/words.ts';
import { apply, type Change, type DocumentBody, registry, type SingleChange } from '../change/change.ts';
import { stepsOf } from '../change/define-change.ts';
import { inverse } from '../change/inverse.ts';
import { isSame } from '../change/same.ts';
import { crewChanges } from '../crew/crew-changes.ts';
import { newPerson } from '../crew/crew-index.ts';
import { mergeChanges } from '../crew/merge-people.ts';
import { skillChanges } from '../crew/skill-changes.ts';
import { defaultFormats } from '../time/formats.ts';
import { differencesOf, takesBack } from './differences.ts';
import { recordOf, sentenceOf, undoneDid } from './history.ts';
import { longestPhrase, messageOf, phraseOf } from './phrases.ts';
import { timesOf } from './told-times.ts';
import { topics } from './topics.ts';

const dayOfAna = buildLayout({ shifts: [buildShift('ana', '9:00 AM', '5:00 PM')] });

interface Recorded {
  readonly name: string;
  readonly start: DocumentBody | null;
  readonly steps: readonly { readonly change: Change }[];
}
const recorded: readonly Recorded[] = readFileSync(
  new URL('../../test/history/changes.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Every change with the bodies around it. */
function* replayed() {
  for (const { name, start, steps } of recorded) {
    let body = start;
    for (const { change } of steps) {
      const outcome = apply(body, change);
      if (!outcome.ok) continue;
      yield { name, before: body, change, after: outcome.value };
      body = outcome.value;
    }
  }
}

/** Kinds of changes that came after version 0.1. */
const later = new Set([
  'shift.people',
  ...['break.waive', 'break.miss', 'break.owe'],
  ...['break.confirm', 'shift.attendance', 'shift.back', 'shift.late', 'shift.out', 'shift.swap'],
  ...['seats.fill', 'seats.restore', 'seats.swap', 'seat.lock', 'plan.take'],
  'shift.forget',
  'team.formats',
  ...['layout.laid', 'team.guide', 'team.lays', 'team.planning', 'team.weekday'],
  ...['position.duty', 'position.planning', 'chart.set', 'chart.remove', 'rotation.headcount'],
]);
const unreadable = /undefined|null|NaN|\[object|=>|\bid-\d|\s{2}/;

test('[HI1] all changes that version 0.1 stored read as sentences, without ids', () => {
  const types = new Set<string>();
  for (const { name, before, change, after } of replayed()) {
    const { did, topics: about } = recordOf(before, change, after, { at: 0 }, english);
    expect(did, `${name}: ${JSON.stringify(change).slice(0, 200)}`).toMatch(/^[a-z]+ \S/);
    expect(did, name).not.toMatch(unreadable);
    expect(about.every((topic) => topics.includes(topic))).toBe(true);
    for (const step of stepsOf(change)) types.add(step.type);
  }
  expect([...types].sort()).toEqual(
    Object.keys(registry)
      .filter((type) => !later.has(type) && !(type in { ...crewChanges, ...mergeChanges, ...skillChanges }))
      .sort(),
  );
});

test('[HI1] any change has a phrase, whatever it is made to', () => {
  fc.assert(
    fc.property(anyHistory, anyChange, ({ body, changes }, other) => {
      for (const change of [...changes, other]) {
        for (const before of [body, null]) {
          const outcome = apply(before, change);
          const phrase = phraseOf(before, change, outcome.ok ? outcome.value : null, english);
          expect(phrase).toMatch(/^[a-z]/);
          expect(phrase.length).toBeLessThanOrEqual(600);
          expect(phrase).not.toMatch(/undefined|\[object/);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('[HI9] what takes a change back right away differs from it in direction alone', () => {
  fc.assert(
    fc.property(anyHistory, ({ body, changes }) => {
      let before = body;
      for (const change of changes) {
        const outcome = apply(before, change);
        if (!outcome.ok) continue;
        const back = inverse(before, change, outcome.value);
        const undone = back && apply(outcome.value, back);
        const done = differencesOf(before, outcome.value);
        expect(done.size === 0).toBe(differencesOf(outcome.value, before).size === 0);
        if (undone?.ok && isSame(undone.value, before)) {
          expect(takesBack(differencesOf(outcome.value, undone.value), done)).toBe(true);
        }
        before = outcome.value;
      }
    }),
    { numRuns: 150 },
  );
});

test('what was pressed in another minute than it arrived is told at the minute that screens show', () => {
  const at = Date.parse('2026-11-21T11:01:00-06:00');
  const recordedAt = (change: SingleChange) => recordOf(null, change, null, { at }, english).madeAt ?? null;
  const press = (pressed: number) =>
    recordedAt({ type: 'break.press', shift: 'sam', slot: 0, wants: 'start', at: pressed, by: null });
  expect(press(at)).toBeNull();
  expect(press(at - 1)).toBe(at - 1);
  const sick = { type: 'shift.out', shift: 'sam', reason: 'sick', from: '9:00 AM', by: null } as const;
  expect(recordedAt({ ...sick, at: at - 1 })).toBe(at - 1);

  expect(timesOf({ at, madeAt: at - 1 }), '11:00, as on the board').toEqual({ at: at - 1, pressed: null });
  expect(timesOf({ at, madeAt: at - 60_000 })).toEqual({ at, pressed: at - 60_000 });
  expect(timesOf({ at, madeAt: null })).toEqual({ at, pressed: null });
});

test('[HI7] the sentence of an undo names whose change it took back', () => {
  const names = new Map<string | null, string>([['ann', 'Ann Lee']]);
  const nameOf = (user: string | null) => names.get(user) ?? 'Lineup';
  const did = 'started Sam Ray’s break';
  expect(sentenceOf({ did }, 'Ann Lee', nameOf)).toBe('Ann Lee started Sam Ray’s break');
  expect(sentenceOf({ did: 'cleared it', undoes: { version: 2, by: 'ann', did } }, 'Bob Fox', nameOf)).toBe(
    'Bob Fox undid Ann Lee’s change: “started Sam Ray’s break”',
  );
  expect(sentenceOf({ did: 'cleared it', undoes: { version: 2, by: 'ann', did } }, 'Ann Lee', nameOf)).toBe(
    'Ann Lee undid: “started Sam Ray’s break”',
  );
});

const columns: SingleChange = { type: 'team.columns', columns: {} };

test.each<[boolean, Change]>([
  [true, columns],
  [true, { type: 'shift.edit', shift: 'ana' }],
  [true, { type: 'batch', changes: [{ type: 'team.guide', isShown: true }, columns] }],
  [false, { type: 'person.add', person: newPerson('ana', 'saved') }],
  [false, { type: 'shift.edit', shift: 'ana', teamMember: 'saved' }],
])('[OF18] it is %s that %j says in every language that something was saved', (saysSaved, change) => {
  const before = change.type === 'shift.edit' && change.teamMember ? dayOfAna : null;
  const outcome = apply(before, change);
  const after = outcome.ok ? outcome.value : null;
  for (const language of languages) {
    const say = { t: readWords(language, 'history'), formats: defaultFormats };
    expect(messageOf(before, change, after, say).saysSaved, language).toBe(saysSaved);
  }
});

test('a phrase names three steps of a batch, and is never longer than an entry may be', () => {
  const edit = (shift: string): SingleChange => ({ type: 'shift.edit', shift, note: 'Opens' });
  const changes = ['ana', 'bo', 'cleo', 'dan', 'eli'].map(edit);
  expect(phraseOf(null, { type: 'batch', changes }, null, english)).toMatch(/ and made 2 more changes$/);
  const did = phraseOf(null, { type: 'team.rename', name: 'x'.repeat(400) }, null, english);
  expect([did.length, did.slice(-2)]).toEqual([longestPhrase, 'x…']);
  expect(undoneDid({ did, undoes: { version: 2, by: 'ann', did } })).toHaveLength(longestPhrase);
});
