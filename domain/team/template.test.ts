import { expect, test } from 'vitest';
import { buildRotation, buildTemplate, changed, refusal } from '../../test/builders.ts';
import { newTemplate, parseTemplate } from './template.ts';

test.each([
  ['  ', 'Front', 'name'],
  ['Weekday', '', 'area'],
])('[TM1] a template named %j in the area %j is refused at its %s', (name, area, field) => {
  expect(newTemplate({ name, area })).toEqual({
    ok: false,
    problem: { code: 'invalid-name-or-area', field },
  });
});

test('[TM1] a new template is fixed and empty', () => {
  expect(newTemplate({ name: ' Weekday ', area: 'Front of House' })).toEqual({
    ok: true,
    value: buildTemplate(),
  });
});

test('[TM7] renaming it to a blank is refused', () => {
  const template = buildTemplate();
  expect(refusal(template, { type: 'template.rename', name: ' ' })).toBe('Invalid name');
  expect(refusal(template, { type: 'template.area', area: ' ' })).toBe('Choose an area.');
  expect(
    changed(template, { type: 'template.rename', name: 'Weekend' }, { type: 'template.area', area: 'Patio' }),
  ).toEqual({
    ...template,
    name: 'Weekend',
    area: 'Patio',
  });
});

test('nobody sits on a template, however its rotations came', () => {
  const empty = buildRotation('lunch', '11:00 AM', '2:00 PM');
  const full = structuredClone(empty);
  Object.assign(full.subareas[0]?.positions[0] ?? {}, { seats: ['ana'] });
  const expected = buildTemplate({ rotations: [empty] });
  expect(parseTemplate(buildTemplate({ rotations: [full] }))).toEqual({ ok: true, value: expected });
  expect(changed(buildTemplate(), { type: 'rotation.add', rotation: full, before: null })).toEqual(expected);
});
