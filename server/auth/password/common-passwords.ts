import { readFileSync } from 'node:fs';

/**
 * What people choose most, of eight characters and more: words and names, alone or with a short ending, keys that lie side
 * by side, numbers in a row. Published counts of leaked passwords agree on these patterns. An operator adds a measured
 * list with BREACHED_PASSWORDS.
 */
const words = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');

const wordsUnder = (title: string): string[] =>
  (words.split(`[${title}]`)[1]?.split(/^\[/m)[0] ?? '').split(/\s+/).filter((word) => word !== '');

const fewEndings = ['', '1', '12', '123', '1234', '12345', '!', '1!', '123!'];
const manyEndings = [
  ...fewEndings,
  ...'2 3 4 5 6 7 8 9 0 00 01 007 10 11 13 21 22 23 69 77 88 99 100 111 321 420 666 777'.split(' '),
  ...'123456 1234567 12345678 @1 @12 @123 @1234 #1 #123 !!'.split(' '),
];
/** Years of birth, and of the day on which a password was changed. */
const years = Array.from({ length: 81 }, (_, each) => String(1950 + each));

function* common(): Generator<string> {
  for (const word of wordsUnder('favorites')) {
    for (const ending of [...manyEndings, ...years]) yield word + ending;
    yield word + word;
  }
  for (const word of wordsUnder('others')) for (const ending of fewEndings) yield word + ending;
  yield* wordsUnder('whole');
  yield* numbers();
}

function* numbers(): Generator<string> {
  const up = '01234567890123456789';
  const down = [...up].reverse().join('');
  for (let length = 8; length <= 12; length++) {
    for (let from = 0; from < 10; from++) {
      yield up.slice(from, from + length);
      yield down.slice(from, from + length);
    }
    for (const each of '0123456789abcdefghijklmnopqrstuvwxyz') yield each.repeat(length);
  }
  for (let each = 0; each < 100; each++) yield String(each).padStart(2, '0').repeat(4);
  for (let each = 0; each < 1_000; each++) yield String(each).padStart(3, '0').repeat(3);
  for (let each = 0; each < 10_000; each++) yield String(each).padStart(4, '0').repeat(2);
}

const plain = (password: string): string => password.normalize('NFKC').toLowerCase();

const all: ReadonlySet<string> = new Set([...common()].map(plain).filter(({ length }) => length >= 8));

/** Capitals make no difference. */
export const isCommonPassword = (password: string): boolean => all.has(plain(password));
