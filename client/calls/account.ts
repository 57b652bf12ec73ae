import * as account from '../../contract/account.ts';
import type { Body } from '../../contract/endpoint.ts';
import * as tokens from '../../contract/tokens.ts';
import { refuse } from '../../domain/problem/problem.ts';
import type { Client } from '../client.ts';
import { leave } from './sign-in.ts';

export const securityOf = (client: Client) => client.call(account.getSecurity, {});

export const changeNames = (client: Client, form: Body<typeof account.changeNames>) =>
  client.call(account.changeNames, { body: form });

export const changeEmail = (client: Client, form: Body<typeof account.changeEmail>) =>
  client.call(account.changeEmail, { body: form });

export const verifyEmail = (client: Client) => client.call(account.verifyEmail, {});

export const confirmEmail = (client: Client, token: string) =>
  client.call(account.confirmEmail, { body: { token } });

export const changePassword = (client: Client, form: Body<typeof account.changePassword>) =>
  client.call(account.changePassword, { body: form });

export const signOutOthers = (client: Client) => client.call(account.signOutOthers, {});

export const endSession = (client: Client, session: string) =>
  client.call(account.endSession, { params: { session } });

export const deleteAccount = (client: Client, password: string) =>
  leave(client, account.deleteAccount, { body: { password } });

export const startSecondFactor = (client: Client, password: string) =>
  client.call(account.startSecondFactor, { body: { password } });

export const confirmSecondFactor = (client: Client, code: string) =>
  client.call(account.confirmSecondFactor, { body: { code } });

export const removeSecondFactor = (client: Client, password: string, code: string) =>
  client.call(account.removeSecondFactor, { body: { password, code } });

type WebAuthn = Body<typeof account.addPasskey>['answer'];

/** `make` is the browser's part. */
export async function addPasskey(
  client: Client,
  { name, password }: { name: string; password: string },
  make: (options: WebAuthn) => Promise<WebAuthn>,
) {
  const begun = await client.call(account.startPasskey, { body: { password } });
  if (!begun.ok) return begun;
  try {
    const answer = await make(begun.value.options);
    return await client.call(account.addPasskey, { body: { name, answer } });
  } catch {
    return refuse('passkey-failed');
  }
}

export const removePasskey = (client: Client, passkey: string) =>
  client.call(account.removePasskey, { params: { passkey } });

export const tokensOf = (client: Client) => client.call(tokens.listTokens, {});

export const createToken = (client: Client, form: Body<typeof tokens.createToken>) =>
  client.call(tokens.createToken, { body: form });

export const revokeToken = (client: Client, id: string) =>
  client.call(tokens.revokeToken, { params: { id } });
