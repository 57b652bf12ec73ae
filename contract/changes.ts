import * as z from 'zod/mini';
import {
  type AnyDefinition,
  batchLimit,
  type Change,
  type DocumentBody,
  definitions,
  type SingleChange,
} from '../domain/change/change.ts';
import { crewSchema } from '../domain/crew/crew.ts';
import { breakSlotSchema } from '../domain/day/break.ts';
import { layoutSchema } from '../domain/day/layout.ts';
import { shiftSchema } from '../domain/day/shift.ts';
import { newNotes } from '../domain/notes/notes.ts';
import { positionSchema, rotationSchema, subareaSchema } from '../domain/plan/rotation.ts';
import { teamSchema } from '../domain/team/team.ts';
import { templateSchema } from '../domain/team/template.ts';

export { id } from '../domain/change/fields.ts';

/** Ids of documents, changes and people, which are used in URLs. */
export const plainId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** By the field that tells them apart, so that no other schema is tried. */
const oneOf = <T>(field: string, schemas: readonly z.core.$ZodType[]): z.ZodMiniType<T> =>
  z.discriminatedUnion(
    field,
    schemas as unknown as [z.core.$ZodTypeDiscriminable],
  ) as unknown as z.ZodMiniType<T>;

export const documentBody = oneOf<DocumentBody>('kind', [
  teamSchema,
  templateSchema,
  layoutSchema,
  crewSchema,
]);

export const namedParts = {
  Notes: newNotes,
  Position: positionSchema,
  Subarea: subareaSchema,
  Rotation: rotationSchema,
  Shift: shiftSchema,
  Break: breakSlotSchema,
  Team: teamSchema,
  Template: templateSchema,
  Layout: layoutSchema,
  Crew: crewSchema,
};

type Step = readonly [type: string, schema: z.core.$ZodType];

const stepSchema = (type: string, fields: AnyDefinition['fields']): Step => [
  type,
  z.strictObject({ type: z.literal(type), ...fields }),
];

export const stepSchemas = [...definitions].map(([type, { fields }]) => stepSchema(type, fields));
const newStepSchemas = [...definitions].map(([type, { newFields }], index) =>
  newFields ? stepSchema(type, newFields) : (stepSchemas[index] as Step),
);

function changeOf(steps: readonly Step[]): z.ZodMiniType<Change> {
  const step = oneOf<SingleChange>(
    'type',
    steps.map(([, schema]) => schema),
  );
  const batch = z.strictObject({
    type: z.literal('batch'),
    changes: z.array(step).check(z.maxLength(batchLimit)),
  });
  return z.union([step, batch]);
}

export const change = changeOf(stepSchemas);

/**
 * A change with the id its author gave it: sent twice, it happens once. `undoes`: the id of the author's earlier change
 * that it takes back. `seen`: the version of the document that its author had when they made it. `as`: who made it on a
 * kiosk, by the assertion that it got when it was unlocked.
 */
export const envelope = z.strictObject({
  id: plainId,
  change: changeOf(newStepSchemas),
  undoes: z.optional(plainId),
  seen: z.optional(z.number()),
  as: z.optional(z.string().check(z.maxLength(1_000))),
});
export type Envelope = z.infer<typeof envelope>;

/** After a restore, a change that is sent again has the same id and another time. Pages with old code take this for an id. */
export const changeKey = ({ id, at }: { readonly id: string; readonly at: number }): string =>
  `${id}-${at.toString(36)}`;

export const timeOfKey = (key: string): number => Number.parseInt(key.slice(key.lastIndexOf('-') + 1), 36);
