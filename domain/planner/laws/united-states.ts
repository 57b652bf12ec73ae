import { type DatedRow, readAt, restsOver } from './dated-rows.ts';

const laborCode: Omit<DatedRow, 'id'> = {
  kind: 'meal',
  minutes: 30,
  paid: false,
  premium: 'hour',
  cite: 'Cal. Labor Code 512(a), 226.7(c)',
  ...readAt('print.casetext.com, section 512, current through the 2024 session'),
};
const wageOrder = { kind: 'rest', minutes: 10, paid: true, premium: 'hour' } as const;
const waRests = { minutes: 10, paid: true, cite: 'WAC 296-126-092(4)' } as const;
const waYoung = { kind: 'rest', minutes: 10, paid: true, ageTo: 15, cite: 'WAC 296-125-0285(2)' } as const;
const mnRest = { kind: 'rest', minutes: 15, paid: true, premium: 'twice', from: '2026-01-01' } as const;

export const californiaRows: readonly DatedRow[] = [
  // the fifth hour is not over, five minutes before it is
  { id: 'ca-meal-1', over: 300, latest: 295, waivable: { upTo: 360 }, ...laborCode },
  { id: 'ca-meal-2', over: 600, latest: 595, waivable: { upTo: 720, unless: 'ca-meal-1' }, ...laborCode },
  { id: 'ca-rest-1', atLeast: 210, ...wageOrder, cite: 'IWC Wage Order 5-2001, 12(A)' },
  { id: 'ca-rest-2', over: 360, ...wageOrder, cite: 'IWC Wage Order 5-2001, 12(A)' },
  { id: 'ca-rest-3', over: 600, ...wageOrder, cite: 'IWC Wage Order 5-2001, 12(A)' },
  { id: 'ca-rest-4', over: 840, ...wageOrder, cite: 'IWC Wage Order 5-2001, 12(A)' },
];

export const coloradoRows: readonly DatedRow[] = [
  {
    ...{ id: 'co-meal', kind: 'meal', minutes: 30, over: 300, earliest: 60, paid: false },
    ...{ cite: '7 CCR 1103-1, Rule 5.1' },
    ...readAt('regulations.justia.com, COMPS Order #38, current through March 10, 2024'),
  },
  ...restsOver('co-rest', [120, 360, 600, 840, 1_080, 1_320], {
    ...{ minutes: 10, cite: '7 CCR 1103-1, Rule 5.2' },
    ...readAt('regulations.justia.com, COMPS Order #38, current through March 10, 2024'),
  }),
];

const outsideTwoHours = {
  kind: 'meal',
  minutes: 30,
  atLeast: 450,
  earliest: 120,
  notWithinLast: 120,
} as const;

export const connecticutRows: readonly DatedRow[] = [
  {
    ...{ id: 'ct-meal', ...outsideTwoHours, paid: false, cite: 'Conn. Gen. Stat. 31-51ii(a)' },
    ...readAt('legalfix.com, section 31-51ii, 2019'),
  },
];

export const delawareRows: readonly DatedRow[] = [
  {
    ...{ id: 'de-meal', ...outsideTwoHours, ageFrom: 18, paid: false, cite: '19 Del. C. 707(a)' },
    ...readAt('legis.delaware.gov, session laws, chapter 357'),
  },
  // who is under 18 has this one instead, which comes earlier
  {
    ...{ id: 'de-minor-meal', kind: 'meal', minutes: 30, over: 300, latest: 300, ageTo: 17, paid: false },
    cite: '19 Del. C. 507',
  },
];

export const illinoisRows: readonly DatedRow[] = [
  {
    ...{ id: 'il-meal-1', kind: 'meal', minutes: 20, atLeast: 450, latest: 300, paid: false },
    ...{ cite: '820 ILCS 140/3' },
    ...readAt('ilga.gov, compiled statutes'),
  },
  // four and a half hours more than seven and a half
  {
    ...{ id: 'il-meal-2', kind: 'meal', minutes: 20, atLeast: 720, earliest: 450, paid: false },
    ...{ cite: '820 ILCS 140/3', from: '2023-01-01' },
    ...readAt('ilga.gov, compiled statutes'),
  },
];

const laMeal = { kind: 'meal', minutes: 30, atLeast: 300, latest: 270, paid: false } as const;

export const louisianaRows: readonly DatedRow[] = [
  {
    ...{ id: 'la-minor-meal', ...laMeal, ageTo: 17, cite: 'La. R.S. 23:213', until: '2024-08-01' },
    ...readAt('legis.la.gov, as amended by Acts 2011, No. 177'),
  },
  {
    id: 'la-young-meal',
    ...laMeal,
    ageTo: 15,
    cite: 'La. R.S. 23:213 (H.B. 156 of 2024)',
    from: '2024-08-01',
  },
];

export const michiganRows: readonly DatedRow[] = [
  {
    ...{ id: 'mi-minor-meal', kind: 'meal', minutes: 30, over: 300, latest: 300, ageTo: 17, paid: false },
    ...{ cite: 'Mich. Comp. Laws 409.112' },
    ...readAt('hrcare.com, sections 409.112 and 409.113'),
  },
];

