import { type DatedRow, readAt } from './dated-rows.ts';

// Directive 2003/88 asks for a break and leaves its length to each country, so it has no row of its own.

const arbZG = { kind: 'meal', ageFrom: 18, latest: 360, paid: false, cite: '§ 4 ArbZG' } as const;
const jArbSchG = {
  kind: 'meal',
  minutes: 30,
  ageTo: 17,
  earliest: 60,
  paid: false,
  cite: '§ 11 JArbSchG',
} as const;
const arbZGText = readAt('de.openlegaldata.io, ArbZG § 4');

export const germanRows: readonly DatedRow[] = [
  { id: 'germany-30', ...arbZG, minutes: 30, over: 360, upTo: 540, ...arbZGText },
  { id: 'germany-45', ...arbZG, minutes: 45, over: 540, ...arbZGText },
  { id: 'germany-young-1', ...jArbSchG, over: 270, latest: 270 },
  // an hour in all, which may be taken in parts
  { id: 'germany-young-2', ...jArbSchG, over: 360 },
];

export const britishRows: readonly DatedRow[] = [
  {
    ...{ id: 'uk-rest', kind: 'rest', minutes: 20, over: 360, ageFrom: 18, paid: false },
    cite: 'Working Time Regulations 1998, reg. 12(1)–(3)',
  },
  {
    ...{ id: 'uk-young-rest', kind: 'rest', minutes: 30, over: 270, ageTo: 17, paid: false },
    cite: 'Working Time Regulations 1998, reg. 12(4)',
  },
];
