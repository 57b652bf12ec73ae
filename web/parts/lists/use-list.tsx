import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { ObservableValue } from '../../../client/observable.ts';
import type { MadeChange } from '../../../client/outbox/outbox-storage.ts';
import { RecentMap } from '../../../client/recent-map.ts';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import type { Call, Endpoint, Response } from '../../../contract/endpoint.ts';
import { done, type Outcome, type Problem } from '../../../domain/problem/problem.ts';
import { Button } from '../../ui/button/button.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { useClient, useMe, useObservable } from '../page/client-context.tsx';

const t = words('page');

type Loaded = Pick<List<unknown>, 'error' | 'retry'> & Partial<List<unknown>>;

/** Why a list could not be loaded, and a button to try again. Offline, the header says how old known rows are. */
export function ListProblem({ list }: { list: Loaded }) {
  const isOffline = useObservable(useClient().connection) === 'offline';
  if (!list.error || (isOffline && list.rows)) return null;
  return (
    <Alert tone="problem" action={<Button onPress={list.retry}>{t('retry')}</Button>}>
      {sentence(list.error)}
    </Alert>
  );
}

/** For what stands under it once it has come: why it could not be loaded, or that it is loading. */
export function ListState({ list }: { list: Loaded & { value?: unknown } }) {
  const isLoading = !list.error && list.rows === undefined && list.value === undefined;
  return isLoading ? <Loading /> : <ListProblem list={list} />;
}

interface Shown<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly error: Problem | undefined;
}

export interface List<Row> extends Shown<Row> {
  readonly retry: () => Promise<void>;
}

interface ListRequest<Row> {
  readonly team: string;
  /** Tells it from other lists. */
  readonly name: string;
  readonly read: () => Promise<Outcome<readonly Row[]>>;
  readonly readKept?: () => Promise<readonly Row[] | undefined>;
  /** The rows with changes of this page that the answer does not know yet. The same function between renders. */
  readonly after?: (rows: readonly Row[], made: readonly MadeChange[]) => readonly Row[];
}

/** A list of a team, refetched whenever the server says it may have changed; this page's own changes show right away. */
export function useList<Row>({ team, name, read, readKept, after = same }: ListRequest<Row>): List<Row> {
  const client = useClient();
  const person = useMe()?.user?.id ?? null;
  const list = useMemo(() => knownList<Row>(client, person, name), [client, person, name]);
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
      list.read(
        () => latest.current.ask(),
        () => latest.current.askDevice(),
      ),
    [list],
  );

  useEffect(() => {
    const refetch = () => void reread();
    const show = (made: readonly MadeChange[]) => list.change((rows) => after(rows, made));
    show(client.unanswered(team));
    refetch();
    const ends = [
      client.made.on((made) => made.team === team && show([made])),
      client.listed.on((changed) => changed === team && refetch()),
      client.refused.on((refused) => refused.team === team && refetch()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, list, reread, team, after]);
  const shown = useObservable(list.shown);
  const isMissing = shown.error !== undefined;
  useEffect(() => {
    if (!isMissing) return;
    const again = setInterval(reread, untilAnother);
    return () => clearInterval(again);
  }, [isMissing, reread]);
  return { ...shown, retry: reread };
}

/** In milliseconds: nobody presses 'Retry' on a television. */
const untilAnother = 30_000;

const same = <Row,>(rows: readonly Row[]): readonly Row[] => rows;

type TeamCall<E extends Endpoint> = Call<E> & { readonly params: { readonly team: string } };
type After<Row> = ListRequest<Row>['after'];

/** The list that an endpoint answers with, and what the device has of it. */
export function useListOf<E extends Endpoint, Row>(
  endpoint: E,
  call: TeamCall<E>,
  rowsOf: (answer: Response<E>) => readonly Row[],
  after?: After<Row>,
): List<Row> {
  const client = useClient();
  return useList<Row>({
    team: call.params.team,
    name: `${endpoint.path} ${JSON.stringify(call)}`,
    read: async () => {
      const outcome = await client.call(endpoint, call);
      return outcome.ok ? done(rowsOf(outcome.value)) : outcome;
    },
    readKept: async () => {
      const kept = await client.copies.loadAnswer(endpoint, call);
      return kept === null ? undefined : rowsOf(kept);
    },
    after,
  });
}

/** What was known is shown at once, and read anew meanwhile. With another person, or nobody, all lists are forgotten. */
const known = new WeakMap<Client, { person: string | null; lists: RecentMap<string, unknown> }>();

/** The ones used last: a board that is open for weeks asks for those of each day. */
const mostLists = 50;

export function knownList<Row>(client: Client, person: string | null, name: string): KnownList<Row> {
  let { lists, ...of } = known.get(client) ?? { person, lists: new RecentMap(mostLists) };
  if (of.person !== person) lists = new RecentMap(mostLists);
  const list = (lists.get(name) as KnownList<Row> | undefined) ?? createKnownList<Row>();
  known.set(client, { person, lists: lists.set(name, list) });
  return list;
}

type KnownList<Row> = ReturnType<typeof createKnownList<Row>>;

/** Before a failed request is tried again, and before what the device knows no longer waits for one. In milliseconds. */
const aWhile = 1_000;

export function createKnownList<Row>() {
  const shown = new ObservableValue<Shown<Row>>({ rows: undefined, error: undefined });
  let newest = 0;
  return {
    shown,
    /** Rows that are not known yet stay so. */
    change(after: (rows: readonly Row[]) => readonly Row[]): void {
      const { rows, error } = shown.get();
      if (rows) shown.set({ rows: after(rows), error });
    },
    /** Once more where that fails; meanwhile, what the device has is shown. A late answer would bring back what is deleted. */
    async read(
      ask: () => Promise<Outcome<readonly Row[]>>,
      askDevice: () => Promise<readonly Row[] | undefined> = async () => undefined,
    ): Promise<void> {
      newest += 1;
      const asked = newest;
      const showKept = async () => {
        const rows = shown.get().rows === undefined ? await askDevice() : undefined;
        if (rows && shown.get().rows === undefined) shown.set({ ...shown.get(), rows });
      };
      const takesLong = setTimeout(showKept, aWhile);
      let outcome = await ask();
      clearTimeout(takesLong);
      if (!outcome.ok && asked === newest) {
        void showKept();
        await new Promise((resolve) => setTimeout(resolve, aWhile));
        if (asked === newest) outcome = await ask();
      }
      if (asked !== newest) return;
      shown.set(
        outcome.ok
          ? { rows: outcome.value, error: undefined }
          : { rows: shown.get().rows, error: outcome.problem },
      );
    },
  };
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
  const latest = useRef(read);
  latest.current = read;
  const retry = useCallback(async () => {
    const outcome = await latest.current(client);
    if (outcome.ok) setValue(outcome.value);
    setError(outcome.ok ? undefined : outcome.problem);
  }, [client]);
  useEffect(() => void retry(), [retry]);
  return { value, error, retry };
}
