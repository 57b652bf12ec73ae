import * as z from 'zod/mini';
import { dayChange, type Steps } from '../change/define-change.ts';
import { deletionOf } from '../change/deletion.ts';
import { name } from '../change/fields.ts';
import { parseName } from '../problem/name.ts';
import { done, refuse } from '../problem/problem.ts';
import { dayFields } from '../team/team.ts';
import { lawRows } from './law-row.ts';
import { applySettings, layingSchema, layoutSchema, parseLayout } from './layout.ts';
import { mapShiftRecords } from './shift.ts';

const { deletion, restoring } = deletionOf('layout');

export const layoutChanges = {
  'layout.create': dayChange({
    fields: { layout: layoutSchema },
    whenDeleted: true,
    mapRecords: ({ layout, ...change }, map) => ({
      ...change,
      layout: { ...layout, shifts: layout.shifts.map((shift) => mapShiftRecords(shift, map)) },
    }),
    create: ({ layout }) => parseLayout(layout),
    apply: () => refuse('document-exists'),
    inverse: null,
  }),
  'layout.area': dayChange({
    fields: { area: name },
    may: 'manager',
    unseen: true,
    apply: (layout, { area: typed }) => {
      const area = parseName(typed, 'area', 'area-missing');
      return area.ok ? done({ ...layout, area: area.value }) : area;
    },
    inverse: ({ area }): Steps => [{ type: 'layout.area', area }],
  }),
  'layout.delete': deletion,
  'layout.restore': restoring,
  // made by the server once it placed people on a layout that it made by itself
  'layout.laid': dayChange({
    fields: { laid: z.nullable(layingSchema) },
    may: 'server',
    apply: ({ laid: _, ...layout }, { laid }) => done({ ...layout, ...(laid && { laid }) }),
    inverse: ({ laid = null }): Steps => [{ type: 'layout.laid', laid }],
  }),
  // made by the server when the team's settings change
  'layout.settings': dayChange({
    fields: { ...dayFields, laws: z.optional(lawRows) },
    may: 'server',
    apply: applySettings,
    inverse: null,
    cleansUp: true,
  }),
};
