import * as mine from '../../contract/mine.ts';
import type { Client } from '../client.ts';

/** `name`: as the person typed it, instead of their account's. */
export const findMe = (client: Client, team: string, name?: string) =>
  client.call(mine.findMe, { params: { team }, query: { name } });

export const linkMe = (client: Client, team: string, person: string) =>
  client.call(mine.linkMe, { params: { team }, body: { person } });

export const unlinkMe = (client: Client, team: string) => client.call(mine.unlinkMe, { params: { team } });

export const nextDayOf = (client: Client, team: string) => client.call(mine.getNextDay, { params: { team } });
