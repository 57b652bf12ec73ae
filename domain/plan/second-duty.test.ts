import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout, anyTemplate } from '../../test/arbitraries.ts';
import {
  buildLayout,
  buildRotation,
  buildShift,
  buildTeam,
  buildTemplate,
  changed,
  refusal,
} from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import type { PlanChange } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { copyLayout, copyTemplate, templateFromLayout } from '../day/document-copy.ts';
import { daySettings, layTemplate, parseLayout } from '../day/layout.ts';
import { changedSince } from '../history/differences.ts';
import { messageOf } from '../history/phrases.ts';
import { parseTemplate } from '../team/template.ts';
import type { Plan } from './plan.ts';
import { duplicatePosition } from './plan-copy.ts';
import { copyTo } from './plan-move.ts';
import { positionsOf } from './rotation.ts';

const lunch = buildRotation('lunch', '11:00 AM', '2:00 PM');
const template = buildTemplate({ rotations: [lunch, buildRotation('dinner', '5:00 PM', '9:00 PM', [])] });
const onTill = { rotation: 'lunch', position: 'till' } as const;
const duty = (secondDuty: string): PlanChange => ({ type: 'position.duty', ...onTill, secondDuty });
const rename: PlanChange = { type: 'position.rename', ...onTill, name: 'Register' };
const cups = changed(template, duty('restock cups'));

const shown = ({ rotations }: { rotations: Plan }) =>
  rotations.map((rotation) => positionsOf(rotation).map(({ name, secondDuty }) => [name, secondDuty]));
const counting = () => {
  let made = 0;
  return () => `new ${++made}`;
};

test('[PL18] a second duty is trimmed, and a blank one is none', () => {
  expect(shown(changed(template, duty('  restock cups '))).at(0)).toEqual([
    ['till', 'restock cups'],
    ['grill', undefined],
  ]);
  for (const blank of ['', '  ', '\u200b', '\u202e']) {
    expect(JSON.stringify(changed(cups, duty(blank)))).toBe(JSON.stringify(template));
    const position = { id: 'new', name: 'New', secondDuty: blank, seats: [] };
    const added = {
      type: 'position.add',
      rotation: 'lunch',
      subarea: 'front',
      position,
      before: null,
    } as const;
    expect(JSON.stringify(changed(template, added))).not.toContain('secondDuty');
  }
});

test('[PL18] one of more than 60 characters is refused, as is one of what is gone', () => {
  const long = 'That text is too long. Use 60 characters or fewer.';
  expect(refusal(template, duty('x'.repeat(60)))).toBeNull();
  expect(refusal(template, duty('x'.repeat(61)))).toBe(long);
  const position = { id: 'new', name: 'New', secondDuty: 'x'.repeat(61), seats: [] };
  expect(
    refusal(template, { type: 'position.add', rotation: 'lunch', subarea: 'front', position, before: null }),
  ).toBe(long);
  expect(refusal(template, { ...duty('mop'), position: 'gone' } as PlanChange)).toBe(
    'That position no longer exists.',
  );
});

test('[PL18] [PL5] it stays with its position and with who is on it, and comes back with the position', () => {
  const ana = buildShift('ana', '10:00 AM', '8:00 PM');
  const layout = changed(
    buildLayout({ shifts: [ana], rotations: cups.rotations }),
    { type: 'shift.seat', shift: 'ana', ...onTill, before: null },
    { type: 'position.move', ...onTill, subarea: 'front', before: null },
    rename,
    duty('filter oil'),
  );
  const register = { id: 'till', name: 'Register', secondDuty: 'filter oil', seats: ['ana'] };
  expect(positionsOf(layout.rotations[0] ?? lunch).at(-1)).toEqual(register);
  for (const change of [
    { type: 'position.delete', ...onTill },
    { type: 'rotation.delete', rotation: 'lunch' },
    duty(''),
    duty('mop'),
  ] as const) {
    expect(changed(changed(layout, change), inverse(layout, change) ?? change)).toEqual(layout);
  }
});

test('[PL19] a new name and a new second duty from two people are both kept, and either can be undone', () => {
  const both = changed(template, rename, duty('mop'));
  expect(changed(template, duty('mop'), rename)).toEqual(both);
  expect(shown(both)[0]?.[0]).toEqual(['Register', 'mop']);
  const undo = { change: rename, undo: inverse(template, rename) ?? rename };
  expect(changedSince(both, undo)).toEqual([]);
  expect(shown(changed(both, undo.undo))[0]?.[0]).toEqual(['till', 'mop']);
});

test('[PL18] layouts of a template, and copies of all kinds, have the second duties', () => {
  const settings = daySettings(buildTeam());
  fc.assert(
    fc.property(anyTemplate, (any) => {
      expect(shown(layTemplate(any, '2026-11-21', settings))).toEqual(shown(any));
      const copy = copyTemplate(any, { taken: [], newId: counting() });
      expect(shown(copy)).toEqual(shown(any));
    }),
  );
  fc.assert(
    fc.property(anyLayout, (any) => {
      const copy = copyLayout(any, '2026-11-22', { settings, newId: counting(), people: true });
      expect(shown(copy)).toEqual(shown(any));
      const saved = templateFromLayout(any, 'Good Day', counting());
      expect(saved.ok && shown(saved.value)).toEqual(shown(any));
    }),
  );
  const [till] = positionsOf(cups.rotations[0] ?? lunch);
  expect(till && duplicatePosition(till, [till], () => 'new')).toEqual({
    ...{ id: 'new', name: 'till 2', secondDuty: 'restock cups', seats: [] },
  });
  const copied = copyTo(cups.rotations, { kind: 'position', ...onTill }, ['dinner'], counting());
  expect(copied.ok && shown(changed(cups, copied.value))[1]).toEqual([['till', 'restock cups']]);
});

test('[CH30] documents without second duties are stored as they were, to the byte', () => {
  const plain = JSON.stringify(template);
  expect(JSON.stringify(changed(template, rename, { ...rename, name: 'till' }))).toBe(plain);
  const parsed = parseTemplate(JSON.parse(plain));
  expect(parsed.ok && JSON.stringify(parsed.value)).toBe(plain);
  const day = JSON.stringify(buildLayout({ rotations: [lunch] }));
  const read = parseLayout(JSON.parse(day));
  expect(read.ok && JSON.stringify(read.value)).toBe(day);
});

test('[HI1] history says which position got which second duty, or lost it', () => {
  const said = (before: typeof template, change: PlanChange) =>
    messageOf(before, change, changed(before, change), english).text;
  expect(said(template, duty(' restock cups '))).toBe(
    'Set the second duty of till in lunch to “restock cups”',
  );
  expect(said(cups, duty(' '))).toBe('Removed the second duty of till in lunch');
});
