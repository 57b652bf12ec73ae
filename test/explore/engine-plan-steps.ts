// Planning a day in each engine of `explore -- engines`: its plans are those that Node makes.
import { readFileSync } from 'node:fs';
import { breakWork } from '../../client/planner/break-work.ts';
import { seatWork } from '../../client/planner/seat-work.ts';
import { apply, type ChangeOf } from '../../domain/change/change.ts';
import type { Crew } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { plannedOf } from '../../domain/day/planning-changes.ts';
import { hasSomebodyOut, maySit } from '../../domain/day/who-is-there.ts';
import { positionsOf } from '../../domain/plan/rotation.ts';
import { dayFromDocuments, noToughMinutes } from '../../domain/planner/from-documents.ts';
import { plannerDay } from '../../domain/planner/from-layout.ts';
import { breaksTo, mendingMoves, movesTo, seatsAfter, takeOf } from '../../domain/planner/proposal.ts';
import type { Team } from '../../domain/team/team.ts';
import { minutesInto } from '../../domain/time/date.ts';
import { change, read } from '../team-requests.ts';
import { until } from './engine-drivers.ts';
import type { Day, Page, Step } from './engine-steps.ts';
import { day45 } from './planned-store.ts';

const zone = 'America/Chicago';
const build = new URL('../../dist/web/service-worker.js', import.meta.url).pathname;

const document = <Body extends Layout | Crew | Team>({ other, planned }: Day, id: string) =>
  read<Body>({ request: other.request }, planned.team, id);
const layoutOf = (day: Day) => document<Layout>(day, day.planned.layout);
const make = ({ other, planned }: Day, made: Parameters<typeof change>[3]) =>
  change({ request: other.request }, planned.team, planned.layout, made);

async function plannerDayOf(day: Day) {
  const layout = await layoutOf(day);
  const crew = await document<Crew>(day, crewDocument);
  const team = await document<Team>(day, day.planned.team);
  return { layout, day: dayFromDocuments({ layout, crew, team, tough: noToughMinutes }).day };
}

/** The minute at which the page plans. */
const minuteOf = ({ now }: Day, { date }: Layout) => Math.floor(minutesInto(date, now(), zone) / 5) * 5;

/** Who sits where and when each breaks, as text. */
const planIn = ({ rotations, shifts }: Layout) =>
  JSON.stringify({
    seats: rotations.flatMap((rotation) =>
      positionsOf(rotation).map(({ id, seats }) => [rotation.id, id, [...seats].sort()]),
    ),
    breaks: shifts.map((shift) => [shift.id, plannedOf(shift)]),
  });

function after(layout: Layout, plan: ChangeOf<'plan.take'> | null): string {
  const made = plan && apply(layout, plan);
  if (!made?.ok) throw new Error('Node has no plan');
  return planIn(made.value as Layout);
}

/** The plan of the whole day that a press on 'Accept Plan' takes. */
function planOfNode({ layout, day }: Awaited<ReturnType<typeof plannerDayOf>>, now: number): string {
  const moves = movesTo(layout, seatWork.seats({ day, standing: [] }).seats, { keeps: true });
  const { breaks } = breakWork.breaks({
    day,
    seats: seatsAfter(layout, moves),
    standing: { fixed: [], now },
  });
  return after(layout, takeOf(moves, breaksTo(layout, breaks)));
}

const isSameAs = async (day: Day, plans: readonly string[]) => {
  await until(async () => plans.includes(planIn(await layoutOf(day))), 'the plan of Node');
};

/** JSON with maps and sets, which a page reads by `revive`. */
const withMaps = (value: unknown): string =>
  JSON.stringify(value, (_, each) => {
    if (each instanceof Map) return { map: [...each] };
    return each instanceof Set ? { set: [...each] } : each;
  });
const revive = `(text) => JSON.parse(text, (_, each) =>
  each && Array.isArray(each.map) ? new Map(each.map) : each && Array.isArray(each.set) ? new Set(each.set) : each)`;

/** What the script of a worker answers in the page. */
async function askInPage(page: Page, worker: string, kind: string, asked: object): Promise<unknown> {
  const [file] = new RegExp(`/assets/${worker}-worker-[^"]+`).exec(readFileSync(build, 'utf8')) ?? [];
  return page.evaluate(`new Promise((done, fail) => {
    const worker = new Worker('${file}');
    worker.onmessage = ({ data }) => { worker.terminate(); done(data.answer); };
    worker.onerror = (event) => fail(new Error(event.message || 'the worker did not load'));
    worker.postMessage({ id: 1, kind: '${kind}', asked: (${revive})(${JSON.stringify(withMaps(asked))}) });
  })`);
}

