import * as z from 'zod/mini';
import { wholeDay } from '../change/cost.ts';
import { defineChange } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { type Shift, shiftLimit, sortShifts, withPerson } from '../day/shift.ts';
import { parseName } from '../problem/name.ts';
import { done } from '../problem/problem.ts';

export const peopleChanges = {
  /** Made by the server: who works which shifts, and what they are called since a manager renamed them. */
  'shift.people': defineChange({
    fields: {
      people: list(z.strictObject({ shift: id, person: idOrNull, teamMember: z.optional(name) }), shiftLimit),
    },
    fits: ['layout'],
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
    describe: () => 'People recognized',
    cost: wholeDay,
  }),
};
