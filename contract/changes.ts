import * as z from 'zod/mini';
import {
  type AnyDefinition,
  batchLimit,
  type Change,
  type DocumentBody,
  definitions,
  type SingleChange,
} from '../domain/change/change.ts';
import { crewBody } from '../domain/crew/crew-registry.ts';
import { layoutSchema } from '../domain/day/layout.ts';
import { teamSchema } from '../domain/team/team.ts';
import { templateSchema } from '../domain/team/template.ts';

export { id } from '../domain/change/fields.ts';

/** Ids of documents, changes and people, which are used in URLs. */
export const plainId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

type Schema = z.core.$ZodType;

interface OneOf extends z.core.$ZodTypeDef {
  readonly type: 'lazy';
  readonly field: string;
  readonly find: (name: unknown) => Schema | undefined;
  /** All of them together, for the description of the API. */
  readonly getter: () => Schema;
}

/**
 * A discriminated union that makes a schema when the first object of its kind comes. A page needs few of them, and loads
 * some kinds later.
 */
const OneOf = z.core.$constructor<z.ZodMiniType, OneOf>('OneOf', (inst, def) => {
  const base: typeof z.ZodMiniType = z.ZodMiniType;
  base.init(inst, def);
  const { field, find, getter } = def;
  Object.defineProperty(inst._zod, 'innerType', { get: getter });
  inst._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (typeof input !== 'object' || input === null) {
      payload.issues.push({ code: 'invalid_type', expected: 'object', input, inst });
      return payload;
    }
    const schema = find((input as Readonly<Record<string, unknown>>)[field]);
    if (schema) return schema._zod.run(payload, context);
    payload.issues.push({ code: 'invalid_union', errors: [], path: [field], input, inst });
    return payload;
  };
});

function oneOf<T>(field: string, find: OneOf['find'], all: () => readonly Schema[]): z.ZodMiniType<T> {
  let union: Schema | undefined;
  const getter = () => {
    union ??= z.discriminatedUnion(field, all() as unknown as [z.core.$ZodTypeDiscriminable]);
    return union;
  };
  return new OneOf({ type: 'lazy', field, find, getter }) as z.ZodMiniType<T>;
}

const bodies = new Map<unknown, () => Schema | undefined>([
  ['team', () => teamSchema],
  ['template', () => templateSchema],
  ['layout', () => layoutSchema],
  ['crew', crewBody],
]);

export const documentBody = oneOf<DocumentBody>(
  'kind',
  (kind) => bodies.get(kind)?.(),
  () => [...bodies.values()].flatMap((schema) => schema() ?? []),
);

type FindStep = (type: unknown) => Schema | undefined;

function stepsWith(fieldsOf: (definition: AnyDefinition) => AnyDefinition['fields']): FindStep {
  const made = new Map<unknown, Schema>();
  return (type) => {
    const definition = definitions.get(type as string);
    if (!definition) return undefined;
    const schema =
      made.get(type) ?? z.strictObject({ type: z.literal(type as string), ...fieldsOf(definition) });
    made.set(type, schema);
    return schema;
  };
}

const storedStep = stepsWith(({ fields }) => fields);
const narrowerStep = stepsWith(({ newFields, fields }) => newFields ?? fields);
const newStep: FindStep = (type) =>
  definitions.get(type as string)?.newFields ? narrowerStep(type) : storedStep(type);

const stepsFoundBy = (find: FindStep) =>
  [...definitions.keys()].flatMap((type) => {
    const schema = find(type);
    return schema ? [[type, schema] as const] : [];
  });

export const stepSchemas = () => stepsFoundBy(storedStep);

function changeOf(find: FindStep): z.ZodMiniType<Change> {
  const step = oneOf<SingleChange>('type', find, () => stepsFoundBy(find).map(([, schema]) => schema));
  const batch = z.strictObject({
    type: z.literal('batch'),
    changes: z.array(step).check(z.maxLength(batchLimit)),
  });
  return z.union([step, batch]);
}

export const change = changeOf(storedStep);

/**
 * A change with the id its author gave it: sent twice, it happens once. `undoes`: the id of the author's earlier change
 * that it takes back. `seen`: the version of the document that its author had when they made it. `as`: who made it on a
 * kiosk, by the assertion that it got when it was unlocked.
 */
export const envelope = z.strictObject({
  id: plainId,
  change: changeOf(newStep),
  undoes: z.optional(plainId),
  seen: z.optional(z.number()),
  as: z.optional(z.string().check(z.maxLength(1_000))),
});
export type Envelope = z.infer<typeof envelope>;

/** After a restore, a change that is sent again has the same id and another time. Pages with old code take this for an id. */
export const changeKey = ({ id, at }: { readonly id: string; readonly at: number }): string =>
  `${id}-${at.toString(36)}`;

export const timeOfKey = (key: string): number => Number.parseInt(key.slice(key.lastIndexOf('-') + 1), 36);
