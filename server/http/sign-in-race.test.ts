import { argon2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  changePassword,
  confirmSecondFactor,
  startSecondFactor,
} from '../../contract/account.ts';
import { readMe, resetPassword, signIn, signInBySecondFactor } from '../../contract/auth.ts';
import { createToken, listTokens } from '../../contract/tokens.ts';
import { codeOf } from '../../test/authenticators.ts';
import { linkFor } from '../../test/reset-link.ts';
import {
  type Answer,
  newcomer,
  person,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/running-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server.stop());

const { password } = person('');
const next = 'the next password';

const enter = (visitor: Visitor, email: string, typed = password) =>
  visitor.call(signIn, { body: { email, password: typed } });
const isSignedIn = async (visitor: Visitor) => (await visitor.call(readMe, {})).value.user !== null;

/** From now on it takes long to compare with this person's password: five times as long as to make a new one. */
function slowDown(email: string): void {
  const [nonce, passes] = [randomBytes(16), 10];
  const cost = { memory: 19_456, passes, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: password });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$argon2id$v=19$m=19456,t=${passes},p=1$${plain(nonce)}$${plain(tag)}`;
  const database = new DatabaseSync(join(server.dataDir, 'lineup.db'));
  database
    .prepare('update account set password = ? where userId = (select id from user where email = ?)')
    .run(hash, email);
  database.close();
}

/** Begins with the old password, and goes on when a link has chosen a new one. */
async function overtaken<T>(email: string, act: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const token = await linkFor(server, email);
  slowDown(email);
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  const chosen = await visit(server.address).call(resetPassword, { body: { token, password: next } });
  expect([chosen.status, isOver]).toEqual([200, false]);
  return acting;
}

test('[OA7] a sign-in that began with the password of before does not outlive the new one', async () => {
  await newcomer(server.address, 'Ana');
  const late = visit(server.address);
  const answer = await overtaken('ana@example.com', () => enter(late, 'ana@example.com'));
  expect([answer.status, late.cookie()]).toEqual([401, '']);
  expect(await isSignedIn(late)).toBe(false);
  const database = new DatabaseSync(join(server.dataDir, 'lineup.db'));
  expect(database.prepare('select count(*) as sessions from session').get()).toEqual({ sessions: 0 });
  database.close();
});

test('[OA7] nor does the first of its two steps', async () => {
  const bo = await newcomer(server.address, 'Bo');
  const { secret } = (await bo.call(startSecondFactor, { body: { password } })).value;
  await bo.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
  const late = visit(server.address);
  const answer = await overtaken('bo@example.com', () => enter(late, 'bo@example.com'));
  expect([answer.status, late.cookie()]).toEqual([401, '']);
  const step = await late.call(signInBySecondFactor, { body: { code: codeOf(secret, 1), trust: true } });
  expect(step.status).toBe(401);
});

test('[OA7] nor does a new token, password or address that was on its way', async () => {
  const cy = await newcomer(server.address, 'Cy');
  const token = { name: 'Late', scope: 'write', team: null, days: 365, password } as const;
  expect((await overtaken('cy@example.com', () => cy.call(createToken, { body: token }))).status).toBe(401);
  await enter(cy, 'cy@example.com', next);
  expect((await cy.call(listTokens, {})).value.tokens).toEqual([]);

  const dee = await newcomer(server.address, 'Dee');
  const change = { current: password, next: 'a password of the thief', revokeTokens: false };
  const changed = await overtaken('dee@example.com', () => dee.call(changePassword, { body: change }));
  expect(changed.status).toBe(401);
  expect((await enter(dee, 'dee@example.com', next)).status).toBe(200);

  const eli = await newcomer(server.address, 'Eli');
  const moving = { email: 'thief@example.com', password };
  expect((await overtaken('eli@example.com', () => eli.call(changeEmail, { body: moving }))).status).toBe(
    401,
  );
  expect((await enter(eli, 'eli@example.com', next)).status).toBe(200);
});

test('[OA3] of all sign-ins that race a new password, 20 times, none by the old one stays', async () => {
  for (let round = 0; round < 20; round++) {
    const [name, email] = [`Fay${round}`, `fay${round}@example.com`];
    const fay = await newcomer(server.address, name);
    const entered: Visitor[] = [];
    let isChanged = false;
    const begun = Promise.withResolvers<void>();
    const keepEntering = async () => {
      while (!isChanged) {
        const late = visit(server.address);
        if ((await enter(late, email)).status === 200) entered.push(late);
        begun.resolve();
      }
    };
    const entering = [keepEntering(), keepEntering(), keepEntering()];
    await begun.promise;
    const changed = await fay.call(changePassword, { body: { current: password, next, revokeTokens: true } });
    isChanged = true;
    await Promise.all(entering);
    expect(changed.status, changed.text).toBe(200);
    expect(await Promise.all(entered.map(isSignedIn))).toEqual(entered.map(() => false));
    expect(await isSignedIn(fay)).toBe(true);
  }
});
