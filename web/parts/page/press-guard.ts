import { words } from '../../../client/words/words.ts';
import { afterPaint } from '../../ui/page/events.ts';
import { guardKeys } from './key-guard.ts';
import { justMovedAutomatically } from './user-activity.ts';
import './press-guard.css';

const t = words('page');

/** What appears where a finger was takes no press until the finger has been away this long. */
const awayMilliseconds = 1000;
/** A press this soon after something moved or changed was meant for what was there before. */
const reactionMilliseconds = 700;
/** A second tap lands within so many pixels of the first. */
const sameSpot = 32;

const pressable = 'button, a[href], summary, label, dialog, [role="option"], [role="menuitem"], [data-stop]';
/** What means the same whatever it says and wherever it came from. */
const meant = '[data-meant]';
/** Where things are watched all the time, also for what others do to them. */
const watched = '[data-watched]';
const surfaces = '[role="dialog"], dialog, [role="menu"], .toast';

type Point = { readonly x: number; readonly y: number };

interface Press extends Point {
  readonly at: number;
  readonly thing: Element | null;
  readonly state: string;
}

/** A watched thing as it was last. `box` changes when the page is scrolled, `place` when it is moved. */
interface WatchedState {
  readonly box: Point;
  readonly place: Point;
  readonly meaning: string;
  /** Since when it has been there, and since when it has been so, by `performance.now()`. */
  readonly first: number;
  readonly since: number;
}

/**
 * Lets a press through only where it was meant: not on what appeared under the finger, moved or changed a moment ago. A
 * press that isn't taken says so.
 */
export function guardPresses(): void {
  const things = new WatchedThings();
  const notice = new NotTaken();
  let last: Press | null = null;
  let press: (Press & { isTaken: boolean; isAgain: boolean }) | null = null;

  const isAgain = (at: number, point: Point): boolean =>
    last !== null &&
    at - last.at < awayMilliseconds &&
    Math.hypot(point.x - last.x, point.y - last.y) <= sameSpot;

  const isSame = ({ thing, state, x, y, at }: Press, pressed: Element): boolean =>
    thingAt(document.elementFromPoint(x, y)) === thing &&
    (pressed === thing ? stateOf(pressed) === state : things.since(pressed) < at);

  function onDown(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return;
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const thing = thingAt(event.target);
    things.look();
    const again = isAgain(at, { x, y });
    const isMeant =
      thing === null ||
      ((!again || isSame(last as Press, thing)) &&
        at - things.since(thing) >= reactionMilliseconds &&
        !things.wasCovered(thing, { x, y }, at));
    press = { x, y, at, thing, state: thing ? stateOf(thing) : '', isTaken: isMeant, isAgain: again };
    if (!isMeant) event.stopImmediatePropagation();
  }

  function onUp(event: PointerEvent): void {
    if (!press || !event.isPrimary) return;
    const { timeStamp: at } = event;
    last = press.isAgain && !press.isTaken ? { ...(last as Press), at } : { ...press, at };
    if (!press.isTaken) event.stopImmediatePropagation();
  }

  function onClick(event: MouseEvent): void {
    // a key, or a program that reads the screen
    if (event.detail === 0 || !press) return;
    things.look();
    const { thing, at } = press;
    if (press.isTaken && (!thing || things.since(thing) <= at)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.type === 'click' && thing) notice.say(thing, press);
  }

  const stopUntaken = (event: Event) => {
    if (press?.isTaken === false) event.stopImmediatePropagation();
  };
  function onMouseDown(event: MouseEvent): void {
    stopUntaken(event);
    // nor does it take the focus
    if (press?.isTaken === false) event.preventDefault();
  }
  const options = { capture: true };
  document.addEventListener('pointerdown', onDown, options);
  document.addEventListener('mousedown', onMouseDown, options);
  document.addEventListener('pointerup', onUp, options);
  document.addEventListener('mouseup', stopUntaken, options);
  document.addEventListener('click', onClick, options);
  document.addEventListener('dblclick', onClick, options);
  document.addEventListener('pointercancel', () => (press = null), options);
  guardKeys(thingAt);
}

export const thingAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(pressable) : null;

/** Times that run on by themselves change nothing about what a press means. */
const running = /\+?\d+(:\d\d)+|\d+ min/g;

function meaningOf(thing: Element): string {
  if (thing.matches('dialog')) return '';
  const people = thing.closest('li')?.querySelectorAll<HTMLElement>('[data-shift]') ?? [];
  const about = [
    thing.getAttribute('aria-label'),
    thing.getAttribute('title'),
    thing.textContent,
    ...Array.from(people, ({ dataset }) => dataset.shift),
  ];
  return about.join('\n').replace(running, '');
}

/** With whether it is picked up: a second press would put it down again. */
const stateOf = (thing: Element): string =>
  `${meaningOf(thing)} ${thing.matches('[data-stop]') && thing.getAttribute('aria-pressed')}`;

