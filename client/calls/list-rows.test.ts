import { describe, expect, it } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { buildLayout, buildTemplate } from '../../test/builders.ts';
import { layoutsAfter, templatesAfter } from './layouts.ts';

const made = (document: string, ...changes: readonly Change[]) =>
  changes.map((change) => ({ team: 'north', document, change }));
const on = { from: '2026-11-23', to: '2026-11-23' };
const monday = { id: 'monday', date: '2026-11-23', area: 'Kitchen', template: 'Weekday' };

describe('the layouts of a date', () => {
  const following = (...changes: readonly Change[]) => layoutsAfter([monday], on, made('monday', ...changes));

  it('hide one that was deleted, and show it again when it is restored', () => {
    const [row] = following({ type: 'layout.delete' });
    expect(row).toEqual({ ...monday, isDeleted: true });
    const [back] = layoutsAfter([row ?? monday], on, made('monday', { type: 'layout.restore' }));
    expect(back).toEqual({ ...monday, isDeleted: false });
  });

  it('have the new area, and nothing of changes that they do not show', () => {
    expect(following({ type: 'layout.area', area: ' Patio ' })).toEqual([{ ...monday, area: 'Patio' }]);
    expect(following({ type: 'shift.delete', shift: 'ana' })).toEqual([monday]);
    expect(following({ type: 'batch', changes: [{ type: 'layout.area', area: 'Bar' }] })[0]?.area).toBe(
      'Bar',
    );
  });

  it('have a new row of their date once, however often it is announced', () => {
    const layout = buildLayout({ date: '2026-11-23', area: 'Front', template: 'Weekend' });
    const changes = [
      ...made('new', { type: 'layout.create', layout }, { type: 'layout.create', layout }),
      ...made('other', { type: 'layout.create', layout: { ...layout, date: '2026-11-24' } }),
    ];
    const rows = layoutsAfter([monday], on, changes);
    const added = { id: 'new', date: '2026-11-23', area: 'Front', template: 'Weekend' };
    expect(rows).toEqual([monday, added]);
    expect(layoutsAfter(rows, on, changes)).toEqual(rows);
  });
});

describe('the templates of a team', () => {
  it('show what was made, renamed, moved to another area, deleted and restored', () => {
    const following = (...changes: readonly Change[]) => templatesAfter([], made('week', ...changes))[0];
    const create: Change = { type: 'template.create', template: buildTemplate() };
    const row = { id: 'week', name: 'Weekday', area: 'Front of House' };
    expect(following(create)).toEqual(row);
    expect(following(create, { type: 'template.rename', name: 'Friday ' })).toEqual({
      ...row,
      name: 'Friday',
    });
    expect(following(create, { type: 'template.area', area: 'Bar' })).toEqual({ ...row, area: 'Bar' });
    expect(following(create, { type: 'template.delete' })?.isDeleted).toBe(true);
    expect(following(create, { type: 'template.delete' }, { type: 'template.restore' })?.isDeleted).toBe(
      false,
    );
    expect(following({ type: 'template.delete' }), 'what is not listed stays so').toBeUndefined();
  });
});
