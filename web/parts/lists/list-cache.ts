import type { Outcome, Problem } from '../../../domain/problem/problem.ts';

export interface Shown<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly error: Problem | undefined;
}

export type CachedList<Row> = ReturnType<typeof createCachedList<Row>>;

/** More than a person looks at in a while; the one that was asked for longest ago goes first. */
const mostKept = 100;

/** What was known is shown at once, and read anew meanwhile. With another person, or nobody, all lists are forgotten. */
export function createListCache() {
  let owner: string | null = null;
  const lists = new Map<string, unknown>();

  function forget(person: string | null): void {
    if (person !== owner) lists.clear();
    owner = person;
  }

  return {
    forget,
    of<Row>(person: string | null, name: string): CachedList<Row> {
      forget(person);
      const list = (lists.get(name) as CachedList<Row> | undefined) ?? createCachedList<Row>();
      lists.delete(name);
      lists.set(name, list);
      const [oldest] = lists.keys();
      if (lists.size > mostKept && oldest !== undefined) lists.delete(oldest);
      return list;
    },
  };
}

/** Before a failed request is tried again, and before what the device knows no longer waits for one. In milliseconds. */
const aWhile = 1_000;

export function createCachedList<Row>() {
  const watchers = new Set<() => void>();
  let shown: Shown<Row> = { rows: undefined, error: undefined };
  let newest = 0;

  function show(next: Shown<Row>): void {
    shown = next;
    for (const tell of [...watchers]) tell();
  }

  /** However long the device takes: what it has is better than nothing. */
  async function showFrom(device: () => Promise<readonly Row[] | undefined>): Promise<void> {
    const rows = await device();
    if (rows && !shown.rows) show({ ...shown, rows });
  }

  return {
    shown: () => shown,
    watch(tell: () => void): () => void {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    /** Rows that are not known yet stay so. */
    change(after: (rows: readonly Row[]) => readonly Row[]): void {
      if (shown.rows) show({ ...shown, rows: after(shown.rows) });
    },
    /** Once more where that fails; meanwhile, what the device has is shown. An answer that a newer question has overtaken is not. */
    async read(
      ask: () => Promise<Outcome<readonly Row[]>>,
      askDevice: () => Promise<readonly Row[] | undefined> = async () => undefined,
    ): Promise<void> {
      newest += 1;
      const asked = newest;
      const showKept = () => asked === newest && !shown.rows && void showFrom(askDevice);
      const takesLong = setTimeout(showKept, aWhile);
      let outcome = await ask();
      clearTimeout(takesLong);
      if (!outcome.ok && asked === newest) {
        showKept();
        await new Promise((resolve) => setTimeout(resolve, aWhile));
        if (asked === newest) outcome = await ask();
      }
      if (asked !== newest) return;
      show(outcome.ok ? { rows: outcome.value, error: undefined } : { ...shown, error: outcome.problem });
    },
  };
}
