import * as z from 'zod/mini';
import { plainId } from './changes.ts';
import { endpoint } from './endpoint.ts';

export const getOutboxKeys = endpoint({
  method: 'GET',
  path: '/api/account/outbox-keys',
  summary: 'The keys that encrypt your unsent changes on a device while you are signed out',
  access: 'in-person',
  /** Who the page belongs to: another tab may have signed in someone else, whose keys are not for their changes. */
  query: z.strictObject({ user: z.optional(plainId) }),
  response: z.strictObject({ keys: z.array(z.string()) }),
  problems: [],
});
