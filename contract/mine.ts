import * as z from 'zod/mini';
import { id } from '../domain/change/fields.ts';
import { endpoint, notStored, typed } from './endpoint.ts';

export const offeredLimit = 5;
export const todayLimit = 300;

const person = z.strictObject({ id, name: z.string() });
export type OfferedPerson = z.infer<typeof person>;

export const findMe = endpoint('GET /api/teams/:team/me/people', 'viewer', {
  summary: 'Who on the schedule you may be',
  /** `name`: as you typed it; without it, your account's. */
  query: z.strictObject({ name: z.optional(typed) }),
  response: z.strictObject({
    /** Everyone with exactly your name, or the one that you typed. Empty after 30 requests in an hour. */
    exact: z.array(person),
    similar: z.array(person),
    today: z.array(person),
  }),
  problems: ['too-many-requests'],
});

export const linkMe = endpoint('POST /api/teams/:team/me/person', 'viewer', {
  summary: 'Say who on the schedule you are',
  isInPerson: true,
  body: z.strictObject({ person: id }),
  problems: ['person-missing', 'person-linked', 'person-has-pin', 'account-linked', ...notStored],
});

export const unlinkMe = endpoint('DELETE /api/teams/:team/me/person', 'viewer', {
  summary: 'Say that you aren’t the person on the schedule',
  problems: [...notStored],
});

export const getNextDay = endpoint('GET /api/teams/:team/me/next-day', 'viewer', {
  summary: 'The next day you are on the schedule, of the coming two weeks',
  response: z.strictObject({
    day: z.nullable(
      z.strictObject({ date: z.string(), startTime: z.string(), endTime: z.string(), area: z.string() }),
    ),
  }),
});
