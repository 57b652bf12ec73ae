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

/** The tries of one person's PIN on one device, or of anybody's there. A try counts as wrong until it turned out right. Instants in milliseconds. */
export interface PinTries {
  readonly inRow: number;
  readonly triedAt: number;
  /** Those that are not forgotten yet. */
  readonly wrong: number;
  /** When the last one was forgotten. */
  readonly since: number;
}

/** So many wrong ones are taken, and one more each time that one is forgotten. */
interface Budget {
  readonly most: number;
  /** In milliseconds: how long it takes to forget one. */
  readonly forgets: number;
}

const free = 5;
const firstWait = 60_000;
/** People mistype once in a while. All forgotten each day, somebody could guess 19 times a day for ever. */
const ofPerson: Budget = { most: 20, forgets: 8 * 3_600_000 };
/** More than one person can use up. */
const ofDevice: Budget = { most: 30, forgets: 900_000 };

export type PinTry =
  | { readonly isAllowed: true; readonly isLast: boolean; readonly tries: PinTries }
  /** In milliseconds; null until a manager resets it. */
  | { readonly isAllowed: false; readonly wait: number | null };

const untried = (now: number): PinTries => ({ inRow: 0, triedAt: 0, wrong: 0, since: now });

/** A clock that was set back does not extend a wait. */
function remembered({ since, wrong, ...rest }: PinTries, { forgets }: Budget, now: number): PinTries {
  const from = Math.min(since, now);
  const forgotten = Math.floor((now - from) / forgets);
  return forgotten < wrong
    ? { ...rest, wrong: wrong - forgotten, since: from + forgotten * forgets }
    : { ...rest, wrong: 0, since: now };
}

const counted = (tries: PinTries, { most }: Budget, now: number): PinTry => ({
  isAllowed: true,
  isLast: tries.wrong + 1 === most,
  tries: { ...tries, inRow: tries.inRow + 1, triedAt: now, wrong: tries.wrong + 1 },
});

/** Whether a PIN may be tried now. After five wrong ones in a row it takes a minute, after the next five two, and 20 are the last. */
export function tryPin(before: PinTries | null, now: number): PinTry {
  const tries = before ?? untried(now);
  if (tries.wrong >= ofPerson.most) return { isAllowed: false, wait: null };
  const rounds = tries.inRow > 0 && tries.inRow % free === 0 ? tries.inRow / free : 0;
  const wait = rounds === 0 ? 0 : Math.min(tries.triedAt, now) + firstWait * 2 ** (rounds - 1) - now;
  if (wait > 0) return { isAllowed: false, wait };
  return counted(remembered(tries, ofPerson, now), ofPerson, now);
}

/** Whether any PIN may be tried on a device now. Nobody's right one brings back the tries of others. */
export function tryOnDevice(before: PinTries | null, now: number): PinTry {
  const tries = remembered(before ?? untried(now), ofDevice, now);
  const { most, forgets } = ofDevice;
  if (tries.wrong >= most) return { isAllowed: false, wait: tries.since + forgets - now };
  return counted(tries, ofDevice, now);
}

/** After a try that was right. */
export const rightPin = (tries: PinTries): PinTries => ({
  ...tries,
  inRow: 0,
  wrong: Math.max(0, tries.wrong - 1),
});

/** After a try of a PIN that was not looked at. What had to be waited for before it has passed. */
export const untriedPin = (tries: PinTries): PinTries => ({
  ...tries,
  inRow: Math.max(0, tries.inRow - 1),
  triedAt: 0,
  wrong: Math.max(0, tries.wrong - 1),
});
