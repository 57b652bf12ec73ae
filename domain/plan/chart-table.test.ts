import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout } from '../../test/arbitraries.ts';
import { buildTemplate, changed } from '../../test/builders.ts';
import { type ChartTable, cellsLike, columnFor, readChartTable, type TableProblem } from './chart-table.ts';
import { positionsOf, type Rotation } from './rotation.ts';
import { listLimit } from './typed-list.ts';

const words = { seat: 'Platz', closed: 'Geschlossen' };
const named = (...names: string[]) => names.map((name) => ({ id: `id ${name}`, name, seats: [] }));
const lunch: Rotation = {
  ...{ id: 'lunch', name: 'Lunch', startTime: '11:00 AM', endTime: '2:00 PM' },
  subareas: [
    { id: 'front', name: 'Front', positions: named('Register 1', 'Drinks', 'Expo') },
    {
      id: 'kitchen',
      name: 'Kitchen',
      positions: [...named('Grill'), { id: 'expo 2', name: 'Expo', seats: [] }],
    },
  ],
};
const table = (...rows: string[]) => rows.map((row) => row.replaceAll('|', '\t')).join('\n');
const read = (...rows: string[]) => readChartTable(table(...rows), lunch, words);
/** '7: Drinks=Register 1, Expo=closed' */
const shown = ({ columns }: ChartTable) =>
  columns.map(({ people, cells }) => {
    const said = cells.map(({ position, by }) => {
      const to = by === null ? 'closed' : by === undefined ? 'seat' : by.replace('id ', '');
      return `${position.replace('id ', '')}=${to}`;
    });
    return `${people}: ${said.join(', ')}`;
  });

test('[HC22] a table has numbers in its first row and positions in its first column', () => {
  const whole = read('|5|6', 'Register 1||x', 'Drinks|Register 1|X', 'Expo|closed|-', 'Grill||');
  expect(whole.problems).toEqual([]);
  expect(shown(whole)).toEqual([
    '5: Register 1=seat, Drinks=Register 1, Expo=closed, Grill=seat',
    '6: Register 1=seat, Drinks=seat, Expo=closed, Grill=seat',
  ]);
  // as spreadsheets and people write it, with a title above, and in the words of the grid
  const loose = read(
    'Lunch chart',
    'Position|With 5|6 people',
    '"drinks "|"REGISTER 1"|Platz',
    'Grill|✓|Geschlossen',
  );
  expect(loose.problems).toEqual([]);
  expect(shown(loose)).toEqual(['5: Drinks=Register 1, Grill=seat', '6: Drinks=seat, Grill=closed']);
});

test('[HC22] a subarea in its own column or line says which of two positions of a name is meant', () => {
  const inLine = read('|5', 'Kitchen', 'Expo|-', 'Front', 'Expo|Drinks');
  const inColumn = read('||5', 'Kitchen|Expo|-', 'Front|Expo|Drinks');
  for (const each of [inLine, inColumn]) {
    expect(each.problems).toEqual([]);
    expect(shown(each)).toEqual(['5: expo 2=closed, Expo=Drinks']);
  }
  // with neither, in the order of the rotation
  expect(shown(read('|5', 'Expo|-', 'Expo|Grill'))).toEqual(['5: Expo=closed, expo 2=Grill']);
});

test.each<[string, string[], TableProblem[], string[]]>([
  ['no numbers', ['Drinks|x'], [{ kind: 'no-numbers' }], []],
  ['nothing', ['  '], [{ kind: 'no-numbers' }], []],
  ['numbers alone', ['|5|6'], [{ kind: 'no-rows' }], []],
  [
    'a column that is no number',
    ['|5|many', 'Drinks|-|-'],
    [{ kind: 'not-a-number', text: 'many' }],
    ['5: Drinks=closed'],
  ],
  [
    'a number that is too large',
    ['|5|2001', 'Drinks|-|-'],
    [{ kind: 'not-a-number', text: '2001' }],
    ['5: Drinks=closed'],
  ],
  ['a number twice', ['|5|5', 'Drinks|-|x'], [{ kind: 'number-twice', people: 5 }], ['5: Drinks=closed']],
  ['a row without a name', ['|5', '|x', 'Drinks|-'], [{ kind: 'unnamed', line: 2 }], ['5: Drinks=closed']],
  [
    'an unknown position',
    ['|5', 'Patio|x', 'Drinks|-'],
    [{ kind: 'unknown', name: 'Patio' }],
    ['5: Drinks=closed'],
  ],
  [
    'a position twice',
    ['|5', 'Drinks|-', 'Drinks|x'],
    [{ kind: 'twice', name: 'Drinks' }],
    ['5: Drinks=closed'],
  ],
  [
    'a cell that says nothing',
    ['|5|6', 'Drinks|Regster|-'],
    [{ kind: 'unreadable', name: 'Drinks', people: 5, text: 'Regster' }],
    ['6: Drinks=closed'],
  ],
  [
    'positions that cover each other',
    ['|5', 'Drinks|Grill', 'Grill|Drinks'],
    [
      { kind: 'circle', name: 'Drinks', people: 5 },
      { kind: 'circle', name: 'Grill', people: 5 },
    ],
    ['5: Drinks=seat, Grill=seat'],
  ],
  ['a position that covers itself', ['|5', 'Drinks|Drinks'], [], ['5: Drinks=seat']],
])('[HC22] %s: the rest is taken', (_, rows, problems, columns) => {
  const each = read(...rows);
  expect(each.problems).toEqual(problems);
  expect(shown(each)).toEqual(columns);
});

test('[HC22] whatever is pasted is read, and what is taken are positions of the rotation', () => {
  expect(readChartTable('x'.repeat(listLimit + 1), lunch, words).problems).toEqual([
    { kind: 'too-long', max: listLimit },
  ]);
  const ids = new Set(positionsOf(lunch).map(({ id }) => id));
  const piece = fc.constantFrom(
    '\t',
    '\n',
    '5',
    '6',
    'Drinks',
    'Grill',
    'Expo',
    'Front',
    '-',
    'x',
    '__proto__',
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const { cells } of readChartTable(pieces.join(''), lunch, words).columns) {
        expect(new Set(cells.map(({ position }) => position)).size).toBe(cells.length);
        for (const { position, by } of cells) {
          expect(ids.has(position)).toBe(true);
          if (typeof by === 'string') expect(ids.has(by)).toBe(true);
        }
      }
    }),
  );
});

test('[HC23] a column says how many seats it has, and another one like it says the same', () => {
  const coveredBy = { 'id Drinks': 'id Register 1', 'id Expo': null };
  expect(columnFor({ ...lunch, charts: [{ people: 3, coveredBy }] }, 3).seats).toBe(3);
  expect(columnFor(lunch, 3).seats).toBe(5);
  fc.assert(
    fc.property(anyLayout, fc.nat(9), fc.nat(9), (layout, from, people) => {
      for (const rotation of layout.rotations) {
        const column = columnFor(rotation, from);
        const template = buildTemplate({ rotations: [rotation] });
        const after = changed(template, {
          ...{ type: 'chart.set', rotation: rotation.id, people, cells: cellsLike(column) },
        });
        const [copied = rotation] = after.rotations;
        expect(columnFor(copied, people)).toEqual(column);
      }
    }),
  );
});
