import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const deletePerson = endpoint('DELETE /api/teams/:team/crew/:person', 'manager', {
  summary: 'Delete a person of the crew, and their name from every layout and its history',
  isLong: true,
  /** `layouts`: how many layouts had the name. */
  response: z.strictObject({ layouts: z.number() }),
  problems: ['person-missing', 'not-allowed', 'second-factor-required', 'too-busy', 'storage-failed'],
});

/** In days, both ends included. */
export const longestWorked = 30;
/** In layouts and in rows: the latest days are told. */
export const mostWorkedLayouts = 200;
export const mostWorkedRows = 20_000;

const workedDay = z.strictObject({
  date: z.string(),
  worked: z.array(
    z.strictObject({
      /** Of the crew, perhaps merged into somebody since. */
      person: z.string(),
      subarea: z.string(),
      name: z.string(),
      station: z.optional(z.string()),
      minutes: z.number(),
    }),
  ),
});
export type WorkedDay = z.infer<typeof workedDay>;

export const listWorked = endpoint('GET /api/teams/:team/worked', 'lead', {
  summary: 'Who of the crew was at which station for how long',
  query: z.strictObject({
    to: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    days: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
  }),
  response: z.strictObject({ days: z.array(workedDay) }),
  problems: ['date-range-invalid', 'too-many-requests'],
});
