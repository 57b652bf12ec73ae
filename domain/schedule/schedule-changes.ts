import { dayChange, type Steps } from '../change/define-change.ts';
import { mapShiftBreaks } from '../day/shift.ts';
import { takeBack, takeFields, takeSchedule } from './schedule-take.ts';

export const scheduleChanges = {
  /** All that was accepted of a schedule. Rows that don't make sense anymore have no effect. */
  'schedule.take': dayChange({
    fields: takeFields,
    mapBreaks: (change, map) => ({ ...change, add: change.add.map((shift) => mapShiftBreaks(shift, map)) }),
    apply: takeSchedule,
    inverse: (before, _, after): Steps | null => takeBack(before, after),
    cleansUp: true,
  }),
};
