import { expect, test } from 'vitest';
import { parseName, shortName } from '../problem/name.ts';
import { capitalize, fullName, parsePersonNames } from './user.ts';

test.each([
  ['', 'Lovelace', 'firstName'],
  ['Ada', '  ', 'lastName'],
])('[U1] %j %j is refused at %s', (first, last, field) => {
  expect(parsePersonNames(first, last)).toEqual({
    ok: false,
    problem: { code: 'invalid-person-name', field },
  });
});

test.each([
  ['mcKay', 'McKay'],
  ["o'neil", "O'neil"],
  ['élodie', 'Élodie'],
  ['𐐨da', '𐐀da'],
  ['ANA', 'ANA'],
  ['李', '李'],
  ['', ''],
])('[U2] %s becomes %s', (typed, name) => {
  expect(capitalize(typed)).toBe(name);
});

test('[U2] both names are trimmed and capitalized', () => {
  const names = { firstName: 'Ada', lastName: 'De la Cruz' };
  expect(parsePersonNames(' ada ', 'de la Cruz')).toEqual({ ok: true, value: names });
  expect(fullName(names)).toBe('Ada De la Cruz');
});

test('[U3] a name of 100 characters is taken, one more is refused', () => {
  expect(parseName(` ${'a'.repeat(100)} `, 'name')).toEqual({ ok: true, value: 'a'.repeat(100) });
  expect(parseName('a'.repeat(101), 'name')).toMatchObject({
    problem: { code: 'name-too-long', details: { max: 100 } },
  });
});

test.each([
  ['Maria Gutiérrez', 'Maria G.'],
  ['Ana', 'Ana'],
  ['  Grace-Ann  de la Tulloch ', 'Grace-Ann T.'],
  ['Zoë 😀mile', 'Zoë 😀.'],
  ['ada lovelace', 'ada L.'],
  ['Amara Nwosu-Bennett', 'Amara N-B.'],
  ['Amara nwosu-de-la-Bennett', 'Amara N-D-L-B.'],
  ['Robert “Bob” Smith', 'Bob S.'],
  ["Robert 'Bob' O'Brien Jr.", 'Bob O.'],
  ['Ana Lima (trainee)', 'Ana L.'],
  ['Émile E\u0301mond', 'Émile E\u0301.'],
  ['محمد علي', 'محمد ع.'],
  ['李 小龍', '李 小龍'],
  ['김 민수', '김 민수'],
  ['(Grill)', '(Grill)'],
  ['', ''],
  ['Maria (night crew) Lopez', 'Maria L.'],
])('[U4] [U13] on a board %j is %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});

test.each(['', '\u200B', '\u200D \uFEFF', '\u2060\u00AD', '\u3164', '\u2800', '\u0301'])(
  '%j shows nothing, so it is no name',
  (typed) => {
    expect(parseName(typed, 'name')).toMatchObject({ problem: { code: 'invalid-name', field: 'name' } });
  },
);

test('a name does not turn what stands behind it', () => {
  expect(parseName('\u202aAna \u202eLima\u202c\u2069', 'name')).toEqual({ ok: true, value: 'Ana Lima' });
});

test.each(['A\u0000na', 'An\u001ba', 'Ana\u007f', 'Ana\ud83d', '\udc69Ana'])(
  'what is no character is no part of a name: %j',
  (typed) => {
    expect(parseName(typed, 'name')).toEqual({ ok: true, value: 'Ana' });
  },
);

test.each(['Zoë', '李', 'שרה', '👩‍🍳', '7', 'न\u200Dा', '&'])('%s is a name', (typed) => {
  expect(parseName(typed, 'name')).toEqual({ ok: true, value: typed });
});
