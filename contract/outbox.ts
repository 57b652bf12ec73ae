import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const getOutboxKeys = endpoint({
  method: 'GET',
  path: '/api/account/outbox-keys',
  summary: 'The keys that encrypt your unsent changes on a device while you are signed out',
  access: 'in-person',
  response: z.strictObject({ keys: z.array(z.string()) }),
  problems: [],
});