class WatchedThings {
  #seen = new Map<Element, WatchedState>();
  #lists = new WeakSet<Element>();
  #surfaces = new Map<Element, DOMRect>();
  #uncovered: readonly { area: DOMRect; at: number }[] = [];
  #changedAt: number | null = null;

  constructor() {
    const observer = new MutationObserver(() => {
      if (this.#changedAt !== null) return;
      this.#changedAt = performance.now();
      afterPaint(() => this.look());
    });
    const attributeFilter = ['aria-label', 'hidden', 'open', 'title'];
    observer.observe(document.documentElement, { subtree: true, childList: true, attributeFilter });
  }

  /** By `performance.now()`; long ago for what isn't watched. */
  since(thing: Element): number {
    if (thing.matches(meant)) return Number.NEGATIVE_INFINITY;
    return this.#seen.get(thing)?.since ?? Number.NEGATIVE_INFINITY;
  }

  wasCovered(thing: Element, { x, y }: Point, at: number): boolean {
    return this.#uncovered.some(
      (each) =>
        at - each.at < reactionMilliseconds &&
        (this.#seen.get(thing)?.first ?? each.at) < each.at &&
        x >= each.area.left &&
        x <= each.area.right &&
        y >= each.area.top &&
        y <= each.area.bottom,
    );
  }

  look(): void {
    const at = this.#changedAt;
    if (at === null) return;
    this.#changedAt = null;
    const before = this.#seen;
    this.#seen = new Map();
    for (const root of document.querySelectorAll(watched)) {
      for (const thing of root.querySelectorAll(pressable)) {
        const seen = this.#see(thing, before.get(thing), at);
        if (seen) this.#seen.set(thing, seen);
      }
      for (const list of root.querySelectorAll('ul')) this.#lists.add(list);
    }
    this.#lookAtSurfaces(at);
  }

  #see(thing: Element, before: WatchedState | undefined, at: number): WatchedState | null {
    const { left, top, width } = thing.getBoundingClientRect();
    if (width === 0) return null;
    const box = { x: left, y: top };
    const meaning = meaningOf(thing);
    if (!before) {
      const list = thing.closest('ul');
      const isAmongOthers = list !== null && this.#lists.has(list);
      const since = isAmongOthers || justMovedAutomatically() ? at : Number.NEGATIVE_INFINITY;
      return { box, place: placeOf(thing), meaning, first: at, since };
    }
    const place = isNear(box, before.box) ? before.place : placeOf(thing);
    const isSame = meaning === before.meaning && isNear(place, before.place);
    return { ...before, box, place, meaning, since: isSame ? before.since : at };
  }

  #lookAtSurfaces(at: number): void {
    const now = new Map<Element, DOMRect>();
    for (const each of document.querySelectorAll(surfaces)) now.set(each, each.getBoundingClientRect());
    const gone = [...this.#surfaces].filter(([each]) => !now.has(each)).map(([, area]) => ({ area, at }));
    this.#uncovered = [...this.#uncovered, ...gone].filter((each) => at - each.at < reactionMilliseconds);
    this.#surfaces = now;
  }
}

/** Where it is in the page, however far that and its lists are scrolled. */
function placeOf(thing: Element): Point {
  const place = { x: 0, y: 0 };
  for (let each: Element | null = thing; each instanceof HTMLElement; each = each.offsetParent) {
    place.x += each.offsetLeft;
    place.y += each.offsetTop;
  }
  return place;
}

/** Borders and fractions of pixels count differently while something is animated. */
const isNear = (one: Point, other: Point): boolean =>
  Math.abs(one.x - other.x) < 8 && Math.abs(one.y - other.y) < 8;

/** Says that a press wasn't taken: the row shakes, and 'Tap again' stands over the finger until a press counts again. */
class NotTaken {
  readonly #text = document.createElement('div');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#text.className = 'tap-again';
    this.#text.setAttribute('role', 'status');
    document.body.append(this.#text);
  }

  say(thing: Element, { x, y }: Point): void {
    // an open dialog is above everything outside it
    const layer = thing.closest('dialog') ?? document.body;
    if (this.#text.parentElement !== layer) layer.append(this.#text);
    this.#text.textContent = t('tap-again');
    const { style, offsetWidth: width } = this.#text;
    const left = Math.min(Math.max(x - width / 2, 8), window.innerWidth - width - 8);
    style.transform = `translate(${left}px, ${y > 96 ? y - 72 : y + 40}px)`;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#text.textContent = ''), awayMilliseconds);
    const row = thing.closest('li') ?? thing;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    row.animate(isCalm ? blink : shake, { duration: 350 });
  }
}

const shake = [0, -6, 6, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
const blink = [{ opacity: 1 }, { opacity: 0.4 }, { opacity: 1 }];
