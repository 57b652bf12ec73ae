import * as z from 'zod/mini';
import { breakSlotLimit } from '../domain/break/break.ts';
import { batchLimit, type Change, type DocumentBody, type SingleChange } from '../domain/change/change.ts';
import { notesLimit, notesRunLimit } from '../domain/notes/notes.ts';
import { positionLimit } from '../domain/position/position.ts';
import { nameLimit, noteLimit } from '../domain/problem/name.ts';
import { rotationLimit } from '../domain/rotation/rotation.ts';
import { namedColumns } from '../domain/schedule-file/column-titles.ts';
import { shiftLimit } from '../domain/shift/shift.ts';
import { subareaLimit } from '../domain/subarea/subarea.ts';
import { areaLimit } from '../domain/team/team.ts';
import { sentTime } from '../domain/time/typed-times.ts';

/** Ids are made by whoever makes the thing; the bound leaves room for those that providers make of names. */
export const id = z.string().check(z.minLength(1), z.maxLength(160));
/** Ids of documents, changes and people: they stand in addresses. */
export const plainId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const idOrNull = z.nullable(id);
// Twice the limits that the rules name, so that a rule answers with its sentence before the schema refuses outright.
const text = (limit: number) => z.string().check(z.maxLength(limit * 2));
const name = text(nameLimit);
/** Stored as 'h:mm AM' or 'h:mm PM'. */
const time = z.string().check(z.maxLength(40), z.overwrite(sentTime));
const instant = z.number().check(z.minimum(0), z.maximum(8.64e15));
const minutes = z.number();
const list = <T extends z.core.$ZodType>(item: T, limit: number) =>
  z.array(item).check(z.maxLength(limit * 2));

const notesOf = (runLimit: number) =>
  z
    .array(
      z.strictObject({
        insert: z.string(),
        attributes: z.optional(
          z.strictObject({
            header: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
            bold: z.optional(z.literal(true)),
            italic: z.optional(z.literal(true)),
            underline: z.optional(z.literal(true)),
            link: z.optional(z.string().check(z.maxLength(2_000))),
            list: z.optional(z.enum(['ordered', 'bullet'])),
          }),
        ),
      }),
    )
    .check(
      z.maxLength(runLimit),
      z.refine((runs) => runs.reduce((sum, run) => sum + run.insert.length, 0) <= notesLimit * 2),
    );
/** Notes that are stored may be of before there was a limit of runs. */
const notes = notesOf(notesLimit);
const newNotes = notesOf(notesRunLimit * 2);

const position = z.strictObject({ id, name, seats: list(id, shiftLimit) });
const subarea = z.strictObject({ id, name, positions: list(position, positionLimit) });
const rotation = z.strictObject({
  id,
  name,
  startTime: time,
  endTime: time,
  subareas: list(subarea, subareaLimit),
});
const breakSlot = z.nullable(
  z.strictObject({
    startedAt: instant,
    startedBy: idOrNull,
    endedAt: z.nullable(instant),
    endedBy: idOrNull,
  }),
);
const shiftFields = {
  teamMember: name,
  startTime: time,
  endTime: time,
  schedule: name,
  note: text(noteLimit),
};
const told = z.strictObject({ ...shiftFields, role: name, id: z.optional(id) });
const shift = z.strictObject({
  id,
  ...shiftFields,
  provider: name,
  breaks: list(breakSlot, breakSlotLimit),
  told: z.optional(told),
});
const breakSettings = { breakMinMinutes: minutes, breakTimerMinutes: minutes };
const daySettings = { ...breakSettings, dayStart: time };
const columnTitles = z.partialRecord(z.enum(namedColumns), name);
const team = z.strictObject({
  kind: z.literal('team'),
  name,
  areas: list(name, areaLimit),
  ...daySettings,
  timeZone: name,
  primaryColor: z.nullable(z.string().check(z.maxLength(20))),
  logoUrl: z.nullable(text(2_000)),
  columns: z.optional(columnTitles),
});
const deleted = z.optional(z.literal(true));
const template = z.strictObject({
  kind: z.literal('template'),
  name,
  area: name,
  notes,
  rotations: list(rotation, rotationLimit),
  type: z.literal('fixed'),
  deleted,
});
const layout = z.strictObject({
  kind: z.literal('layout'),
  date: z.string().check(z.maxLength(10)),
  area: name,
  template: name,
  notes,
  shifts: list(shift, shiftLimit),
  rotations: list(rotation, rotationLimit),
  ...daySettings,
  deletedByHand: z.optional(list(id, shiftLimit)),
  deleted,
});

export const documentBody: z.ZodMiniType<DocumentBody> = z.discriminatedUnion('kind', [
  team,
  template,
  layout,
]);

/** The parts of documents, by the names that the API's description gives them. */
export const namedParts = {
  Notes: newNotes,
  Position: position,
  Subarea: subarea,
  Rotation: rotation,
  Shift: shift,
  Break: breakSlot,
  Team: team,
  Template: template,
  Layout: layout,
};

