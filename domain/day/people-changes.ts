import * as z from 'zod/mini';
import { dayChange } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { shiftLimit } from '../plan/rotation.ts';
import { parseName } from '../problem/name.ts';
import { done } from '../problem/problem.ts';
import { type Shift, sortShifts, withPerson } from './shift.ts';

/** What stands where the name of somebody stood who was deleted. */
export const formerName = 'Former team member';

export const forgetChanges = {
  /** Made by the server in every layout of a person who is deleted; what history holds is rewritten besides. */
  'shift.forget': dayChange({
    fields: { shifts: list(id, shiftLimit) },
    may: 'server',
    whenDeleted: true,
    apply: (layout, { shifts: forgotten }) => {
      const ids = new Set(forgotten);
      const shifts = layout.shifts.map((shift) => (ids.has(shift.id) ? withoutPerson(shift) : shift));
      return done({ ...layout, shifts: sortShifts(shifts, layout.dayStart) });
    },
    inverse: null,
    cleansUp: true,
  }),
};

function withoutPerson({ person: _, told, ...shift }: Shift): Shift {
  const forgotten = { ...shift, teamMember: formerName, note: '' };
  return told ? { ...forgotten, told: { ...told, teamMember: formerName, note: '' } } : forgotten;
}

export const personChanges = {
  /** Made by the server: who works which shifts, and what they are called since a manager renamed them. */
  'shift.people': dayChange({
    fields: {
      people: list(z.strictObject({ shift: id, person: idOrNull, teamMember: z.optional(name) }), shiftLimit),
    },
    may: 'server',
    apply: (layout, { people }) => {
      const byShift = new Map(people.map((each) => [each.shift, each]));
      const named = (shift: Shift): Shift => {
        const found = byShift.get(shift.id);
        if (!found) return shift;
        const known = parseName(found.teamMember ?? shift.teamMember, 'name');
        return { ...withPerson(shift, found.person), ...(known.ok && { teamMember: known.value }) };
      };
      return done({ ...layout, shifts: sortShifts(layout.shifts.map(named), layout.dayStart) });
    },
    inverse: null,
    cleansUp: true,
  }),
};
