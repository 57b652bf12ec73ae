import { expect, test } from 'vitest';
import { namesPerson, placesInTitles, readTitle } from './calendar-titles.ts';

test.each([
  ...['Ana Lopez', 'ana lopez', 'ANA LOPEZ', 'Ana', 'Cher', 'Ana de la Cruz', 'Tim Cook', 'Maria G.'],
  ...['Lopez, Ana', 'José Peña Jr.', 'Ludwig van der Berg', "Sinéad O'Connor", 'חלי כהן', '李伟'],
])('[SC161] %s can be a name', (name) => {
  expect(namesPerson(name)).toBe(true);
});

test.each([
  ...['Work', 'Cashier', 'On-call', 'Team meeting', 'Inventory Count', 'Dentist', 'Busy', 'Spring sale'],
  ...[
    'Front Register',
    'Zone 2',
    'Opening',
    'Closing shift',
    'Morning Crew',
    '',
    '9-5',
    'PTO',
    'Vendor Visit',
  ],
])('[SC161] “%s” names no person', (name) => {
  expect(namesPerson(name)).toBe(false);
});

test.each([
  ['Ana Lopez - Cashier', 'Ana Lopez', 'Cashier'],
  ['Cashier - Ana Lopez', 'Ana Lopez', 'Cashier'],
  ['Cashier: Ana Lopez', 'Ana Lopez', 'Cashier'],
  ['Ana Lopez @ Maple', 'Ana Lopez', ''],
  ["Ana Lopez's shift", 'Ana Lopez', ''],
  ["Ana Lopez's schedule", 'Ana Lopez', ''],
  ['Shift: Ana Lopez', 'Ana Lopez', 'Shift'],
  ['Ana Lopez (Shift as COOK at MAPLE)', 'Ana Lopez', 'COOK'],
  ['Maple Street - Ana Lopez - Grill', 'Ana Lopez', 'Grill'],
  ['Maple Street - Grill', '', 'Grill'],
  ['Cashier @ Oak | Ana Lopez', 'Ana Lopez', 'Cashier'],
  ['Ana Lopez @ Window', 'Ana Lopez', 'Window'],
  ['Ana Lopez/Cashier', 'Ana Lopez', 'Cashier'],
  ['Ana Lopez (9a-5p)', 'Ana Lopez', ''],
  ['Ana Lopez 9a-1p and 5p-9p', 'Ana Lopez', ''],
  ['Manager Meeting - Maple', '', ''],
  ['Interview: Sam Jones', '', ''],
  ['Coffee w/ Jim', '', ''],
  ['Morning shift: Cashier', '', 'Cashier'],
])('[SC161] %s', (title, name, role) => {
  expect(readTitle(title, ['12 Maple Street, Springfield'])).toMatchObject({ name, role });
});

test('[SC161] two people of a title, time off, and what was canceled are told apart from a name', () => {
  const about = (title: string) => readTitle(title);
  expect(about('Ana Lopez & Bo Li').severalPeople).toBe('yes');
  expect(about('Ana Lopez, Bo Li').severalPeople).toBe('maybe');
  expect(about('Lopez, Ana').severalPeople).toBe('no');
  expect(about('Dee Vo off').isLeave).toBe(true);
  expect(about('Canceled: Ana Lopez').isCanceled).toBe(true);
});

test('[SC161] what stands before many names is no name', () => {
  const titles = ['Ana Lopez', 'Bo Li', 'Cy Roe'].map((name) => `North Side - ${name}`);
  expect(placesInTitles(titles)).toEqual(['North Side']);
  expect(placesInTitles(titles.slice(0, 2))).toEqual([]);
  expect(readTitle('North Side - Ana Lopez', placesInTitles(titles)).name).toBe('Ana Lopez');
});
