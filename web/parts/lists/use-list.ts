import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Client } from '../../../client/client.ts';
import type { MadeChange } from '../../../client/outbox/outbox-storage.ts';
import { done, type Outcome, type Problem } from '../../../domain/problem/problem.ts';
import { useClient, useListCache, useMe } from '../page/client-context.tsx';
import type { Shown } from './list-cache.ts';

export interface List<Row> extends Shown<Row> {
  readonly retry: () => Promise<void>;
}

interface ListRequest<Row> {
  readonly team: string;
  readonly list: string;
  readonly of?: string;
  readonly read: () => Promise<Outcome<readonly Row[]>>;
  readonly readKept?: () => Promise<readonly Row[] | undefined>;
  /** The rows with changes of this page that the answer does not know yet. The same function between renders. */
  readonly after?: (rows: readonly Row[], made: readonly MadeChange[]) => readonly Row[];
}

/** A list of a team, refetched whenever the server says it may have changed; this page's own changes show right away. */
export function useList<Row>({
  team,
  list,
  of = '',
  read,
  readKept,
  after = same,
}: ListRequest<Row>): List<Row> {
  const client = useClient();
  const person = useMe()?.user?.id ?? null;
  const lists = useListCache();
  // looked up once: looking up again counts as asking for it
  const kept = useMemo(
    () => lists.of<Row>(person, [team, list, of].join('\n')),
    [lists, person, team, list, of],
  );
  const shown = useSyncExternalStore(kept.watch, kept.shown);
  const ask = async () => {
    const outcome = await read();
    return outcome.ok ? done(after(outcome.value, client.unanswered(team))) : outcome;
  };
  const askDevice = async () => {
    const rows = await readKept?.();
    return rows && after(rows, client.unanswered(team));
  };
  const latest = useRef({ ask, askDevice });
  latest.current = { ask, askDevice };

  const reread = useCallback(
    () =>
      kept.read(
        () => latest.current.ask(),
        () => latest.current.askDevice(),
      ),
    [kept],
  );

  useEffect(() => {
    const refetch = () => void reread();
    const show = (made: readonly MadeChange[]) => kept.change((rows) => after(rows, made));
    show(client.unanswered(team));
    refetch();
    const ends = [
      client.onChangeMade((made) => made.team === team && show([made])),
      client.onListsChanged((changed) => changed === team && refetch()),
      client.onRefused((refused) => refused.team === team && refetch()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, kept, reread, team, after]);
  return { ...shown, retry: reread };
}

const same = <Row>(rows: readonly Row[]): readonly Row[] => rows;

export async function rowsOf<Answer, Row>(
  answer: Promise<Outcome<Answer>>,
  pick: (answer: Answer) => readonly Row[],
): Promise<Outcome<readonly Row[]>> {
  const outcome = await answer;
  return outcome.ok ? done(pick(outcome.value)) : outcome;
}

export interface Query<T> {
  readonly value: T | undefined;
  readonly error: Problem | undefined;
  readonly retry: () => Promise<void>;
}

/** Loads data that has no change notifications: once, and again by `retry`. */
export function useQuery<T>(read: (client: Client) => Promise<Outcome<T>>): Query<T> {
  const client = useClient();
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<Problem>();
  const retry = useCallback(async () => {
    const outcome = await read(client);
    if (outcome.ok) setValue(outcome.value);
    setError(outcome.ok ? undefined : outcome.problem);
  }, [client, read]);
  useEffect(() => void retry(), [retry]);
  return { value, error, retry };
}
