import { expect, type Page } from '@playwright/test';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { desk, phone, tablet } from '../look.ts';
import {
  atPage,
  change,
  colleague,
  createLayout,
  openTeam,
  read,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.use({ hasTouch: true, isMobile: true, viewport: tablet });

const [ana, ben, cleo, dario] = [
  shiftOf('Ana Lopez', { startTime: '5:30 AM', endTime: '1:30 PM' }),
  shiftOf('Ben Okafor', { startTime: '10:30 AM', endTime: '6:00 PM' }),
  shiftOf('Cleo Novak', { startTime: '1:00 PM', endTime: '9:30 PM' }),
  shiftOf('Dario Ruiz', { startTime: '6:00 PM', endTime: '2:00 AM' }),
];
/** One subarea with two assigned positions. */
const rotation = (name: string, startTime: string, endTime: string, first = '', second = ''): Rotation => ({
  ...{ id: name.toLowerCase(), name, startTime, endTime },
  subareas: [
    {
      id: `counter ${name}`,
      name: 'Front Counter',
      positions: [first, second].map((person, index) => ({
        id: `register ${index} ${name}`,
        name: `Register ${index + 1}`,
        seats: person ? [person] : [],
      })),
    },
  ],
});
const saturday: Partial<Layout> = {
  date: '2026-10-31',
  shifts: [ana, ben, cleo, dario],
  rotations: [
    rotation('Breakfast', '6:00 AM', '10:30 AM', ana.id),
    rotation('Lunch', '10:30 AM', '2:00 PM', ana.id, ben.id),
    rotation('Dinner', '2:00 PM', '9:00 PM', ben.id, cleo.id),
    rotation('Close', '9:00 PM', '2:00 AM', dario.id),
  ],
};
const eve = shiftOf('Eve Sato', { startTime: '5:30 AM', endTime: '1:30 PM' });
const sunday: Partial<Layout> = {
  date: '2026-11-01',
  shifts: [eve],
  rotations: [rotation('Breakfast', '6:00 AM', '10:30 AM', eve.id), rotation('Lunch', '10:30 AM', '2:00 PM')],
};

interface Board {
  readonly day: string;
  readonly rotation: string;
  /** The rotation marked as now, if it differs from the one shown. */
  readonly now?: string;
  /** Text of the banner, if any. */
  readonly held?: string;
  readonly out: string;
  /** A row per person with breaks; without seconds, which pass while three screens are checked. */
  readonly breaks: readonly string[];
  readonly seats: readonly [string, string];
}

test('a whole day, from 5 AM until the next day, on a phone, a tablet, a desk and a television', async ({
  page: lead,
  clock,
}) => {
  // clocks go back this night: 1 to 2 AM comes twice
  await clock.set('2026-10-31T05:00:00-05:00');
  const { team } = await openTeam(lead, { dayStart: '4:00 AM' });
  const layout = await createLayout(lead.context(), team, saturday);
  const onPhone = { viewport: phone, hasTouch: true, isMobile: true };
  const screens = {
    tablet: lead,
    phone: await colleague(lead, team, 'viewer', 'Crew', onPhone),
    desk: await colleague(lead, team, 'viewer', 'Office', { viewport: desk }),
    television: await colleague(lead, team, 'viewer', 'Line', { viewport: desk }),
  };
  for (const [name, page] of Object.entries(screens)) {
    await remember(page, { team, layout });
    await page.goto(name === 'television' ? '/tv' : '/');
  }

  const expectAll = (time: string, board: Board) =>
    Promise.all(
      Object.entries(screens).map(([name, page]) => expectBoard(page, `${name}, ${time}`, time, board)),
    );
  const at = async (instant: string, board: Board) => {
    await clock.set(instant);
    await expectAll(wallTime(instant), board);
  };
  const press = (state: RegExp) => lead.getByRole('button', { name: state }).tap();

  const early: Board = {
    day: '10/31/2026 Saturday',
    rotation: 'Breakfast',
    out: '0 out, 1 to go',
    breaks: ['Ana L. not taken'],
    seats: ['Ana L.', 'Open'],
  };
  await expectAll('5:00 AM', { ...early, now: '' });
  await at('2026-10-31T06:00:01-05:00', early);
  await clock.set('2026-10-31T09:00:01-05:00');
  await press(/Ana Lopez, break 1: not taken/);
  const onBreak = { ...early, out: '1 out, 0 to go', seats: ['Ana L. on a break', 'Open'] } as const;
  await expectAll('9:00 AM', { ...onBreak, breaks: ['Ana L. 30 left, back 9:30'] });
  await at('2026-10-31T09:28:30-05:00', { ...onBreak, breaks: ['Ana L. 2 left, back 9:30'] });
  await at('2026-10-31T09:50:10-05:00', { ...onBreak, breaks: ['Ana L. 20 min over, due back 9:30'] });
  await press(/Ana Lopez, break 1: 20 min over/);
  const back = { ...early, out: '0 out, 0 to go', breaks: ['Ana L. done, 9:00–9:50 AM'] };
  await expectAll('9:50 AM', back);
  await at('2026-10-31T10:29:00-05:00', back);

  const lunch: Board = {
    ...early,
    rotation: 'Lunch',
    out: '0 out, 2 to go',
    breaks: ['Ben O. not taken', 'Cleo N. not taken', 'Ana L. done, 9:00–9:50 AM'],
    seats: ['Ana L.', 'Ben O.'],
  };
  await at('2026-10-31T10:30:01-05:00', lunch);
  const swap = {
    type: 'shift.unseat',
    shift: ana.id,
    rotation: 'lunch',
    position: 'register 0 Lunch',
  } as const;
  await change(lead.context(), team, layout, swap);
  await at('2026-10-31T13:30:01-05:00', { ...lunch, seats: ['Open', 'Ben O.'] });
  const dinner: Board = {
    ...lunch,
    rotation: 'Dinner',
    out: '0 out, 3 to go',
    breaks: ['Ben O. not taken', 'Cleo N. not taken', 'Dario R. not taken'],
    seats: ['Ben O.', 'Cleo N.'],
  };
  await at('2026-10-31T14:00:01-05:00', dinner);

  // someone looks up who closes and puts the phone away
  await screens.phone.getByRole('button', { name: /^Close/ }).tap();
  const close: Board = {
    ...dinner,
    rotation: 'Close',
    out: '0 out, 2 to go',
    breaks: ['Cleo N. not taken', 'Dario R. not taken'],
    seats: ['Dario R.', 'Open'],
  };
  await expectBoard(screens.phone, 'looked up', '2:00 PM', {
    ...close,
    now: 'Dinner',
    held: 'Viewing Close',
  });
  await at('2026-10-31T14:06:00-05:00', dinner);

  // Cleo's break is due, and Ben has left
  const evening = ['Cleo N. not taken', 'Ben O. not taken', 'Dario R. not taken'];
  await at('2026-10-31T20:59:00-05:00', { ...dinner, breaks: evening, seats: ['Open', 'Cleo N.'] });
  await createLayout(lead.context(), team, sunday);
  await at('2026-10-31T21:00:01-05:00', close);
  // Dario's break is due, and his row moved: a press right then would be ignored
  const night = ['Dario R. not taken', 'Cleo N. not taken'];
  await at('2026-10-31T23:44:55-05:00', { ...close, breaks: night });
  await clock.set('2026-10-31T23:45:01-05:00');
  await press(/Dario Ruiz, break 1: not taken/);
  const late = { ...close, out: '1 out, 1 to go' };
  const away = ['Dario R. on a break', 'Open'] as const;
  const rows = (dario: string) => [`Dario R. ${dario} 12:15`, 'Cleo N. not taken'];
  await at('2026-11-01T00:00:05-05:00', { ...late, breaks: rows('15 left, back'), seats: away });
  await screens.phone.reload();
  await expectAll('12:00 AM', { ...late, breaks: rows('15 left, back'), seats: away });
  await at('2026-11-01T00:20:05-05:00', { ...late, breaks: rows('5 min over, due back'), seats: away });
  const forgotten = { ...close, out: '0 out, 1 to go' };
  const last = (over: string) => ['Cleo N. not taken', `Dario R. ${over} over, due back 12:15`];
  await at('2026-11-01T01:30:05-05:00', { ...forgotten, breaks: last('1 h 15 min') });
  await at('2026-11-01T01:30:05-06:00', { ...forgotten, breaks: last('2 h 15 min') });
  // a break ends with the shift
  const over = ['Cleo N. not taken', 'Dario R. not confirmed, since 11:45 PM'];
  await at('2026-11-01T02:00:05-06:00', { ...forgotten, now: '', breaks: over });
  await at('2026-11-01T03:59:00-06:00', { ...forgotten, now: '', breaks: over });

  const next: Board = {
    ...early,
    day: '11/1/2026 Sunday',
    breaks: ['Eve S. not taken'],
    seats: ['Eve S.', 'Open'],
  };
  await at('2026-11-01T04:00:01-06:00', { ...next, now: '' });
  await at('2026-11-01T10:30:01-06:00', { ...next, rotation: 'Lunch', seats: ['Open', 'Open'] });
  const kept = await read<Layout>(lead.context(), team, layout);
  expect(kept.date, 'the past day is unchanged').toBe('2026-10-31');
});

async function expectBoard(page: Page, where: string, time: string, board: Board) {
  const isTelevision = atPage('/tv')(new URL(page.url()));
  const shown = { time, now: board.rotation, held: '', ...board };
  const expected = isTelevision ? { ...shown, breaks: shown.breaks.map(onTelevision) } : shown;
  const look = () => (isTelevision ? seenOnTelevision(page) : seen(page));
  await expect.poll(look, { message: where, intervals: [100] }).toEqual(expected);
}

/** One note beside a name: not when somebody is back. */
const onTelevision = (row: string) => row.replace(/, (due )?back .*|, since .*| done,/, '');

const wallTime = (instant: string) =>
  new Date(instant)
    .toLocaleTimeString('en-US', { timeZone: 'America/Chicago', hour: 'numeric', minute: '2-digit' })
    .replace(/\s/, ' ');

const seen = (page: Page) =>
  page.evaluate(() => {
    const textOf = (within: ParentNode, selector: string) =>
      within.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    const all = (within: ParentNode, selector: string) => [...within.querySelectorAll(selector)];
    const slotText = (slot: Element) => {
      const [minutes = 0, seconds = 0] = textOf(slot, '.break-slot__time').split(':').map(Number);
      if (minutes + seconds > 0) return `${Math.ceil(minutes + seconds / 60)} left`;
      const [, state = ''] = /break-slot--(not-taken|done)/.exec(slot.className) ?? [];
      const late = textOf(slot, '.break-slot__over').replace(/:\d\d late/, ' min late');
      return late.replace(/ late$/, ' over') || state.replace('-', ' ');
    };
    const breakText = (row: Element) => {
      const slots = all(row, '.break-slot').map(slotText);
      const note = textOf(row, '.break-rail__note').replace(/^due (since )?\d.*/, '');
      return `${textOf(row, '.break-rail__name')} ${[...slots, note].filter(Boolean).join(', ')}`;
    };
    const seatText = (row: Element) => {
      const person = textOf(row, '.positions__short');
      return (person || 'Open') + (row.querySelector('.break-note') ? ' on a break' : '');
    };
    return {
      time: textOf(document, '.header__clock'),
      day: `${textOf(document, 'h1')} ${textOf(document, '.header__about').split(' · ')[0]}`,
      rotation: textOf(document, '.pill[aria-pressed="true"] .pill__label'),
      now: textOf(document, '.pill:has(.pill__note) .pill__label'),
      out: textOf(document, '.break-rail .card__aside'),
      breaks: all(document, '.break-rail__row').map(breakText),
      seats: all(document, '.positions__row').map(seatText),
      held: textOf(document, '.view-banner__text'),
    };
  });

const seenOnTelevision = (page: Page) =>
  page.evaluate(() => {
    const textOf = (within: ParentNode, selector: string) =>
      within.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    const lines = (within: string) => [...document.querySelectorAll(`${within} .tv-line`)];
    const breakText = (row: Element) => {
      const note = textOf(row, '.tv-line__note')
        .replace(/^due .*/, 'not taken')
        .replace(/^(\d+):(\d\d) left$/, (_, m, s) => `${Math.ceil(Number(m) + Number(s) / 60)} left`)
        .replace(/:\d\d late$/, ' min late')
        .replace(/ late$/, ' over');
      return `${textOf(row, '.tv-line__name')} ${note}`;
    };
    const seatText = (row: Element) =>
      textOf(row, '.tv-line__name') + (row.querySelector('.tv-line__note svg') ? ' on a break' : '');
    const [weekday, date] = textOf(document, '.tv__about').split(/ · |, /);
    const rotation = textOf(document, 'h1');
    return {
      time: textOf(document, '.header__clock'),
      day: `${date} ${weekday}`,
      rotation,
      now: textOf(document, 'h1 + span').startsWith('until') ? rotation : '',
      out: textOf(document, '.tv-breaks .card__aside').replace(/^\d+ out$/, '$&, 0 to go'),
      breaks: lines('.tv-breaks').map(breakText),
      seats: lines('.tv-board').map(seatText),
      held: textOf(document, '.view-banner__text'),
    };
  });
