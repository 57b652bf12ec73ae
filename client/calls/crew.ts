import * as crew from '../../contract/crew.ts';
import type { Client } from '../client.ts';

/** Deletes the person, and their name from every layout and its history. */
export const deletePerson = (client: Client, team: string, person: string) =>
  client.call(crew.deletePerson, { params: { team, person } });
