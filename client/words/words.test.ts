import { afterEach, expect, test } from 'vitest';
import { compileWords } from '../../words/read-words.ts';
import { closestLanguage, type Language, type WordFile } from '../../words/words.ts';
import {
  bareTime,
  formats,
  nameDay,
  shortRange,
  shortTime,
  showDate,
  showMinute,
  showMoment,
  weekday,
  weekdayInside,
} from './formats.ts';
import { changeLanguage, language, provideWords, words, wordsLoaded } from './words.ts';

const t = words('sign-in');
const read = async (_: Language, file: WordFile) => compileWords('en', file);
const shouting = async (language: Language, file: WordFile) => {
  const texts = Object.entries(compileWords('en', file));
  return language === 'en'
    ? Object.fromEntries(texts)
    : Object.fromEntries(texts.map(([key]) => [key, `${language} ${key}`]));
};

afterEach(async () => {
  provideWords(read, 'en');
  await changeLanguage('es');
  await changeLanguage('en');
  formats.set({ clock: 'h:mm AM/PM', date: 'M/D/YYYY' });
});

test.each([
  [['es-MX', 'en'], 'es'],
  [['pt-PT'], 'pt-BR'],
  [['ja', 'FR-ca'], 'fr'],
  [['ja'], null],
  [[], null],
])('[L3] the language for %j is %s', (wanted, found) => {
  expect(closestLanguage(wanted)).toBe(found);
});

test('[L4] another language is shown once all its words are there', async () => {
  provideWords(shouting, 'en');
  const heard: string[] = [];
  const stop = language.subscribe(() => heard.push(t('cancel')));
  expect(t('cancel')).toBe('Cancel');
  const changing = changeLanguage('de');
  expect(t('cancel')).toBe('Cancel');
  await changing;
  expect(t('cancel')).toBe('de cancel');
  expect(heard).toEqual(['de cancel']);
  stop();
});

test('[L4] a language that can’t be loaded changes nothing', async () => {
  provideWords(async () => Promise.reject(new Error('no network')), 'en');
  await expect(changeLanguage('fr')).rejects.toThrow('no network');
  expect([language.get(), t('cancel')]).toEqual(['en', 'Cancel']);
});

test('[L4] words asked for while the language changes come in the new one', async () => {
  const waiting: (() => void)[] = [];
  provideWords(async (language, file) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return shouting(language, file);
  }, 'en');
  const changing = changeLanguage('fr');
  for (const go of waiting.splice(0)) go();
  await changing;
  expect(t('cancel')).toBe('fr cancel');
  await wordsLoaded();
});

test('[L11] words that could not be fetched keep no other screen from showing', async () => {
  const ofItsOwn = './words.ts?page';
  const page: typeof import('./words.ts') = await import(ofItsOwn);
  let isOut = true;
  page.provideWords(async (language, file) => {
    if (file === 'palette' && isOut) throw new TypeError('Failed to fetch');
    return read(language, file);
  }, 'en');
  const fetchAhead = page.withWords(async () => page.words('palette'));
  await expect(fetchAhead()).rejects.toThrow('Failed to fetch');
  const next = await page.withWords(async () => page.words('crew'))();
  expect(next('crew')).toBe('Crew');
  await expect(fetchAhead(), 'asked for once more').rejects.toThrow('Failed to fetch');
  isOut = false;
  expect((await fetchAhead())('find-person')).toBe('Find a person');
});

test('[L5] times and dates are written as the team does', () => {
  const seen = () => [
    showMinute(15 * 60 + 5),
    shortTime('3:05 PM'),
    bareTime(15 * 60 + 5),
    showDate('2026-03-05'),
  ];
  expect(seen()).toEqual(['3:05 PM', '3:05p', '3:05', '3/5/2026']);
  formats.set({ clock: 'H:mm', date: 'D.M.YYYY' });
  expect(seen()).toEqual(['15:05', '15:05', '15:05', '5.3.2026']);
  formats.set({ clock: 'H:mm', date: 'YYYY-MM-DD' });
  expect(seen().at(-1)).toBe('2026-03-05');
});

test.each([
  ['10:30 AM', '2:00 PM', '10:30a–2p'],
  ['12:00 AM', '12:00 PM', '12a–12p'],
])('[T5] %s to %s is short as %s', (startTime, endTime, short) => {
  expect(shortRange({ startTime, endTime })).toBe(short);
});

test.each([
  ['America/Chicago', '11/21/2026, 11:20 PM'],
  ['Asia/Tokyo', '11/22/2026, 2:20 PM'],
])('[D3] an instant is shown as the wall of %s has it', (timeZone, expected) => {
  expect(showMoment(Date.parse('2026-11-22T05:20:00Z'), timeZone)).toBe(expected);
});

test('[D5] days near today are named', () => {
  expect(nameDay('2026-12-31', '2027-01-01')).toBe('Yesterday, Thu 12/31/2026');
  expect(
    ['2026-11-20', '2026-11-21', '2026-11-22', '2025-11-22'].map((day) => nameDay(day, '2026-11-21')),
  ).toEqual(['Yesterday, Fri 11/20', 'Sat 11/21', 'Tomorrow, Sun 11/22', 'Sat 11/22/2025']);
  expect(weekday('2026-11-21')).toBe('Saturday');
});

test('[D5] a weekday has a capital where it stands first, and where its language has one', async () => {
  provideWords(read, 'en');
  const days = () => [
    weekday('2026-11-21'),
    weekdayInside('2026-11-21'),
    nameDay('2026-11-14', '2026-11-21'),
  ];
  await changeLanguage('fr');
  expect(days()).toEqual(['Samedi', 'samedi', 'Sam. 11/14']);
  await changeLanguage('de');
  expect(days()).toEqual(['Samstag', 'Samstag', 'Sa 11/14']);
});
