import * as account from '../../contract/account.ts';
import type { Body, Call, Response } from '../../contract/endpoint.ts';
import { refuse } from '../../domain/problem/problem.ts';
import type { Client, SignInEndpoint } from '../client.ts';

export const signOut = (client: Client) => leaveSession(client, account.signOut, {});

/** The live connection may report the end of the session before the answer arrives. */
export async function leaveSession<E extends SignInEndpoint>(client: Client, endpoint: E, call: Call<E>) {
  client.choices.leave();
  const outcome = await client.changeUser(endpoint, call);
  client.choices.stay();
  return outcome;
}

type PasskeyOptions = Response<typeof account.startPasskeySignIn>['options'];
type PasskeyAnswer = Body<typeof account.signInByPasskey>['answer'];

export async function signInByPasskey(
  client: Client,
  ask: (options: PasskeyOptions) => Promise<PasskeyAnswer>,
) {
  const begun = await client.call(account.startPasskeySignIn, {});
  if (!begun.ok) return begun;
  try {
    const answer = await ask(begun.value.options);
    return await client.changeUser(account.signInByPasskey, { body: { answer } });
  } catch {
    return refuse('passkey-failed');
  }
}
