import * as z from 'zod/mini';
import { wholeDay, wholeDocument } from '../change/cost.ts';
import { dayChange, type Steps } from '../change/define-change.ts';
import { deletionOf } from '../change/deletion.ts';
import { id, list, name } from '../change/fields.ts';
import { storedNotes } from '../notes/notes-changes.ts';
import { rotationSchema } from '../plan/plan-changes.ts';
import { rotationLimit } from '../plan/rotation.ts';
import { parseName } from '../problem/name.ts';
import { done, refuse } from '../problem/problem.ts';
import { daySettings } from '../team/team-changes.ts';
import { type Laid, laidLeftLimit, leftReasons } from './laid.ts';
import { applySettings, type Layout, parseLayout } from './layout.ts';
import { mapShiftBreaks, shiftLimit } from './shift.ts';
import { shiftSchema } from './shift-changes.ts';

const laidSchema: z.ZodMiniType<Laid> = z.strictObject({
  from: z.nullable(z.string().check(z.maxLength(10))),
  left: list(
    z.strictObject({ shift: id, why: z.enum(leftReasons), position: z.optional(name) }),
    laidLeftLimit,
  ),
});

export const layoutSchema: z.ZodMiniType<Layout> = z.strictObject({
  kind: z.literal('layout'),
  date: z.string().check(z.maxLength(10)),
  area: name,
  template: name,
  notes: storedNotes,
  shifts: list(shiftSchema, shiftLimit),
  rotations: list(rotationSchema, rotationLimit),
  ...daySettings,
  deletedByHand: z.optional(list(id, shiftLimit)),
  laid: z.optional(laidSchema),
  deleted: z.optional(z.literal(true)),
});

const { deletion, restoring } = deletionOf('layout');

export const layoutChanges = {
  'layout.create': dayChange({
    fields: { layout: layoutSchema },
    whenDeleted: true,
    mapBreaks: ({ layout, ...change }, map) => ({
      ...change,
      layout: { ...layout, shifts: layout.shifts.map((shift) => mapShiftBreaks(shift, map)) },
    }),
    create: ({ layout }) => parseLayout(layout),
    apply: () => refuse('document-exists'),
    inverse: null,
    cost: (size, { layout }) => wholeDocument(size, layout),
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
    fields: { laid: z.nullable(laidSchema) },
    may: 'server',
    apply: ({ laid: _, ...layout }, { laid }) => done({ ...layout, ...(laid && { laid }) }),
    inverse: ({ laid = null }): Steps => [{ type: 'layout.laid', laid }],
  }),
  // made by the server when the team's settings change
  'layout.settings': dayChange({
    fields: daySettings,
    may: 'server',
    apply: applySettings,
    inverse: null,
    cost: wholeDay,
  }),
};
