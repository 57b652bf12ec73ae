import { done, type Outcome, refuse } from '../problem/problem.ts';

export const pinLength = { least: 4, most: 8 } as const;

/** A number of one digit, or of digits that go up or down: a fifth of all people take one of these, and 20 tries are a lot then. */
function isEasy(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]));
  return [-1, 0, 1].some((step) => steps.every((each) => each === step));
}

/** What somebody typed as their new PIN. */
export function parsePin(typed: string, field: string): Outcome<string> {
  const pin = typed.trim();
  const { least, most } = pinLength;
  if (!/^\d+$/.test(pin) || pin.length < least || pin.length > most)
    return refuse('pin-unreadable', { field, details: { least, most } });
  return isEasy(pin) ? refuse('pin-too-easy', { field }) : done(pin);
}

/** The tries of one person's PIN on one device. A try counts as wrong until it turned out right. Instants in milliseconds. */
export interface PinTries {
  readonly inRow: number;
  readonly triedAt: number;
  readonly dayStart: number;
  readonly inDay: number;
}

const free = 5;
const firstWait = 60_000;
export const mostInDay = 20;
const day = 86_400_000;

export type PinTry =
  | { readonly isAllowed: true; readonly tries: PinTries }
  /** In milliseconds; null until a manager resets it. */
  | { readonly isAllowed: false; readonly wait: number | null };

/** Whether a PIN may be tried now. After five wrong ones in a row it takes a minute, after the next five two, and 20 in a day are the last. */
export function tryPin(before: PinTries | null, now: number): PinTry {
  const tries = before ?? { inRow: 0, triedAt: 0, dayStart: now, inDay: 0 };
  if (tries.inDay >= mostInDay) return { isAllowed: false, wait: null };
  const rounds = tries.inRow > 0 && tries.inRow % free === 0 ? tries.inRow / free : 0;
  // A clock that was set back does not extend the wait.
  const wait = rounds === 0 ? 0 : Math.min(tries.triedAt, now) + firstWait * 2 ** (rounds - 1) - now;
  if (wait > 0) return { isAllowed: false, wait };
  const isNewDay = now >= tries.dayStart + day;
  const { dayStart, inDay } = isNewDay ? { dayStart: now, inDay: 0 } : tries;
  return { isAllowed: true, tries: { inRow: tries.inRow + 1, triedAt: now, dayStart, inDay: inDay + 1 } };
}

/** After a try that was right. */
export const rightPin = (tries: PinTries): PinTries => ({
  ...tries,
  inRow: 0,
  inDay: Math.max(0, tries.inDay - 1),
});

/** After a try of a PIN that was not looked at. What had to be waited for before it has passed. */
export const untriedPin = (tries: PinTries): PinTries => ({
  ...tries,
  inRow: Math.max(0, tries.inRow - 1),
  triedAt: 0,
  inDay: Math.max(0, tries.inDay - 1),
});
