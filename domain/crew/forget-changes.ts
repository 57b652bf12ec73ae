import { wholeDay } from '../change/cost.ts';
import { defineChange } from '../change/define-change.ts';
import { id, list } from '../change/fields.ts';
import { type Shift, shiftLimit, sortShifts } from '../day/shift.ts';
import { done } from '../problem/problem.ts';

/** What stands where the name of somebody stood who was deleted. */
export const formerName = 'Former team member';

export const forgetChanges = {
  /** Made by the server in every layout of a person who is deleted; what history holds is rewritten besides. */
  'shift.forget': defineChange({
    fields: { shifts: list(id, shiftLimit) },
    fits: ['layout'],
    may: 'server',
    whenDeleted: true,
    apply: (layout, { shifts: forgotten }) => {
      const ids = new Set(forgotten);
      const shifts = layout.shifts.map((shift) => (ids.has(shift.id) ? withoutPerson(shift) : shift));
      return done({ ...layout, shifts: sortShifts(shifts, layout.dayStart) });
    },
    inverse: null,
    describe: () => 'A person was deleted',
    cost: wholeDay,
  }),
};

function withoutPerson({ person: _, told, ...shift }: Shift): Shift {
  const forgotten = { ...shift, teamMember: formerName, note: '' };
  return told ? { ...forgotten, told: { ...told, teamMember: formerName, note: '' } } : forgotten;
}
