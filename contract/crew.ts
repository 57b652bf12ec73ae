import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const deletePerson = endpoint('DELETE /api/teams/:team/crew/:person', 'manager', {
  summary: 'Delete a person of the crew, and their name from every layout and its history',
  isLong: true,
  /** `layouts`: how many layouts had the name. */
  response: z.strictObject({ layouts: z.number() }),
  problems: ['person-missing', 'not-allowed', 'second-factor-required', 'too-busy', 'storage-failed'],
});
