// What a person does in each engine of `explore -- engines`, in this order, in one page.

import { signOut } from '../../contract/account.ts';
import { approvePairing, listDevices, revokeDevice } from '../../contract/devices.ts';
import { setPin } from '../../contract/pins.ts';
import type { Crew } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import type { LineupServer } from '../journeys/lineup-server.ts';
import type { Session } from '../page/session.ts';
import { change, password, post, read } from '../team-requests.ts';
import { type Driver, type Point, until, within } from './engine-drivers.ts';
import { planSteps } from './engine-plan-steps.ts';

export interface Day {
  readonly server: LineupServer;
  /** Another browser of the same person. */
  readonly other: Session;
  readonly email: string;
  readonly team: string;
  readonly layout: string;
  /** The time of the server, until a step moves it. */
  readonly now: () => number;
  /** A store whose day can be planned. */
  readonly planned: { readonly team: string; readonly layout: string };
}

/** What people see of a page, and their hands. */
export class Page {
  readonly #driver: Driver;
  readonly #address: string;

  constructor(driver: Driver, address: string) {
    this.#driver = driver;
    this.#address = address;
  }

  async goto(path: string): Promise<void> {
    await this.#driver.goto(this.#address + path);
    await this.evaluate(hearErrors);
  }
  /** What went wrong in the page since it was opened. */
  async errors(): Promise<readonly string[]> {
    const heard = (await this.evaluate('window.heard || []')) as readonly string[];
    return heard.filter((each) => !ofWebKit.includes(each));
  }
  shown = () => this.evaluate(`location.pathname + ': ' + document.body.innerText.slice(0, 400)`);
  evaluate = (expression: string) => this.#driver.evaluate(expression);
  type = (text: string) => this.#driver.type(text);
  /** Waits until an expression is true. */
  sees = (expression: string) => until(() => this.#driver.evaluate(`Boolean(${expression})`), expression);
  says = (text: string) => this.sees(`document.body.innerText.includes(${JSON.stringify(text)})`);

  /** The middle of the element that `what` names by its label or words, once it is there and stands still. */
  async find(what: RegExp): Promise<Point> {
    const look = () => this.#look(what, `{ block: 'center' }`);
    return until(async () => {
      const [first, second] = [await look(), await look()];
      return first && JSON.stringify(first) === JSON.stringify(second) ? first : null;
    }, what) as Promise<Point>;
  }

  #look = (what: RegExp, scroll: string) =>
    this.#driver.evaluate(`(${middleOf})(${what}, ${scroll})`) as Promise<Point | null>;

  has = (what: RegExp) => this.find(what);
  press = async (what: RegExp) => this.#driver.mouse([await this.find(what)]);

  async fill(what: RegExp, text: string): Promise<void> {
    await this.press(what);
    await this.type(text);
  }

  async drag(what: RegExp, onto: RegExp): Promise<void> {
    await this.find(onto);
    const [x, y] = await this.find(what);
    // the page may have scrolled for the second
    const to = (await this.#look(onto, 'false')) ?? [x, y];
    // the script for it loads when the pointer comes
    await this.#driver.hover([x, y]);
    await this.evaluate('new Promise((done) => setTimeout(done, 2000))');
    await this.#driver.mouse([[x, y], [x + 10, y + 10], [(x + to[0]) / 2, (y + to[1]) / 2], to, to, to]);
  }
}

/** What WebKit says where sizes are observed in a circle, and where the menus' library takes away an empty style. */
const ofWebKit: readonly string[] = ['Script error.', 'style-src-attr'];

const hearErrors = `(() => {
  window.heard = [];
  addEventListener('error', ({ message }) => window.heard.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.heard.push(String(reason)));
  addEventListener('securitypolicyviolation', (event) => window.heard.push(event.violatedDirective));
})()`;

/** Runs in the page. */
const middleOf = `(what, scroll) => {
  const labelOf = (one) => one.getAttribute('aria-label') || (one.labels && one.labels[0] && one.labels[0].textContent) || one.textContent;
  const root = [...document.querySelectorAll('dialog[open]')].pop() || document;
  const found = [...root.querySelectorAll('button, a, input, textarea, select, [role], .ql-editor')]
    .find((one) => what.test(labelOf(one).trim()) && one.getClientRects().length > 0);
  if (!found) return null;
  if (scroll) found.scrollIntoView(scroll);
  const { left, top, width, height } = found.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}`;

const shownCode = `document.querySelector('.show-code__code').textContent.replace(' ', '')`;

export type Step = (page: Page, day: Day) => Promise<unknown>;

const people = ({ other, team, layout }: Day) => read({ request: other.request }, team, layout);

export const steps: Readonly<Record<string, Step>> = {
  'sign in': async (page, { email, team, layout }) => {
    await page.goto('/login');
    await page.evaluate(
      `localStorage.setItem('selectedTeam', '${team}'), localStorage.setItem('selectedLayout', '${layout}')`,
    );
    await page.fill(/^Email$/, email);
    await page.fill(/^Password$/, password);
    await page.press(/^Sign In$/);
    await page.sees(`!location.pathname.includes('login')`);
  },
  'the sample day': async (page) => {
    await page.goto('/');
    await page.sees(`document.querySelectorAll('.positions__row').length > 5`);
  },
  'a break': async (page) => {
    await page.press(/break 1: not taken/);
    await page.has(/break 1: running/);
  },
  sound: async (page) => {
    await page.goto('/account');
    await page.evaluate(`(() => {
      window.made = [];
      const Known = window.AudioContext;
      window.AudioContext = class extends Known { constructor() { super(); window.made.push(this); } };
    })()`);
    await page.press(/^Play a sound/);
    await page.sees(`window.made.length === 1 && window.made[0].state === 'running'`);
  },
  notes: async (page) => {
    await page.goto('/editor/overview');
    await page.sees(`document.querySelector('.ql-editor')`);
    await page.press(/^Shift notes$/);
    await page.type('Truck at 2');
    await page.press(/^Save$/);
    await page.goto('/');
    await page.says('Truck at 2');
  },
  'a shift by its form': async (page) => {
    await page.goto('/editor/shifts/add');
    await page.fill(/^Name/, 'Noor Engine');
    await page.fill(/^Start Time/, '9a');
    await page.fill(/^End Time/, '5p');
    await page.press(/^(Save|Add|Add Shift)$/);
    await page.sees(`location.pathname === '/editor/shifts'`);
    await page.says('Noor Engine');
  },
  'an import': async (page) => {
    await page.goto('/editor/shifts/import');
    await page.press(/^Paste the schedule/);
    // a clipboard can't be had everywhere
    await page.evaluate(`(() => {
      document.execCommand('insertText', false, 'Name\\tDate\\tStart\\tEnd\\nNadia Paste\\t11/21/2026\\t8:00 AM\\t4:00 PM');
    })()`);
    await page.press(/^Import 1 Shift$/);
    await page.goto('/editor/shifts');
    await page.says('Nadia Paste');
  },
  'placing by presses': async (page) => {
    await page.goto('/editor/rotations');
    await page.press(/^Noor Engine/);
    await page.press(/^Place Noor Engine on [^,]+, [^,]+$/);
    await page.has(/Remove Noor Engine from /i);
  },
  'a second person on a position': async (page) => {
    await page.press(/^Nadia Paste/);
    await page.press(/^Place Nadia Paste on .*, with Noor Engine$/);
    await page.has(/Remove Nadia Paste from /i);
  },
  dragging: async (page) => {
    await page.goto('/editor/rotations');
    await page.has(/Remove Nadia Paste from /i);
    await page.drag(/^Hiro Tanaka/, /remove Cody Larsen from Register 1/);
    await page.has(/remove Hiro Tanaka from Register 1/);
  },
  'all pages': async (page) => {
    for (const path of [
      '/timeline',
      '/layouts',
      '/crew',
      '/templates',
      '/team',
      '/account',
      '/mine',
      '/editor/history',
      '/secure',
    ]) {
      await page.goto(path);
      await page.sees(
        `document.querySelector('h1') && !/wrong|not found/i.test(document.querySelector('h1').textContent)`,
      );
    }
    await page.goto('/tv');
    await page.sees(`document.querySelector('.tv-line__name')`);
    await page.evaluate(`new Promise((done) => setTimeout(done, 300))`);
    await page.type('a');
    await page.press(/^Leave Television$/);
  },
  'a change of another browser': async (page, { other, team, layout }) => {
    await page.goto('/');
    await page.sees(`document.querySelectorAll('.positions__row').length > 5`);
    const next = [{ insert: 'From elsewhere\n' }];
    const { notes } = await read({ request: other.request }, team, layout);
    await change({ request: other.request }, team, layout, {
      type: 'notes.edit',
      base: notes,
      next,
    } as never);
    await page.says('From elsewhere');
  },
  'the server gone and back': async (page, day) => {
    const before = await breaksTaken(day);
    await day.server.kill();
    await page.sees(`/offline/i.test(document.body.innerText)`);
    await page.press(/break 1: not taken/);
    await page.says('1 change waiting');
    await day.server.start();
    await page.sees(`!/offline|waiting/i.test(document.querySelector('header').innerText)`);
    await until(async () => (await breaksTaken(day)) === before + 1);
  },
  ...planSteps,
  'a wall that is paired': async (page, { other, team }) => {
    await page.evaluate(`fetch('${signOut.path}', { method: 'POST' })`);
    await page.goto('/tv');
    await page.sees(shownCode);
    const terms = { name: 'Wall', area: null, role: 'viewer' } as const;
    const code = await page.evaluate(shownCode);
    await post({ request: other.request }, approvePairing.path.replace(':team', team), { code, ...terms });
    await page.sees(`document.querySelectorAll('.tv-board .tv-line').length > 20`);
    await page.sees(`document.querySelector('.tv h1').textContent === 'Lunch'`);
  },
  'a wall whose server is gone and back': async (page, { server, other, team, layout }) => {
    await server.kill();
    await page.sees(`/offline/i.test(document.querySelector('.tv header').innerText)`);
    await page.sees(`document.querySelectorAll('.tv-board .tv-line').length > 20`);
    await server.start();
    await page.sees(`!/offline/i.test(document.querySelector('.tv header').innerText)`);
    const next = [{ insert: 'For the wall\n' }];
    const { notes } = await read({ request: other.request }, team, layout);
    await change({ request: other.request }, team, layout, { type: 'notes.edit', base: notes, next });
    await page.says('For the wall');
  },
  'a wall at the next rotation': async (page, { server }) => {
    await server.moveClock(3 * 3_600_000);
    await page.sees(`document.querySelector('.tv h1').textContent === 'Afternoon'`);
  },
  'a tablet that is paired': async (page, { other, team }) => {
    const sender = { request: other.request };
    const { devices } = await (await other.request.get(listDevices.path.replace(':team', team))).json();
    for (const { id } of devices) {
      await other.fetch(revokeDevice.path.replace(':team', team).replace(':device', id), {
        method: 'DELETE',
      });
    }
    const { people } = await read<Crew>(sender, team, crewDocument);
    for (const [name, pin] of Object.entries(pins)) {
      const person = people.find((each) => each.name === name)?.id ?? '';
      await post(sender, setPin.path.replace(':team', team).replace(':person', person), {
        pin,
        role: 'lead',
      });
    }
    await page.goto('/kiosk');
    await page.sees(shownCode);
    const terms = { name: 'Tablet', area: null, role: 'lead' } as const;
    const code = await page.evaluate(shownCode);
    await post(sender, approvePairing.path.replace(':team', team), { code, ...terms });
    await page.has(/^Locked$/);
  },
  'a press on a locked tablet': async (page, day) => {
    await page.press(/break 1: not taken/);
    await page.says('Who is here?');
    await unlock(page, 'Hiro Tanaka', 'presses');
    await page.has(/break 1: running/);
    await recordedBy(day, ['Hiro Tanaka']);
  },
  'a second person at the tablet': async (page, day) => {
    await page.press(/^Hiro Tanaka is here$/);
    await page.press(/^Someone Else$/);
    await unlock(page, 'Esther Mwangi', 'keys');
    await page.press(/break 1: not taken/);
    await recordedBy(day, ['Esther Mwangi', 'Hiro Tanaka']);
    await page.press(/^Esther Mwangi is here$/);
    await page.press(/^Lock$/);
    await page.has(/^Locked$/);
  },
  'two people at a tablet whose server is gone': async (page, day) => {
    await day.server.kill();
    await page.sees(`/offline/i.test(document.body.innerText)`);
    await page.press(/break 1: not taken/);
    await unlock(page, 'Hiro Tanaka', 'keys');
    await page.says('1 change waiting');
    await page.press(/^Hiro Tanaka is here$/);
    await page.press(/^Someone Else$/);
    await unlock(page, 'Esther Mwangi', 'presses');
    await page.press(/break 1: not taken/);
    await page.says('2 changes waiting');
    await day.server.start();
    await page.sees(`!/offline|waiting/i.test(document.querySelector('header').innerText)`);
    await recordedBy(day, ['Esther Mwangi', 'Hiro Tanaka', 'Esther Mwangi', 'Hiro Tanaka']);
  },
};

const pins = { 'Hiro Tanaka': '2580', 'Esther Mwangi': '1937' };

async function unlock(page: Page, name: keyof typeof pins, by: 'keys' | 'presses'): Promise<void> {
  await page.press(new RegExp(`^${name}$`));
  if (by === 'keys') await page.fill(/^PIN$/, pins[name]);
  else for (const digit of pins[name]) await page.press(new RegExp(`^${digit}$`));
  await page.press(/^Unlock$/);
  await page.has(new RegExp(`^${name} is here$`));
}

/** Who made the last changes of the day on the tablet, the newest first. */
async function recordedBy({ other, team, layout }: Day, people: readonly string[]): Promise<void> {
  await until(async () => {
    const history = await other.request.get(`/api/teams/${team}/documents/${layout}/history`);
    const { entries } = await history.json();
    const last = entries.slice(0, people.length).map((entry: object) => JSON.stringify(entry));
    return people.every((name, index) => last[index]?.includes(name) && last[index].includes('Tablet'));
  }, people);
}

async function breaksTaken(day: Day): Promise<number> {
  return JSON.stringify(await people(day)).split('"startedAt"').length;
}

/** In milliseconds. A step that hangs has failed, and the next one begins with a page of its own. */
const longest = 90_000;

interface Walk {
  readonly say: (line: string) => void;
  /** Signing in, and the steps with such a name. */
  readonly only: RegExp;
}

/** Does all, and says of each whether it went as it should. */
export async function walk(driver: Driver, day: Day, { say, only }: Walk): Promise<number> {
  const page = new Page(driver, day.server.address);
  let failed = 0;
  for (const [name, step] of Object.entries(steps)) {
    if (name !== 'sign in' && !only.test(name)) continue;
    try {
      await within(longest, step(page, day));
      const errors = await page.errors();
      if (errors.length > 0) throw new Error(errors.join('; '));
      say(`  yes  ${name}`);
    } catch (error) {
      failed++;
      say(`  NO   ${name}: ${String(error).slice(0, 160)}`);
      const shown = await within(longest, page.shown()).catch(String);
      say(`       ${JSON.stringify(shown)}`);
    }
  }
  return failed;
}
