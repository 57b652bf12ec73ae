import * as z from 'zod/mini';
import { dayChange, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { mapShiftBreaks, shiftLimit, shiftSchema, someShiftFields, toldSchema } from '../day/shift.ts';
import { takeBack, takeSchedule } from './schedule-take.ts';

export const scheduleChanges = {
  /** All that was accepted of a schedule. Rows that don't make sense anymore have no effect. */
  'schedule.take': dayChange({
    fields: {
      remove: list(id, shiftLimit),
      edit: list(
        z.strictObject({
          shift: id,
          ...someShiftFields,
          provider: z.optional(name),
          person: z.optional(idOrNull),
          told: z.nullable(toldSchema),
        }),
        shiftLimit,
      ),
      add: list(shiftSchema, shiftLimit),
      remember: list(id, shiftLimit),
      forget: list(id, shiftLimit),
    },
    mapBreaks: (change, map) => ({ ...change, add: change.add.map((shift) => mapShiftBreaks(shift, map)) }),
    apply: takeSchedule,
    inverse: (before, _, after): Steps | null => takeBack(before, after),
    cleansUp: true,
  }),
};
