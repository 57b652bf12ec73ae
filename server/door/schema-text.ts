import type { schemaOf } from './openapi.ts';

type Schema = ReturnType<typeof schemaOf>;

/** A JSON schema as people write such shapes: `{ name: string; areas: string[] }`, with limits behind a `//`. */
export function schemaText(schema: Schema, indent = ''): string {
  const inner = (part: unknown, deeper = indent) => schemaText(part as Schema, deeper);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => inner(option)).join(' | ');
  if (schema.type === 'array') {
    const item = inner(schema.items ?? {});
    return /[|/]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object') return objectText(schema, indent);
  return String(schema.type ?? 'any');
}

function objectText(schema: Schema, indent: string): string {
  const deeper = `${indent}  `;
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, part]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${deeper}${name}${mark}: ${schemaText(part, deeper)}${limitText(part)}\n`;
  });
  const others = schema.additionalProperties;
  if (typeof others === 'object' && Object.keys(others).length > 0)
    fields.push(`${deeper}[any name]: ${schemaText(others as Schema, deeper)}\n`);
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
}

function limitText(schema: Schema): string {
  const limits = [
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
    schema.pattern !== undefined && `as ${schema.pattern}`,
  ].filter(Boolean);
  return limits.length === 0 ? '' : `  // ${limits.join(', ')}`;
}
