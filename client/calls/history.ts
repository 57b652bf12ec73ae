import { getDocumentHistory, getTeamHistory } from '../../contract/history.ts';
import type { Topic } from '../../domain/history/topics.ts';
import type { Client } from '../client.ts';

export type { HistoryEntry, HistoryPage } from '../../contract/history.ts';

export interface HistoryFilter {
  /** A user's id, or 'lineup'. */
  readonly person?: string | undefined;
  readonly topic?: Topic | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface HistoryPlace {
  readonly team: string;
  readonly document?: string | undefined;
}

/** A page, newest first; `before` is the `next` of the page before. */
export function historyPage(
  client: Client,
  { team, document }: HistoryPlace,
  { before, ...filter }: HistoryFilter & { before?: string | undefined },
) {
  const query = { ...filter, before };
  return document === undefined
    ? client.call(getTeamHistory, { params: { team }, query })
    : client.call(getDocumentHistory, { params: { team, document }, query });
}