const choose = (page: Page, label: RegExp, value: string) =>
  page.evaluate(`(() => {
    const field = [...document.querySelectorAll('dialog[open] select')].find((one) => ${label}.test(one.labels[0].textContent));
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(field, ${JSON.stringify(value)});
    field.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);

const rowsWith = (text: string) =>
  `[...document.querySelectorAll('.positions__row')].some((row) => row.innerText.includes(${JSON.stringify(text)}))`;

/** A page of a team's day. WebKit may open one with what was stored before: then it is opened again. */
async function open(page: Page, { team, layout }: Day['planned'], path: string): Promise<void> {
  const stored = `localStorage.getItem('selectedTeam') === '${team}' && localStorage.getItem('selectedLayout') === '${layout}'`;
  await until(async () => {
    if (!(await page.evaluate(stored)))
      await page.evaluate(
        `localStorage.setItem('selectedTeam', '${team}'), localStorage.setItem('selectedLayout', '${layout}')`,
      );
    await page.goto(path);
    return page.evaluate(stored);
  }, path);
}

export const planSteps: Readonly<Record<string, Step>> = {
  'the workers answer as Node does': async (page) => {
    const { layout, planner } = day45();
    const day = plannerDay(layout, planner, { laws: layout.laws ?? [] });
    const seats = seatWork.seats({ day, standing: [] });
    const standing = { fixed: [], now: 0 };
    const breaks = breakWork.breaks({ day, seats: seats.seats, standing });
    const seatsThere = await askInPage(page, 'seats', 'seats', { day, standing: [] });
    if (JSON.stringify(seatsThere) !== JSON.stringify(seats)) throw new Error('The seats differ');
    const breaksThere = await askInPage(page, 'breaks', 'breaks', { day, seats: seats.seats, standing });
    if (JSON.stringify(breaksThere) !== JSON.stringify(breaks)) throw new Error('The breaks differ');
  },
  'headcount charts': async (page, day) => {
    await open(page, day.planned, '/editor/plan/1/charts');
    await page.press(/Host with 21 people$/);
    await page.press(/^Seat$/);
    const hostIn = async () => {
      const lunch = (await layoutOf(day)).rotations[1];
      const host = lunch && positionsOf(lunch).find(({ name }) => name === 'Host')?.id;
      return lunch?.charts?.find(({ people }) => people === 21)?.coveredBy[host ?? ''];
    };
    await until(async () => (await hostIn()) === undefined, 'a seat');
    await page.sees(
      `!document.querySelector('[role=menu]') && /Host with 21 people$/.test(document.activeElement.textContent)`,
    );
    await page.type('-');
    await until(async () => (await hostIn()) === null, 'closed');
  },
  'skills by taps': async (page, day) => {
    await open(page, day.planned, '/crew/skills');
    await page.sees(`document.querySelectorAll('.skills__grid tbody tr').length === 45`);
    const levels = async () =>
      JSON.stringify((await document<Crew>(day, crewDocument)).people.map(({ skills }) => skills));
    const before = await levels();
    const cell = `document.querySelector('.skills__grid tbody td')`;
    await page.evaluate(`${cell}.click()`);
    await until(async () => (await levels()) !== before, 'another level');
    // around the circle of four levels by the keyboard
    for (let press = 0; press < 3; press++) await page.type(' ');
    await until(async () => (await levels()) === before, 'the level as before');
  },
  'a plan of the day': async (page, day) => {
    const known = await plannerDayOf(day);
    await open(page, day.planned, '/editor/planner');
    await page.sees(`document.querySelector('.planner__take[aria-busy="false"]')`);
    const first = minuteOf(day, known.layout);
    await page.press(/^Accept Plan$/);
    await page.sees(`location.pathname === '/editor/rotations'`);
    const plans = [first, minuteOf(day, known.layout)].map((now) => planOfNode(known, now));
    await isSameAs(day, plans);
  },
  'why not somebody else': async (page, day) => {
    await open(page, day.planned, '/editor/planner');
    await page.press(/^Plan Anew$/);
    await page.sees(`document.querySelector('.planner__take[aria-busy="false"]')`);
    await page.press(/^Why not somebody else on Register 1 in Lunch/);
    const someone = await page.evaluate(`document.querySelector('dialog[open] select').options[3].value`);
    await choose(page, /^Person/, String(someone));
    await page.sees(
      `/would move|can’t be there|is there/.test(document.querySelector('dialog[open]').innerText)`,
    );
    await page.press(/^Close$/);
  },
  'a day with charts': async (page, day) => {
    await open(page, day.planned, '/');
    await page.sees(rowsWith('· Register 2'));
    await page.sees(rowsWith('Closed'));
    await page.sees(`/people/.test(document.querySelector('.headcount').innerText)`);
  },
  'a call-out that is mended': async (page, day) => {
    const before = await layoutOf(day);
    const lunch = before.rotations[1];
    const must = lunch && positionsOf(lunch).find(({ name }) => name === 'Window');
    const shift = before.shifts.find(
      (each) => must?.seats.includes(each.id) && lunch && maySit(each, lunch, before.dayStart),
    );
    const record = { at: 0, by: null, from: '11:00 AM', reason: 'sick' } as const;
    await make(day, { type: 'shift.out', shift: shift?.id ?? '', ...record });
    await page.sees(`/must-minutes? regained/.test(document.querySelector('.headcount').innerText)`);
    const out = await plannerDayOf(day);
    const rotations = out.layout.rotations
      .filter((each) => each !== out.layout.rotations[0] && hasSomebodyOut(out.layout, each))
      .map(({ id }) => id);
    const minute = minuteOf(day, out.layout);
    const plans = [minute - 5, minute].map((now) => {
      const { seats } = seatWork.mend({ day: out.day, now, rotations });
      return after(out.layout, takeOf(mendingMoves(out.layout, seats, new Set(rotations)), []));
    });
    await page.press(/^Set Up$/);
    await isSameAs(day, plans);
    await page.press(/^Undo$/);
    await isSameAs(day, [planIn(out.layout)]);
    await make(day, { type: 'shift.back', shift: shift?.id ?? '' });
  },
  'a television with charts': async (page, day) => {
    await open(page, day.planned, '/tv');
    await page.sees(`document.querySelector('.tv h1').textContent === 'Lunch'`);
    await page.sees(`[...document.querySelectorAll('.tv-line')].some((line) =>
      /Register 2/.test(line.innerText) && /Drinks/.test(line.innerText))`);
    await page.evaluate(`new Promise((done) => setTimeout(done, 300))`);
    await page.type('a');
    await page.press(/^Leave Television$/);
    await open(page, day, '/');
  },
};
