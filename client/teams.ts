import type { Body } from '../contract/endpoint.ts';
import {
  acceptInvitation,
  createInvitation,
  createTeam,
  listMembers,
  readInvitation,
} from '../contract/teams.ts';
import { refuse } from '../domain/problem.ts';
import type { Client } from './client.ts';

export type NewTeam = Body<typeof createTeam>;

/** Makes a team and chooses it, and the sample's layout with it. */
export async function startTeam(client: Client, form: NewTeam) {
  const made = await client.call(createTeam, { body: form });
  if (!made.ok) return made;
  await membership(client, made.value.team);
  client.choices.chooseTeam(made.value.team);
  if (made.value.layout === null) client.choices.clearLayout();
  else client.choices.chooseLayout(made.value.layout);
  return made;
}

export const membersOf = (client: Client, team: string) => client.call(listMembers, { params: { team } });

export const invite = (client: Client, team: string, terms: Body<typeof createInvitation>) =>
  client.call(createInvitation, { params: { team }, body: terms });

export async function invitationOf(client: Client, token: string) {
  const found = await client.call(readInvitation, { params: { token } });
  // to whoever opens the link, one that can be none is no other than one that is none any more
  return !found.ok && found.problem.code === 'not-found' ? refuse('invitation-invalid') : found;
}

/** Joins the team of an invite link and chooses it. */
export async function joinTeam(client: Client, token: string) {
  const joined = await client.call(acceptInvitation, { params: { token } });
  if (joined.ok) {
    await membership(client, joined.value.team);
    client.choices.chooseTeam(joined.value.team);
    client.choices.clearLayout();
  }
  return joined;
}

/** Until the live connection has told of a new team, or is lost; it will tell then when it is back. */
function membership(client: Client, team: string): Promise<void> {
  return new Promise((resolve) => {
    const ends = [client.me.subscribe(look), client.connection.subscribe(look)];
    look();
    function look() {
      const isMember = client.me.get()?.teams.some(({ id }) => id === team);
      if (!isMember && client.connection.get() !== 'offline') return;
      for (const end of ends) end();
      resolve();
    }
  });
}
