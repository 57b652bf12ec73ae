import fc from 'fast-check';
import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Arbitrary = fc.Arbitrary<unknown>;

export interface Known {
  /** Values for schemas that are met again and again, such as ids. */
  readonly schemas: ReadonlyMap<Schema, Arbitrary>;
  /** Values for a field whose name says more than its schema. */
  readonly field: (name: string, schema: Schema) => Arbitrary | undefined;
}

const anyText = fc.oneof(fc.constantFrom('', 'Ana', '__proto__', 'x'.repeat(150), 'A\0\ud83d'), fc.string());
const anyNumber = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
  fc.constantFrom(-1, Number.NaN, 1.5, 1e9),
);

/** What a schema describes, and a little more: numbers and texts that only a rule refuses. */
export function arbitraryOf(schema: Schema, known: Known): Arbitrary {
  const value = known.schemas.get(schema);
  if (value) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return anyText;
    case 'number':
      return anyNumber;
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType, known));
    case 'readonly':
      return arbitraryOf(def.innerType, known);
    case 'tuple':
      return fc.tuple(...def.items.map((item) => arbitraryOf(item, known)));
    case 'array':
      return fc.array(arbitraryOf(def.element, known), { maxLength: 4 });
    case 'union':
      return fc.oneof(...def.options.map((option) => arbitraryOf(option, known)));
    case 'object':
      return arbitraryOfFields(def.shape, known);
    case 'record': {
      const { keyType, valueType } = def;
      const key = arbitraryOf(keyType, known) as fc.Arbitrary<string>;
      return fc.dictionary(key, arbitraryOf(valueType, known), { maxKeys: 3 });
    }
    default:
      throw new Error(`Nothing is known about schemas of type ${def.type}. Add it here.`);
  }
}

/** An object with these fields; the optional ones are sometimes left out. */
export function arbitraryOfFields(
  shape: Readonly<Record<string, Schema>>,
  known: Known,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    const isOptional = def.type === 'optional';
    const value = known.field(name, schema) ?? arbitraryOf(isOptional ? def.innerType : schema, known);
    return { name, isOptional, value };
  });
  return fc.record(Object.fromEntries(fields.map(({ name, value }) => [name, value])), {
    requiredKeys: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  });
}
