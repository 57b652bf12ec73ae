import { expect, test } from 'vitest';
import { checkLanguage, checkWords } from './check-words.ts';
import { typesOf } from './messages.ts';

test('[L1] every language has every text, and every text is used', () => {
  expect(checkWords()).toEqual([]);
});

const english = {
  title: 'Breaks',
  out: '{count, plural, one {# person} other {# people}} out',
  by: 'Changed by {name}',
  on: 'on this {kind, select, wall {television} other {tablet}}',
};
const spanish = {
  title: 'Descansos',
  out: '{count, plural, one {# persona} other {# personas}} fuera',
  by: 'Cambiado por {name}',
  on: 'en {kind, select, wall {este televisor} other {esta tableta}}',
};

test.each([
  [{}, []],
  [{ title: undefined }, ['title is missing']],
  [{ title: ' ' }, ['title: it is empty']],
  [{ heading: 'Título' }, ['heading is not in English']],
  [{ by: 'Cambiado' }, ['by: its gaps are none, in English name']],
  [{ by: 'Cambiado por {nombre}' }, ['by: its gaps are nombre, in English name']],
  [{ out: '{count} fuera' }, ['out: it has no plural']],
  [{ out: '{count, plural, other {#}} fuera' }, ['out: its plural has no form “one”']],
  [
    { on: 'en {kind, select, tele {este televisor} other {esta tableta}}' },
    ['on: its gaps are kind (other, tele), in English kind (other, wall)'],
  ],
])('[L1] what a language lacks is said: %j', (changed, problems) => {
  const texts = Object.entries({ ...spanish, ...changed }).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, text] as const],
  );
  expect(checkLanguage('es', english, Object.fromEntries(texts))).toEqual(problems);
});

const breaks = ['title: a space may break where French has none'];

test.each([
  ['Supprimer ?', breaks],
  ['« Pauses »', breaks],
  ['Fait\u00a0: «\u00a0Pauses\u00a0»\u00a0? Oui, ? aide', []],
])('[L10] no line of French ends inside quotes or before a sign: %s', (title, problems) => {
  expect(checkLanguage('fr', { title: 'Delete?' }, { title })).toEqual(problems);
});

test('[L2] keys and gaps are typed from English', () => {
  expect(typesOf(english)).toBe(`// Written by \`npm run words\` from the file of this name.
declare const words: {
  'title': [];
  'out': [gaps: { count: number }];
  'by': [gaps: { name: string | number }];
  'on': [gaps: { kind: 'wall' | (string & {}) }];
};
export default words;
`);
});
