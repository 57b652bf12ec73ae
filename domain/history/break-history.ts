import { type Change, mapBreaks, type SingleChange } from '../change/change.ts';
import { mapSteps, stepsOf } from '../change/define-change.ts';
import type { BreakSlot } from '../day/break.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

interface Press {
  readonly at: number;
  readonly by: string | null;
}

/** Of one shift; the oldest go first. */
type Presses = Readonly<Record<'starts' | 'ends' | 'confirms', Press[]>>;

/** Who presses on and on would fill the memory: a shift has 24 breaks at most, each pressed a few times. */
const mostPresses = 500;
/** A page undoes a break with the times it showed before it learned the server's correction of its clock. */
const corrected = 60_000;

/** The breaks in one layout's history; only these can be restored. */
export class BreakHistory {
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
      for (const { shift, slot } of recordsIn(step)) {
        this.#note(shift, 'starts', { at: slot.startedAt, by: slot.startedBy });
        if (slot.confirmedAt !== undefined)
          this.#note(shift, 'confirms', { at: slot.confirmedAt, by: slot.endedBy });
        else if (slot.endedAt !== null) this.#note(shift, 'ends', { at: slot.endedAt, by: slot.endedBy });
      }
    }
  }

  check(change: Change): Outcome<Change> {
    let isKnown = true;
    const known = <Slot extends BreakSlot>(shift: string, slot: Slot): Slot => {
      const found = slot && this.#find(shift, slot);
      if (slot !== null && found === null) isKnown = false;
      return found as Slot;
    };
    const checked = mapSteps(change, (step) => mapBreaks(step, known));
    return isKnown ? done(checked) : refuse('break-unknown');
  }

  #note(shift: string, which: keyof Presses, { at, by }: Press): void {
    const presses = this.#shifts.get(shift) ?? { starts: [], ends: [], confirms: [] };
    this.#shifts.set(shift, presses);
    if (presses[which].push({ at, by }) > mostPresses) presses[which].shift();
  }

  #find(shift: string, slot: NonNullable<BreakSlot>): BreakSlot {
    const presses = this.#shifts.get(shift);
    const start = presses && nearest(presses.starts, slot.startedAt, slot.startedBy);
    if (!start) return null;
    const began = { startedAt: start.at, startedBy: start.by };
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

/** A press by that person at about that time; none counts as made before `from`. */
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

/** Whether a change contains breaks that were taken, as an undo does. */
export const bringsBreaks = (change: Change): boolean =>
  stepsOf(change).some((step) => recordsIn(step).length > 0);

interface Brought {
  readonly shift: string;
  readonly slot: NonNullable<BreakSlot>;
}

function recordsIn(step: SingleChange): Brought[] {
  const records: Brought[] = [];
  mapBreaks(step, (shift, slot) => {
    if (slot) records.push({ shift, slot });
    return slot;
  });
  return records;
}
