import type { Body } from '../../contract/endpoint.ts';
import * as teams from '../../contract/teams.ts';
import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Client } from '../client.ts';
import { waitUntil } from '../document/load-document.ts';

export type NewTeam = Body<typeof teams.createTeam>;

/** Makes a team and chooses it, and the sample's layout with it. */
export async function startTeam(client: Client, form: NewTeam) {
  const made = await client.call(teams.createTeam, { body: form });
  if (!made.ok) return made;
  await membership(client, made.value.team);
  client.choices.chooseTeam(made.value.team);
  if (made.value.layout === null) client.choices.clearLayout();
  else client.choices.chooseLayout(made.value.layout);
  return made;
}

export const leaveTeam = (client: Client, team: string) =>
  givingUp(client, team, client.call(teams.leaveTeam, { params: { team } }));

export const deleteTeam = (client: Client, team: string, name: string) =>
  givingUp(client, team, client.call(teams.deleteTeam, { params: { team }, body: { name } }));

export async function invitationOf(client: Client, token: string) {
  const found = await client.call(teams.getInvitation, { params: { token } });
  // A link that was never valid is reported like one that is no longer valid.
  return !found.ok && found.problem.code === 'not-found' ? refuse('invitation-invalid') : found;
}

export async function joinTeam(client: Client, token: string) {
  const joined = await client.call(teams.acceptInvitation, { params: { token } });
  if (joined.ok) {
    await membership(client, joined.value.team);
    client.choices.chooseTeam(joined.value.team);
    client.choices.clearLayout();
  }
  return joined;
}

async function givingUp<T>(client: Client, team: string, answer: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const end = client.choices.expectLoss(team);
  const outcome = await answer;
  if (outcome.ok) await membership(client, team, false);
  end();
  return outcome;
}

/** Waits until the live connection reports the joined or left team, or is lost; it reports again when it is back. */
const membership = (client: Client, team: string, isIn = true): Promise<void> =>
  waitUntil(
    client,
    client.me,
    () => (client.me.get()?.teams.some(({ id }) => id === team) ?? false) === isIn,
  );
