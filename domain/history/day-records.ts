import { type Change, mapRecords, type SingleChange } from '../change/change.ts';
import { mapSteps, type Said, type Stamp, signed, stepsOf } from '../change/define-change.ts';
import type { BreakSlot } from '../day/break.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

interface Press {
  readonly at: number;
  readonly by: string | null;
  /** Of a start that was put right. */
  readonly clockSaid?: number | undefined;
}

/** Of one shift; the oldest go first. */
type Presses = Readonly<Record<'starts' | 'ends' | 'confirms', Press[]>> & {
  readonly said: (Press & { readonly what: string })[];
};

/** Who presses on and on would fill the memory: a shift has 24 breaks at most, each pressed a few times. */
const mostPresses = 500;
/** A page undoes with the times it showed before it learned the server's correction of its clock. */
const corrected = 60_000;

/** Who did what, and when, in one layout's history: breaks, absences, latenesses. These can be put back as they were. */
export class DayRecords {
  readonly #shifts = new Map<string, Presses>();

  constructor(changes: Iterable<Change> = []) {
    for (const change of changes) this.add(change);
  }

  add(change: Change): void {
    for (const step of stepsOf(change)) {
      if (step.type === 'break.press' && step.wants !== 'clear') {
        this.#note(step.shift, step.wants === 'start' ? 'starts' : 'ends', step);
      }
      if (step.type === 'break.confirm') this.#note(step.shift, 'confirms', step);
      const said = saidIn(step);
      if (said) this.#noteSaid(said.shift, said.said);
      mapRecords(step, {
        taken: (shift, slot) => {
          if (slot) this.#noteTaken(shift, slot);
          return slot;
        },
        said: (shift, each) => {
          this.#noteSaid(shift, each);
          return each;
        },
      });
    }
  }

  /**
   * The change with its records as the server kept them. A break that nobody took is refused; that somebody is out, and the like,
   * its author may say, and signs it.
   */
  check(change: Change, stamp: Stamp): Outcome<Change> {
    let isKnown = true;
    const taken = (shift: string, slot: BreakSlot): BreakSlot => {
      const found = slot && this.#findTaken(shift, slot);
      if (slot !== null && found === null) isKnown = false;
      return found;
    };
    const said = <Each extends Said>(shift: string, each: Each): Each => {
      const what = contentOf(each);
      const known = this.#shifts.get(shift)?.said.filter((other) => other.what === what) ?? [];
      const found = nearest(known, each.at, each.by);
      return found ? { ...each, at: found.at, by: found.by } : signed(each, stamp);
    };
    const checked = mapSteps(change, (step) => mapRecords(step, { taken, said }));
    return isKnown ? done(checked) : refuse('break-unknown');
  }

  #pressesOf(shift: string): Presses {
    const presses = this.#shifts.get(shift) ?? { starts: [], ends: [], confirms: [], said: [] };
    this.#shifts.set(shift, presses);
    return presses;
  }

  #note(shift: string, which: 'starts' | 'ends' | 'confirms', { at, by, clockSaid }: Press): void {
    const presses = this.#pressesOf(shift);
    const press = { at, by, ...(clockSaid !== undefined && { clockSaid }) };
    if (presses[which].push(press) > mostPresses) presses[which].shift();
  }

  #noteSaid(shift: string, said: Said): void {
    const all = this.#pressesOf(shift).said;
    if (all.push({ at: said.at, by: said.by, what: contentOf(said) }) > mostPresses) all.shift();
  }

  #noteTaken(shift: string, slot: NonNullable<BreakSlot>): void {
    const { startedAt: at, startedBy: by, clockSaid } = slot;
    this.#note(shift, 'starts', { at, by, clockSaid });
    if (slot.confirmedAt !== undefined)
      this.#note(shift, 'confirms', { at: slot.confirmedAt, by: slot.endedBy });
    else if (slot.endedAt !== null) this.#note(shift, 'ends', { at: slot.endedAt, by: slot.endedBy });
  }

  #findTaken(shift: string, slot: NonNullable<BreakSlot>): BreakSlot {
    const presses = this.#shifts.get(shift);
    const start = presses && nearest(presses.starts, slot.startedAt, slot.startedBy);
    if (!start) return null;
    const { at: startedAt, by: startedBy, clockSaid } = start;
    const began = { startedAt, startedBy, ...(clockSaid !== undefined && { clockSaid }) };
    if (slot.endedAt === null) return { ...began, endedAt: null, endedBy: null };
    if (slot.confirmedAt !== undefined) {
      const confirm = nearest(presses.confirms, slot.confirmedAt, slot.endedBy);
      const endedAt = confirm && Math.min(Math.max(slot.endedAt, start.at), confirm.at);
      return confirm && endedAt !== null
        ? { ...began, endedAt, endedBy: confirm.by, confirmedAt: confirm.at }
        : null;
    }
    const end = nearest(presses.ends, slot.endedAt, slot.endedBy, start.at);
    return end && { ...began, endedAt: Math.max(end.at, start.at), endedBy: end.by };
  }
}

/** What was said, without who said it and when. Where they stood isn't part of it: who may say that may seat them there. */
function contentOf(said: Said): string {
  if ('reason' in said) return `out ${said.reason} ${said.from}`;
  return 'expected' in said ? `late ${said.expected}` : `${said.how} ${said.slot}`;
}

function saidIn(step: SingleChange): { readonly shift: string; readonly said: Said } | null {
  if (step.type === 'shift.out' || step.type === 'shift.late') return { shift: step.shift, said: step };
  if (step.type === 'break.waive') return { shift: step.shift, said: { ...step, how: 'waived' } };
  return step.type === 'break.miss' ? { shift: step.shift, said: { ...step, how: 'missed' } } : null;
}

/** One by that person at about that time; none counts as made before `from`. */
function nearest(presses: readonly Press[], at: number, by: string | null, from = 0): Press | null {
  let found: Press | null = null;
  let least = corrected;
  for (const press of presses) {
    const apart = Math.abs(Math.max(press.at, from) - at);
    if (press.by !== by || apart > least) continue;
    found = press;
    least = apart;
  }
  return found;
}

/** Whether a change contains breaks that were taken, or absences, as an undo does. */
export const bringsRecords = (change: Change): boolean =>
  stepsOf(change).some((step) => {
    let brings = false;
    mapRecords(step, {
      taken: (_, slot) => {
        brings ||= slot !== null;
        return slot;
      },
      said: (_, said) => {
        brings = true;
        return said;
      },
    });
    return brings;
  });

/** Whether it says that somebody is out or late. */
export const saysWhoIsThere = (change: Change): boolean =>
  stepsOf(change).some(({ type }) => type === 'shift.out' || type === 'shift.late');