const seat = { rotation: id, position: id, before: idOrNull };
const type = <T extends string>(literal: T) => z.literal(literal);

const exceptNotes = [
  z.strictObject({ type: type('team.create'), team }),
  z.strictObject({ type: type('team.rename'), name }),
  z.strictObject({ type: type('team.breaks'), ...breakSettings }),
  z.strictObject({ type: type('team.day'), dayStart: time, timeZone: name }),
  z.strictObject({ type: type('team.theme'), primaryColor: z.nullable(z.string().check(z.maxLength(20))) }),
  z.strictObject({ type: type('team.logo'), logoUrl: z.nullable(text(2_000)) }),
  z.strictObject({ type: type('team.columns'), columns: columnTitles }),
  z.strictObject({ type: type('area.add'), name }),
  z.strictObject({ type: type('area.rename'), area: name, name }),
  z.strictObject({ type: type('area.delete'), area: name }),
  z.strictObject({ type: type('template.create'), template }),
  z.strictObject({ type: type('template.rename'), name }),
  z.strictObject({ type: type('template.area'), area: name }),
  z.strictObject({ type: type('template.delete') }),
  z.strictObject({ type: type('template.restore') }),
  z.strictObject({ type: type('layout.create'), layout }),
  z.strictObject({ type: type('layout.area'), area: name }),
  z.strictObject({ type: type('layout.delete') }),
  z.strictObject({ type: type('layout.restore') }),
  z.strictObject({ type: type('layout.settings'), ...daySettings }),
  z.strictObject({ type: type('rotation.add'), rotation, before: idOrNull }),
  z.strictObject({
    type: type('rotation.edit'),
    rotation: id,
    name: z.optional(name),
    startTime: z.optional(time),
    endTime: z.optional(time),
  }),
  z.strictObject({ type: type('rotation.move'), rotation: id, before: idOrNull }),
  z.strictObject({ type: type('rotation.delete'), rotation: id }),
  z.strictObject({ type: type('subarea.add'), rotation: id, subarea, before: idOrNull }),
  z.strictObject({ type: type('subarea.rename'), rotation: id, subarea: id, name }),
  z.strictObject({ type: type('subarea.move'), rotation: id, subarea: id, before: idOrNull }),
  z.strictObject({ type: type('subarea.delete'), rotation: id, subarea: id }),
  z.strictObject({ type: type('position.add'), rotation: id, subarea: id, position, before: idOrNull }),
  z.strictObject({ type: type('position.rename'), rotation: id, position: id, name }),
  z.strictObject({ type: type('position.move'), rotation: id, position: id, subarea: id, before: idOrNull }),
  z.strictObject({ type: type('position.delete'), rotation: id, position: id }),
  z.strictObject({ type: type('shift.add'), shift, seats: list(z.strictObject(seat), rotationLimit) }),
  z.strictObject({
    type: type('shift.edit'),
    shift: id,
    ...z.partial(z.strictObject(shiftFields)).shape,
  }),
  z.strictObject({ type: type('shift.delete'), shift: id }),
  z.strictObject({ type: type('shift.seat'), shift: id, ...seat }),
  z.strictObject({ type: type('shift.unseat'), shift: id, rotation: id, position: id }),
  z.strictObject({
    type: type('schedule.take'),
    remove: list(id, shiftLimit),
    edit: list(
      z.strictObject({
        shift: id,
        ...z.partial(z.strictObject(shiftFields)).shape,
        provider: z.optional(name),
        told: z.nullable(told),
      }),
      shiftLimit,
    ),
    add: list(shift, shiftLimit),
    remember: list(id, shiftLimit),
    forget: list(id, shiftLimit),
  }),
  z.strictObject({
    type: type('break.press'),
    shift: id,
    slot: z.number(),
    wants: z.enum(['start', 'end', 'clear']),
    at: instant,
    by: idOrNull,
  }),
  z.strictObject({ type: type('break.restore'), shift: id, slot: z.number(), record: breakSlot }),
] as const;
const stepWith = (text: typeof notes) =>
  z.discriminatedUnion('type', [
    ...exceptNotes,
    z.strictObject({ type: type('notes.edit'), base: text, next: text }),
  ]);
const singleChange = stepWith(notes);
const changeOf = (step: typeof singleChange): z.ZodMiniType<Change> =>
  z.union([
    step,
    z.strictObject({ type: z.literal('batch'), changes: z.array(step).check(z.maxLength(batchLimit)) }),
  ]);

/** As it is stored. */
export const change = changeOf(singleChange);

/** Fails to compile when a change of the domain has no schema here, or the other way round. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const everyChangeHasASchema: Same<z.infer<typeof singleChange>['type'], SingleChange['type']> = true;

/** Each kind of change by itself. */
export const stepSchemas = singleChange.def.options;

/** A change with the id its author gave it: sent twice, it happens once. */
export const envelope = z.strictObject({ id: plainId, change: changeOf(stepWith(newNotes)) });
export type Envelope = z.infer<typeof envelope>;
