import {
  addPasskey,
  confirmSecondFactor,
  signIn,
  startPasskey,
  startPasskeySignIn,
  startSecondFactor,
} from '../../contract/account.ts';
import { codeOf, softPasskey } from './authenticators.ts';
import { newcomer, person, type Visitor, visit } from './running-server.ts';

const { password } = person('');

/** A person in the middle of a sign-in or setup of several steps, and the body of their next request. */
interface StartedStep<Body> {
  readonly by: Visitor;
  readonly body: () => Body;
}

export async function settingUpSecondFactor(address: string): Promise<StartedStep<{ code: string }>> {
  const by = await newcomer(address, 'Seth');
  const { value } = await by.call(startSecondFactor, { body: { password } });
  return { by, body: () => ({ code: codeOf(value.secret) }) };
}

export async function atSecondFactor(
  address: string,
): Promise<StartedStep<{ code: string; trust: boolean }>> {
  const owner = await newcomer(address, 'Stella');
  const { value } = await owner.call(startSecondFactor, { body: { password } });
  await owner.call(confirmSecondFactor, { body: { code: codeOf(value.secret) } });
  const by = visit(address);
  await by.call(signIn, { body: { email: 'stella@example.com', password } });
  return { by, body: () => ({ code: codeOf(value.secret, 1), trust: false }) };
}

type Answer = Record<string, unknown>;

/** Two people: one adds a passkey, the other signs in by one. */
export async function withPasskeys(address: string): Promise<{
  adding: StartedStep<{ name: string; answer: Answer }>;
  signingIn: StartedStep<{ answer: Answer }>;
}> {
  const [first, second] = [softPasskey(address), softPasskey(address)];
  const owner = await newcomer(address, 'Pavel');
  const begun = await owner.call(startPasskey, { body: { password } });
  await owner.call(addPasskey, { body: { name: 'Phone', answer: first.create(begun.value.options) } });
  const again = await owner.call(startPasskey, { body: { password } });
  const visitor = visit(address);
  const asked = await visitor.call(startPasskeySignIn, {});
  return {
    adding: {
      by: owner,
      body: () => ({ name: 'Laptop', answer: second.create(again.value.options) }),
    },
    signingIn: { by: visitor, body: () => ({ answer: first.get(asked.value.options) }) },
  };
}
