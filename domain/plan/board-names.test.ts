import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manualShift, type Shift } from '../day/shift.ts';
import { shortName } from '../problem/name.ts';
import { defaultFormats } from '../time/formats.ts';
import { boardNames } from './board-names.ts';

const { clock } = defaultFormats;
const day = { startTime: '9:00 AM', endTime: '5:00 PM' };
const shift = (teamMember: string, over: Partial<Shift> = {}, id = teamMember): Shift => ({
  ...manualShift(id, teamMember, day),
  ...over,
});
const shorts = (...shifts: Shift[]) => {
  const names = boardNames(shifts, clock);
  return shifts.map(({ id }) => names.get(id)?.short);
};

test.each([
  [
    ['Maria Garcia', 'Ana Lima'],
    ['Maria G.', 'Ana L.'],
  ],
  [
    ['Maria Garcia', 'Maria Gomez', 'Ana Lima'],
    ['Maria Ga.', 'Maria Go.', 'Ana L.'],
  ],
  [
    ['Maria Garcia', 'Maria Gartner', 'Maria Gomez'],
    ['Maria Garc.', 'Maria Gart.', 'Maria Go.'],
  ],
  [
    ['Maria Garci', 'Maria Garcia'],
    ['Maria Garci', 'Maria Garcia'],
  ],
  [
    ['Maria Elena Garcia', 'Maria Garcia'],
    ['Maria Elena Garcia', 'Maria Garcia'],
  ],
  [
    ['Maria', 'Maria Garcia'],
    ['Maria', 'Maria G.'],
  ],
  [
    ['Maria G', 'Maria Garcia'],
    ['Maria G', 'Maria Ga.'],
  ],
  [
    ['maria garcia', 'Maria Gomez'],
    ['maria Ga.', 'Maria Go.'],
  ],
  [
    ['Amara Nwosu-Bennett', 'Amara Nunez-Brown', 'Amara Nwosu'],
    ['Amara Nw-B.', 'Amara Nu-B.', 'Amara N.'],
  ],
  [
    ['Amara Nwosu-Bennett', 'Amara Nwosu-Brown'],
    ['Amara Nwosu-Be.', 'Amara Nwosu-Br.'],
  ],
  [
    ['John Smith', 'John Smith Jr.', 'Ana Lima (trainee)', 'Ana Lima'],
    ['John Smith', 'John Smith Jr.', 'Ana Lima (trainee)', 'Ana Lima'],
  ],
  [
    ['Robert “Bob” Smith', 'Bob Smith'],
    ['Robert “Bob” Smith', 'Bob Smith'],
  ],
])('[U7] %j are called %j', (full, short) => {
  expect(shorts(...full.map((name) => shift(name)))).toEqual(short);
});

test('[U8] the same name is told apart by the start, then by the job, then by more', () => {
  const maria = (id: string, over: Partial<Shift>) => shift('Maria Garcia', over, id);
  const late = { startTime: '4:00 PM', endTime: '10:00 PM' };
  expect(shorts(maria('a', {}), maria('b', late))).toEqual(['Maria G. (9a)', 'Maria G. (4p)']);
  expect(shorts(maria('a', { schedule: 'Grill' }), maria('b', { schedule: 'Host' }))).toEqual([
    'Maria G. (Grill)',
    'Maria G. (Host)',
  ]);
  expect(shorts(maria('a', {}), maria('b', { endTime: '6:00 PM' }))).toEqual([
    'Maria G. (9a–5p)',
    'Maria G. (9a–6p)',
  ]);
  expect(shorts(maria('a', {}), maria('b', {}))).toEqual(['Maria G. (9a, 1)', 'Maria G. (9a, 2)']);
  const names = boardNames([maria('a', {}), maria('b', late), shift('Ana Lima')], clock);
  expect(names.get('a')).toMatchObject({
    short: 'Maria G. (9a)',
    full: 'Maria Garcia (9a)',
    first: 'Maria G. (9a)',
  });
  expect(names.get('Ana Lima')).toMatchObject({ short: 'Ana L.', full: 'Ana Lima', first: 'Ana' });
});

const name = fc
  .tuple(
    fc.constantFrom('Maria', 'maria', 'Ana', 'Şule', 'Li'),
    fc.constantFrom('', 'Elena', 'G.', 'de', '“Mia”', '(Grill)'),
    fc.oneof(
      fc.constantFrom(
        '',
        'G',
        'Ga',
        'Ga.',
        'Garcia',
        'garcía',
        'Gomez',
        'İnci',
        'ßen',
        '😀mile',
        'G-B',
        'Garcia-Lima',
        'Gomez-Lee',
        '李',
        'García Jr.',
      ),
      fc.string({ maxLength: 6 }),
    ),
  )
  .map((parts) => parts.filter((part) => part.trim() !== '').join(' '));
const crew = fc.array(
  fc.record({
    teamMember: name,
    startTime: fc.constantFrom('9:00 AM', '10:00 AM'),
    schedule: fc.constantFrom('', 'Grill', 'Host'),
  }),
  { maxLength: 12 },
);
const shiftsOf = (people: { teamMember: string }[]) =>
  people.map((person, index) => shift(person.teamMember, person, `s${index}`));

test('[U7] [U8] no two of a layout are called the same, short or in full', () => {
  fc.assert(
    fc.property(crew, (people) => {
      const names = [...boardNames(shiftsOf(people), clock).values()];
      expect(names).toHaveLength(people.length);
      const lower = (texts: string[]) => new Set(texts.map((text) => text.toLocaleLowerCase('en-US'))).size;
      expect(lower(names.map(({ short }) => short))).toBe(people.length);
      expect(new Set(names.map(({ full }) => full)).size).toBe(people.length);
    }),
    { numRuns: 500 },
  );
});

test('someone who could not be taken for another changes no name', () => {
  fc.assert(
    fc.property(crew, name, (people, added) => {
      const folded = (text: string) => shortName(text).toLocaleLowerCase('en-US');
      fc.pre(people.every(({ teamMember }) => folded(teamMember) !== folded(added)));
      const before = boardNames(shiftsOf(people), clock);
      const after = boardNames([...shiftsOf(people), shift(added, {}, 'added')], clock);
      for (const [id, { short, full }] of before) expect(after.get(id)).toMatchObject({ short, full });
    }),
  );
});

test('[U7] in a layout as large as can be, all of one first name, each has a name of their own', () => {
  const people = Array.from({ length: 2000 }, (_, index) => shift(`Maria G${index}`, {}, `s${index}`));
  expect(new Set(shorts(...people)).size).toBe(2000);
});

test('the names of a day are made once, also where a change names nobody anew', () => {
  const [monday, tuesday] = [[shift('Ana Lima')], [shift('Bo Park')]];
  const names = boardNames(monday, clock);
  expect(boardNames([...monday], clock)).toBe(names);
  boardNames(tuesday, clock);
  expect(boardNames(monday, clock)).toBe(names);
});
