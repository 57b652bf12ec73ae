import { getOutboxKeys } from '../../contract/me.ts';
import { callEndpoint, type Fetch } from './api.ts';

/** Null without a connection, and when another person is signed in by now. */
export async function fetchOutboxKeys(fetch: Fetch, user: string): Promise<readonly string[] | null> {
  const answer = await callEndpoint(fetch, getOutboxKeys, { query: { user } });
  return answer.ok ? answer.value.keys : null;
}
