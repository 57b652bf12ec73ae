import * as account from '../../contract/account.ts';
import type { Body } from '../../contract/endpoint.ts';
import { refuse } from '../../domain/problem/problem.ts';
import type { Client } from '../client.ts';
import { leaveSession } from './sign-in.ts';

export const deleteAccount = (client: Client, password: string) =>
  leaveSession(client, account.deleteAccount, { body: { password } });

type WebAuthn = Body<typeof account.addPasskey>['answer'];

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
