import { getOutboxKeys } from '../../contract/outbox.ts';
import { callEndpoint, type Fetch } from './api.ts';

/** Null without a connection. */
export async function fetchOutboxKeys(fetch: Fetch): Promise<readonly string[] | null> {
  const answer = await callEndpoint(fetch, getOutboxKeys, {});
  return answer.ok ? answer.value.keys : null;
}
