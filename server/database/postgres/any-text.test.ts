import pino from 'pino';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { getMe } from '../../../contract/me.ts';
import { createDatabase } from '../../../test/postgres/shared-postgres.ts';
import { newcomer, newTeam, person, runServer, visit } from '../../../test/servers/running-server.ts';
import { endpointNames } from '../../door/openapi.ts';

type Schema = z.core.$ZodType;
type Values = Readonly<Record<string, unknown>>;

/** A value that fits a schema; `known` are values by the names of fields. */
function fill(schema: Schema, known: Values, name = ''): unknown {
  if (name in known) return known[name];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return 'Ana';
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'nullable':
    case 'optional':
      return fill(def.innerType, known, name);
    case 'array':
      return [fill(def.element, known, name)];
    case 'union':
      return fill(def.options.at(-1) ?? schema, known, name);
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([field, each]) => [field, fill(each, known, field)]),
      );
    default:
      return {};
  }
}

/** The same value again and again, each time with the character that PostgreSQL's text can't hold in another of its texts. */
function* spoiled(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield `${value}\0`;
  if (typeof value !== 'object' || value === null) return;
  for (const [field, part] of Object.entries(value)) {
    for (const each of spoiled(part)) {
      yield Array.isArray(value) ? value.with(Number(field), each) : { ...value, [field]: each };
    }
  }
}

test('a character that PostgreSQL cannot store is no error of the server, in any text of any request', async () => {
  const database = await createDatabase();
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const server = await runServer({ log, env: { DATABASE_URL: database.url } });
  const ana = await newcomer(server.address, 'Ana');
  const team = await newTeam(ana);
  const { user } = (await ana.call(getMe, {})).value;
  const known: Values = {
    ...{ team, document: team, user: user?.id, member: user?.id, provider: 'ics', email: 'cy@example.com' },
    ...{ password: person('Ana').password, next: 'correct horse battery', dayStart: '4:00 AM' },
    ...{ date: '2026-11-21', from: '2026-11-21', to: '2026-11-21', timeZone: 'America/Chicago' },
    change: { type: 'team.rename', name: 'Pier' },
  };
  const failed: string[] = [];
  let asked = 0;
  for (const [{ path, method, access, query, body }, name] of endpointNames) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
    const request = {
      params: Object.fromEntries(names.map((each) => [each, known[each] ?? 'Ana'])),
      ...(query && { query: fill(query, known) }),
      ...(body && { body: fill(body, known) }),
    };
    for (const spoilt of spoiled(request) as Generator<typeof request>) {
      const address = path.replace(/:(\w+)/g, (_, each) => encodeURIComponent(String(spoilt.params[each])));
      const search = spoilt.query ? `?${new URLSearchParams(spoilt.query as Record<string, string>)}` : '';
      const headers = { 'content-type': 'application/json' };
      // Somebody who signs in is somebody else afterwards.
      const answer = await (access === 'anyone' ? visit(server.address) : ana).send(address + search, {
        method,
        ...(spoilt.body !== undefined && { headers, body: JSON.stringify(spoilt.body) }),
      });
      asked += 1;
      const isFailure = answer.status >= 500 && !answer.text.includes('mail-unavailable');
      if (isFailure) failed.push(`${name}: ${JSON.stringify(spoilt)} ${answer.text}`);
    }
  }
  expect(asked).toBeGreaterThan(100);
  expect([...failed, ...logged]).toEqual([]);
  await server.stop();
  await database.drop();
});
