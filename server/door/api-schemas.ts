import * as z from 'zod/mini';
import { documentBody, envelope, namedParts, stepSchemas } from '../../contract/changes.ts';
import { type Endpoint, problemCode, refusal } from '../../contract/endpoint.ts';
import { problemCodes } from '../../domain/problem/sentences.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON schemas that refer to named ones, and those by name, as an OpenAPI description has them. */
export function createSchemas(endpoints: readonly (readonly [Endpoint, string])[]) {
  const names = z.registry<{ id: string }>();
  const components: Record<string, JsonSchema> = {};
  const name = (schema: z.core.$ZodType | undefined, id: string) => {
    if (schema && !names.has(schema)) names.add(schema, { id });
  };
  for (const [id, part] of Object.entries(namedParts)) name(part, id);
  for (const [type, step] of stepSchemas) name(step, nameOfStep(type));
  name(envelope.shape.change, 'Change');
  name(documentBody, 'Document');
  name(refusal, 'Refusal');
  for (const [{ body, response }, operation] of endpoints) {
    const id = operation[0]?.toUpperCase() + operation.slice(1);
    name(body, `${id}Request`);
    name(response, `${id}Response`);
  }

  function schemaOf(schema: z.core.$ZodType): JsonSchema {
    const made = z.toJSONSchema(schema, {
      unrepresentable: 'any',
      metadata: names,
      override({ zodSchema, jsonSchema }) {
        if ((zodSchema as unknown) === problemCode) jsonSchema.enum = [...problemCodes];
      },
    });
    const { $schema: _, $defs = {}, ...rest } = moved(made);
    for (const [id, part] of Object.entries($defs)) components[id] ??= part as JsonSchema;
    return rest as JsonSchema;
  }

  return { schemaOf, components };
}

const nameOfStep = (type: string): string =>
  `${type
    .split('.')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')}Change`;

/** References of a schema by itself lead into the schema; in the description they lead to its components. */
const moved = (schema: object): Record<string, unknown> & { $defs?: object } =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
