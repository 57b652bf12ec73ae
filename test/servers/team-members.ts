import { acceptInvitation, createInvitation } from '../../contract/teams.ts';
import type { Role } from '../../domain/team/user.ts';
import { newcomer, type Visitor } from './running-server.ts';

/** The secret of a new invite link that works for a week. */
export async function inviteTo(manager: Visitor, team: string, role: Role): Promise<string> {
  const terms = { role, days: 7, once: false } as const;
  const { status, text, value } = await manager.call(createInvitation, { params: { team }, body: terms });
  if (status !== 200) throw new Error(text);
  return value.token;
}

/** Joins by an invite link, and returns its secret. */
export async function joinTeam(
  manager: Visitor,
  team: string,
  role: Role,
  visitor: Visitor,
): Promise<string> {
  const token = await inviteTo(manager, team, role);
  const { status, text } = await visitor.call(acceptInvitation, { params: { token } });
  if (status !== 200) throw new Error(text);
  return token;
}

/** Registers people of different names at the server's address, one for each call. */
export function registrar(address: () => string): () => Promise<Visitor> {
  let people = 0;
  return () => newcomer(address(), `Person${++people}`);
}
