import * as auth from '../../contract/auth.ts';
import type { Body, Call, Response } from '../../contract/endpoint.ts';
import { getMe } from '../../contract/me.ts';
import { refuse } from '../../domain/problem/problem.ts';
import type { Client } from '../client.ts';
import type { SignInEndpoint } from '../current-user.ts';

export const signInOptions = (client: Client) => client.call(auth.getSignInOptions, {});

export const register = (client: Client, form: Body<typeof auth.register>) =>
  client.changeUser(auth.register, { body: form });

/** By the link in the email that registering sends. */
export const openAccount = (client: Client, form: Body<typeof auth.openAccount>) =>
  client.changeUser(auth.openAccount, { body: form });

export const signIn = (client: Client, form: Body<typeof auth.signIn>) =>
  client.changeUser(auth.signIn, { body: form });

export const signInBySecondFactor = (client: Client, form: Body<typeof auth.signInBySecondFactor>) =>
  client.changeUser(auth.signInBySecondFactor, { body: form });

export const signOut = (client: Client) => leave(client, auth.signOut, {});

/** Ends the session at the person's wish. The live connection may report that before the answer arrives. */
export async function leave<E extends SignInEndpoint>(client: Client, endpoint: E, call: Call<E>) {
  client.choices.leave();
  const outcome = await client.changeUser(endpoint, call);
  client.choices.stay();
  return outcome;
}

/** After another window signed in or out, or a link ended the session. */
export const whoIsSignedIn = (client: Client) => client.changeUser(getMe, {});

type PasskeyOptions = Response<typeof auth.startPasskeySignIn>['options'];
type PasskeyAnswer = Body<typeof auth.signInByPasskey>['answer'];

/** `ask` is the browser's part: which passkey, and the proof that it is there. */
export async function signInByPasskey(
  client: Client,
  ask: (options: PasskeyOptions) => Promise<PasskeyAnswer>,
) {
  const begun = await client.call(auth.startPasskeySignIn, {});
  if (!begun.ok) return begun;
  try {
    const answer = await ask(begun.value.options);
    return await client.changeUser(auth.signInByPasskey, { body: { answer } });
  } catch {
    return refuse('passkey-failed');
  }
}

export const startOidcSignIn = (client: Client) => client.call(auth.startOidcSignIn, {});

export const requestReset = (client: Client, email: string) =>
  client.call(auth.requestReset, { body: { email } });

export const resetPassword = (client: Client, token: string, password: string) =>
  client.call(auth.resetPassword, { body: { token, password } });
