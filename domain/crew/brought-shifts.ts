import { type Change, mapSteps, stepsOf } from '../change/change.ts';
import type { SingleChange } from '../change/registry.ts';
import type { Layout } from '../day/layout.ts';
import type { Shift } from '../day/shift.ts';

/** A shift that a change brings, or of which it changes who works it. */
export interface BroughtShift {
  readonly shift: Shift;
  /** The shift as it is there already. */
  readonly before: Shift | null;
}

/** Who works a shift: a record of the crew, or null for nobody that is known. */
export interface Worker {
  readonly person: string | null;
  /** What the crew calls them, where that is not what the schedule says. */
  readonly name?: string | undefined;
}

const bringing: ReadonlySet<string> = new Set(['shift.add', 'shift.edit', 'schedule.take', 'layout.create']);

/** By their ids; null for a change that brings none, as most do. */
export function broughtBy(change: Change, layout: Layout | null): ReadonlyMap<string, BroughtShift> | null {
  const steps = stepsOf(change);
  if (!steps.some(({ type }) => bringing.has(type))) return null;
  const brought = new Map<string, BroughtShift>();
  let there: ReadonlyMap<string, Shift> | null = null;
  const find = (id: string): Shift | undefined => {
    there ??= new Map((layout?.shifts ?? []).map((shift) => [shift.id, shift]));
    return brought.get(id)?.shift ?? there.get(id);
  };
  const add = (shift: Shift) => void brought.set(shift.id, { shift, before: null });
  const edit = (
    id: string,
    { person, ...fields }: Partial<Omit<Shift, 'person'>> & { person?: string | null },
  ) => {
    const before = find(id);
    if (!before) return;
    const edited = { ...before, ...fields, ...(person && { person }) };
    const isSame = edited.teamMember === before.teamMember && edited.told?.person === before.told?.person;
    // A person who is told is taken over.
    if (!isSame || person) brought.set(id, { shift: edited, before: person ? null : before });
  };
  for (const step of steps) {
    if (step.type === 'layout.create') step.layout.shifts.forEach(add);
    else if (step.type === 'shift.add') add(step.shift);
    else if (step.type === 'shift.edit') {
      const { type: _, shift, ...fields } = step;
      if (fields.teamMember !== undefined || fields.person !== undefined) edit(shift, fields);
    } else if (step.type === 'schedule.take') {
      step.add.forEach(add);
      for (const { shift, told, ...fields } of step.edit) edit(shift, { ...fields, ...(told && { told }) });
    }
  }
  return brought.size > 0 ? brought : null;
}

/** The change with the people of its shifts. */
export function withWorkers(change: Change, workers: ReadonlyMap<string, Worker>): Change {
  const working = (shift: Shift): Shift => {
    const worker = workers.get(shift.id);
    if (!worker) return shift;
    const { person: _, ...rest } = shift;
    return {
      ...rest,
      ...(worker.name !== undefined && { teamMember: worker.name }),
      ...(worker.person !== null && { person: worker.person }),
    };
  };
  return mapSteps(change, (step): SingleChange => {
    switch (step.type) {
      case 'layout.create':
        return { ...step, layout: { ...step.layout, shifts: step.layout.shifts.map(working) } };
      case 'shift.add':
        return { ...step, shift: working(step.shift) };
      case 'shift.edit':
        return { ...step, ...personOf(workers.get(step.shift)) };
      case 'schedule.take':
        return {
          ...step,
          add: step.add.map(working),
          edit: step.edit.map((each) => ({ ...each, ...personOf(workers.get(each.shift)) })),
        };
      default:
        return step;
    }
  });
}

const personOf = (worker: Worker | undefined) => worker && { person: worker.person };
