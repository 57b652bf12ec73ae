import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  changePassword,
  confirmSecondFactor,
  resetPassword,
  signIn,
  signInBySecondFactor,
  startSecondFactor,
} from '../../contract/account.ts';
import { getMe } from '../../contract/me.ts';
import { createToken, listTokens } from '../../contract/tokens.ts';
import { cheapPasswords } from '../../test/passwords/cheap-passwords.ts';
import { slowDownPassword } from '../../test/passwords/slow-password.ts';
import { codeOf } from '../../test/servers/authenticators.ts';
import { linkFor } from '../../test/servers/reset-link.ts';
import {
  type Answer,
  newcomer,
  person,
  type RunningServer,
  runServer,
  type Visitor,
  visit,
} from '../../test/servers/running-server.ts';
import { query } from '../../test/stores/stored-data.ts';
import { setPasswordCost } from './password-policy.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await runServer();
});
afterEach(() => setPasswordCost(cheapPasswords));
afterAll(() => server.stop());

const { password } = person('');
const next = 'the next password';

const enter = (visitor: Visitor, email: string, typed = password) =>
  visitor.call(signIn, { body: { email, password: typed } });
const isSignedIn = async (visitor: Visitor) => (await visitor.call(getMe, {})).value.user !== null;

let people = 0;

interface Overtaken<T> {
  readonly email: string;
  readonly visitor: Visitor;
  readonly answer: Answer<T>;
}

/**
 * Somebody begins with the old password, and goes on when a link has chosen a new one. Comparing takes five times as long
 * as choosing does, which is nearly always enough; when it was not, it is tried with somebody else.
 */
async function overtaken<T>(
  act: (visitor: Visitor, email: string) => Promise<Answer<T>>,
  prepare: (visitor: Visitor) => Promise<void> = async () => {},
): Promise<Overtaken<T>> {
  for (;;) {
    people += 1;
    const email = `ana${people}@example.com`;
    const visitor = await newcomer(server.address, `Ana${people}`);
    await prepare(visitor);
    const token = await linkFor(server, email);
    await slowDownPassword(server, email);
    let isOver = false;
    const acting = act(visitor, email).finally(() => {
      isOver = true;
    });
    const chosen = await visit(server.address).call(resetPassword, { body: { token, password: next } });
    const isInTime = !isOver && chosen.status === 200;
    const answer = await acting;
    if (isInTime) return { email, visitor, answer };
  }
}

test('a sign-in that started with the old password does not survive the new one', async () => {
  let late = visit(server.address);
  const { answer, email } = await overtaken((_, of) => {
    late = visit(server.address);
    return enter(late, of);
  });
  expect([answer.status, late.cookie()]).toEqual([401, '']);
  expect(await isSignedIn(late)).toBe(false);
  const left = 'select * from session where "userId" = (select id from "user" where email = ?)';
  expect(await query(server.dataDir, left, email)).toEqual([]);
});

test('a sign-in waiting for its second factor does not survive it', async () => {
  let [late, secret] = [visit(server.address), ''];
  const { answer } = await overtaken(
    (_, email) => {
      late = visit(server.address);
      return enter(late, email);
    },
    async (bo) => {
      secret = (await bo.call(startSecondFactor, { body: { password } })).value.secret;
      await bo.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
    },
  );
  expect([answer.status, late.cookie()]).toEqual([401, '']);
  const step = await late.call(signInBySecondFactor, { body: { code: codeOf(secret, 1), trust: true } });
  expect(step.status).toBe(401);
});

test('a pending token, password change or address change does not survive it', async () => {
  const token = { name: 'Late', scope: 'write', team: null, days: 365, password } as const;
  const made = await overtaken((cy) => cy.call(createToken, { body: token }));
  expect(made.answer.status).toBe(401);
  await enter(made.visitor, made.email, next);
  expect((await made.visitor.call(listTokens, {})).value.tokens).toEqual([]);

  const change = { current: password, next: 'a password of the thief', revokeTokens: false };
  const changed = await overtaken((dee) => dee.call(changePassword, { body: change }));
  expect(changed.answer.status).toBe(401);
  expect((await enter(changed.visitor, changed.email, next)).status).toBe(200);

  // an address of its own for each try: one that was too quick has it already
  const moved = await overtaken((eli, email) =>
    eli.call(changeEmail, { body: { email: `thief.of.${email}`, password } }),
  );
  expect(moved.answer.status).toBe(401);
  expect((await enter(moved.visitor, moved.email, next)).status).toBe(200);
});

test('[OA3] no sign-in with the old password survives a race against a new one, 20 times', async () => {
  for (let round = 0; round < 20; round++) {
    const [name, email] = [`Fay${round}`, `fay${round}@example.com`];
    setPasswordCost(cheapPasswords);
    const fay = await newcomer(server.address, name);
    // Many sign-ins while the new password is hashed.
    setPasswordCost();
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
    const entering = [keepEntering(), keepEntering()];
    await begun.promise;
    const changed = await fay.call(changePassword, { body: { current: password, next, revokeTokens: true } });
    isChanged = true;
    await Promise.all(entering);
    expect(changed.status, changed.text).toBe(200);
    expect(await Promise.all(entered.map(isSignedIn))).toEqual(entered.map(() => false));
    expect(await isSignedIn(fay)).toBe(true);
  }
});