export const minnesotaRows: readonly DatedRow[] = [
  {
    ...{ id: 'mn-meal', kind: 'meal', minutes: 30, atLeast: 360, paid: false, premium: 'twice' },
    ...{ cite: 'Minn. Stat. 177.254', from: '2026-01-01' },
  },
  { id: 'mn-rest-1', ...mnRest, atLeast: 240, latest: 225, cite: 'Minn. Stat. 177.253' },
  { id: 'mn-rest-2', ...mnRest, atLeast: 480, earliest: 240, latest: 465, cite: 'Minn. Stat. 177.253' },
  { id: 'mn-rest-3', ...mnRest, atLeast: 720, earliest: 480, latest: 705, cite: 'Minn. Stat. 177.253' },
];

const nyGuidelines = readAt('guidelines of the Department of Labor that quote section 162, copy of 2014');

export const newYorkRows: readonly DatedRow[] = [
  {
    ...{ id: 'ny-noon', kind: 'meal', minutes: 30, over: 360, paid: false },
    ...{ spans: ['11:00 AM', '2:00 PM'], within: ['11:00 AM', '2:00 PM'] },
    ...{ cite: 'N.Y. Labor Law 162(2)', ...nyGuidelines },
  },
  {
    ...{ id: 'ny-evening', kind: 'meal', minutes: 20, startsBefore: '11:00 AM', endsAfter: '7:00 PM' },
    ...{ within: ['5:00 PM', '7:00 PM'], paid: false },
    ...{ cite: 'N.Y. Labor Law 162(3)', ...nyGuidelines },
  },
  // the copy breaks off before it says how long the meal is
  {
    ...{ id: 'ny-late', kind: 'meal', minutes: 45, over: 360, midway: 60, paid: false },
    ...{ startsFrom: '1:00 PM', startsBefore: '6:00 AM', cite: 'N.Y. Labor Law 162(4)' },
  },
];

const orMeal: Omit<DatedRow, 'id'> = {
  kind: 'meal',
  minutes: 30,
  paid: false,
  cite: 'OAR 839-020-0050(2)',
  ...readAt('oregon.public.law, rule 839-020-0050'),
};

export const oregonRows: readonly DatedRow[] = [
  // over before the fifth hour begins, that is after four; the sixth, after five
  { id: 'or-meal-short', ...orMeal, atLeast: 360, upTo: 420, earliest: 120, latest: 210 },
  { id: 'or-meal-long', ...orMeal, over: 420, earliest: 180, latest: 270 },
  {
    ...{ id: 'or-meal-2', kind: 'meal', minutes: 30, paid: false, atLeast: 840, earliest: 540 },
    cite: 'OAR 839-020-0050, Appendix A',
  },
  ...restsOver('or-rest', [120, 360, 600, 840], {
    ...{ minutes: 10, ageFrom: 18, cite: 'OAR 839-020-0050(6)' },
  }),
  ...restsOver('or-minor-rest', [120, 360, 600, 840], {
    ...{ minutes: 15, ageTo: 17, cite: 'OAR 839-021-0072(2)' },
  }),
];

// The rules for who is under 18 were being rewritten in 2026: what became of that was not read.
export const washingtonRows: readonly DatedRow[] = [
  {
    ...{ id: 'wa-meal', kind: 'meal', minutes: 30, over: 300, earliest: 120, latest: 300, paid: false },
    ...{ ageFrom: 18, waivable: {}, cite: 'WAC 296-126-092(1)' },
  },
  {
    ...{ id: 'wa-meal-2', kind: 'meal', minutes: 30, over: 600, earliest: 360, latest: 600, paid: false },
    ...{ ageFrom: 18, waivable: {}, cite: 'WAC 296-126-092(2)' },
  },
  { id: 'wa-rest-1', kind: 'rest', ...waRests, ageFrom: 18, atLeast: 240, latest: 180 },
  { id: 'wa-rest-2', kind: 'rest', ...waRests, ageFrom: 18, atLeast: 480, earliest: 240 },
  { id: 'wa-rest-3', kind: 'rest', ...waRests, ageFrom: 18, atLeast: 720, earliest: 480 },
  {
    ...{ id: 'wa-minor-meal', kind: 'meal', minutes: 30, over: 300, earliest: 120, latest: 300 },
    ...{ ageFrom: 16, ageTo: 17, paid: false, cite: 'WAC 296-125-0287' },
  },
  {
    ...{ id: 'wa-minor-rest-1', kind: 'rest', minutes: 10, paid: true, atLeast: 240, latest: 180 },
    ...{ ageFrom: 16, ageTo: 17, cite: 'WAC 296-125-0287' },
  },
  {
    ...{ id: 'wa-minor-rest-2', kind: 'rest', minutes: 10, paid: true, atLeast: 480, earliest: 240 },
    ...{ ageFrom: 16, ageTo: 17, cite: 'WAC 296-125-0287' },
  },
  {
    ...{ id: 'wa-young-meal', kind: 'meal', minutes: 30, over: 240, latest: 240, ageTo: 15 },
    ...{ paid: false, cite: 'WAC 296-125-0285(2)' },
  },
  { id: 'wa-young-rest-1', ...waYoung, atLeast: 120, latest: 120 },
  { id: 'wa-young-rest-2', ...waYoung, atLeast: 240, earliest: 120, latest: 240 },
  { id: 'wa-young-rest-3', ...waYoung, atLeast: 360, earliest: 240, latest: 360 },
  { id: 'wa-young-rest-4', ...waYoung, atLeast: 480, earliest: 360, latest: 480 },
];
