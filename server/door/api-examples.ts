import type { JsonSchema } from './api-schemas.ts';

/** What fields hold in examples, by their names; a field that is not here gets a value of its type. */
const values: Readonly<Record<string, unknown>> = {
  team: 'maple-street',
  document: 'saturday',
  layout: 'saturday',
  template: 'weekday',
  id: 'a1b2c3',
  user: 'u7',
  shift: 's1',
  rotation: 'lunch',
  subarea: 'front',
  position: 'register-1',
  provider: 'hotschedules',
  date: '2026-11-21',
  from: '2026-11-21',
  to: '2026-11-27',
  startTime: '9:00 AM',
  endTime: '5:00 PM',
  dayStart: '4:00 AM',
  timeZone: 'America/Chicago',
  name: 'Register 1',
  teamMember: 'Maria Garcia',
  schedule: 'Cashier',
  area: 'Front of House',
  areas: ['Front of House', 'Kitchen'],
  firstName: 'Maria',
  lastName: 'Garcia',
  email: 'maria@example.com',
  password: 'a good long password',
  primaryColor: '#1f5fbf',
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  at: 1_795_280_400_000,
  version: 12,
  note: '',
  insert: 'Deliveries at 10\n',
};

/** An example of what a schema takes: required fields alone. `component` finds a named schema. */
export function exampleOf(
  schema: JsonSchema,
  component: (name: string) => JsonSchema | undefined,
  name = '',
): unknown {
  const inner = (part: unknown, itsName = name) => exampleOf((part ?? {}) as JsonSchema, component, itsName);
  if (schema.$ref) return inner(component(schema.$ref.split('/').at(-1) ?? ''));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const known = values[name];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const fitting = options.find((option) => fits(option as JsonSchema, known));
    return fitting ? known : inner(options[0]);
  }
  if (fits(schema, known)) return known;
  switch (schema.type) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
      return Object.fromEntries(
        (schema.required ?? []).flatMap((field) =>
          properties[field] ? [[field, inner(properties[field], field)]] : [],
        ),
      );
    }
    case 'array':
      return schema.maxItems === 0 ? [] : [inner(schema.items, name.replace(/s$/, ''))];
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function fits({ type }: JsonSchema, value: unknown): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return type === 'array';
  return type === typeof value || (type === 'integer' && Number.isInteger(value));
}
