import type { Query } from '../../contract/endpoint.ts';
import { getDocumentHistory, getTeamHistory } from '../../contract/history.ts';
import type { Client } from '../client.ts';

export type { HistoryEntry, HistoryPage } from '../../contract/history.ts';

export type HistoryFilter = Omit<Query<typeof getTeamHistory>, 'before'>;

export interface HistoryPlace {
  readonly team: string;
  readonly document?: string | undefined;
}

/** A page, newest first; `before` is the `next` of the page before. */
export function historyPage(
  client: Client,
  { team, document }: HistoryPlace,
  query: Query<typeof getTeamHistory>,
) {
  return document === undefined
    ? client.call(getTeamHistory, { params: { team }, query })
    : client.call(getDocumentHistory, { params: { team, document }, query });
}
