import { afterAll, beforeAll, expect, test } from 'vitest';
import { register, signIn } from '../../contract/account.ts';
import { createInvitation } from '../../contract/teams.ts';
import { eventually } from '../../test/eventually.ts';
import {
  newcomer,
  newTeam,
  type RunningServer,
  runServer,
  visit,
} from '../../test/servers/running-server.ts';
import { createLog } from './log.ts';

let server: RunningServer;
let lines: string[];
beforeAll(async () => {
  lines = [];
  server = await runServer({ log: createLog('info', { write: (line) => void lines.push(line) }) });
});
afterAll(() => server.stop());

test('[OP7] what people do leaves nothing about them in the log', async () => {
  const maria = { firstName: 'Marisol', lastName: 'Quintero', email: 'marisol.q@example.com' };
  const password = 'nine blue parrots';
  const visitor = visit(server.address, new Map(), {
    'x-forwarded-for': '203.0.113.77',
    'user-agent': 'Odd Tablet',
  });
  await visitor.call(register, { body: { ...maria, password } });
  await visitor.call(register, { body: { ...maria, password } });
  await visitor.call(signIn, { body: { email: maria.email, password: 'wrong parrots' } });
  const team = await newTeam(visitor, { name: 'Northside' });
  const invitation = { role: 'lead', days: 7, once: true } as const;
  const { token } = (await visitor.call(createInvitation, { params: { team }, body: invitation })).value;
  await visitor.send(`/api/invitations/${token}?email=${maria.email}`);
  await visitor.send('/%zz');
  await visitor.send('/api/auth/sign-in', { method: 'POST', body: `{"email":"${maria.email}"` });
  const socket = await visitor.live();
  socket.send(`not a message from ${maria.email}`);
  await new Promise((resolve) => socket.once('close', resolve));
  await eventually(() => expect(lines.length).toBeGreaterThan(8));
  const personal = [
    ...Object.values(maria),
    password,
    'parrots',
    'Northside',
    token,
    '203.0.113',
    '127.0.0.1',
  ];
  for (const each of [...personal, 'Odd Tablet', team, visitor.cookie()]) {
    expect(lines.filter((line) => line.includes(each))).toEqual([]);
  }
});

test('each line is a JSON object, and those of a request have its id', async () => {
  await newcomer(server.address, 'Ben');
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.filter(({ time, level, msg }) => !time || !level || !msg)).toEqual([]);
  const ids = entries.filter(({ msg }) => msg === 'request').map(({ reqId }) => reqId);
  expect(ids.filter((id) => !/^[\w-]{22}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

/** As PostgreSQL answers, with the row that it refuses. */
const refusal = (message: string) =>
  Object.assign(new Error(message), {
    ...{ severity: 'ERROR', code: '23505', table: 'user', constraint: 'user_email_key' },
    detail: 'Key (email, "firstName")=(marisol.q@example.com, Marisol) already exists.',
    where: 'unnamed portal parameter $2 = Marisol',
    parameters: ['Marisol'],
  });

test('[OP7] an error says what failed, without the values that a database quotes', () => {
  const written: string[] = [];
  const log = createLog('warn', { write: (line) => void written.push(line) });
  log.error(refusal('duplicate key value violates unique constraint "user_email_key"'));
  log.error(refusal('invalid input syntax for type bigint: "Marisol"'));
  log.error(new Error('Outer', { cause: refusal('inner') }), 'Something failed.');
  log.error({ reason: '550 <marisol.q@example.com>: unknown' }, 'The reset email could not be sent.');
  log.info('Not logged.');
  expect(written).toHaveLength(4);
  expect(written.join('')).not.toMatch(/marisol/i);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    msg: 'duplicate key value violates unique constraint "user_email_key"',
    err: { type: 'Error', code: '23505', table: 'user', constraint: 'user_email_key' },
  });
  expect(JSON.parse(written[0] ?? '').err.stack).toMatch(/^ +at /);
  expect(JSON.parse(written[2] ?? '')).toMatchObject({
    msg: 'Something failed.',
    err: { cause: { message: 'inner' } },
  });
  expect(JSON.parse(written[3] ?? '').reason).toBe('550 <[email]>: unknown');
});
