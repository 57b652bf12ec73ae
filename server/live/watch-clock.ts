import type { DocumentBody } from '../../domain/change/change.ts';
import type { BreakRecord } from '../../domain/day/break.ts';
import type { DocumentRef } from '../database/document-store.ts';
import { documentKey } from './document-cache.ts';
import type { Documents } from './documents.ts';

/** How often to compare the clocks, in milliseconds. */
const checkEvery = 10_000;
/** A clock that is set back by less than this makes no difference that anyone sees. */
const noticeable = 1_000;
/** A break that begins later than so many milliseconds from now began while the clock was ahead. */
const impossible = 60_000;
/** Breaks count as finished long before that. */
const rememberedFor = 24 * 3_600_000;
const mostRemembered = 5_000;

interface ClockDependencies {
  readonly documents: Documents;
  /** The time of day, which can be set. */
  readonly now: () => number;
  /** Milliseconds that passed; never set. */
  readonly steady?: () => number;
  readonly log: { warn(message: string): void; error(error: unknown): void };
}

export interface ClockWatch {
  /** The same documents, of which changed ones are remembered. */
  readonly documents: Documents;
  /** Compares the clocks, and corrects breaks if the time of day was set back. */
  check(): Promise<void>;
  stop(): void;
}

/**
 * A break that began while the server's clock was ahead would show its full length until that time comes again. So when the
 * clock is set back, such breaks are moved back by as much. Only a server that runs then knows by how much that is; otherwise
 * what happened last happened now, at the latest, when somebody looks at the day.
 */
export function watchClock(dependencies: ClockDependencies): ClockWatch {
  const { documents, now, steady = () => performance.now(), log } = dependencies;
  /** By team and document, the latest last, with the steady time of their last change. */
  const changed = new Map<string, { readonly ref: DocumentRef; readonly at: number }>();
  let last = { now: now(), steady: steady() };

  function remember({ team, document }: DocumentRef, key: string): void {
    const time = steady();
    changed.delete(key);
    changed.set(key, { ref: { team, document }, at: time });
    for (const [oldest, { at }] of changed) {
      if (changed.size <= mostRemembered && at > time - rememberedFor) break;
      changed.delete(oldest);
    }
  }

  async function correct(by: number): Promise<void> {
    log.warn(`The clock of this machine was set back by ${Math.round(by / 1_000)} seconds.`);
    for (const { ref } of [...changed.values()]) {
      const found = await documents.read(ref);
      for (const each of futureBreaks(found?.body, now())) await moveBack(ref, each, by);
    }
  }

  async function moveBack(ref: DocumentRef, { shift, slot, record }: FutureBreak, by: number): Promise<void> {
    const moved = { ...record, startedAt: Math.min(record.startedAt - by, now()) };
    if (record.endedAt !== null) moved.endedAt = Math.max(moved.startedAt, record.endedAt - by);
    const outcome = await documents.issue(ref, { type: 'break.restore', shift, slot, record: moved });
    if (!outcome.ok) log.error(outcome.problem);
  }

  /** For breaks from before this server started. */
  async function correctWatched(ref: DocumentRef): Promise<void> {
    const body = (await documents.read(ref))?.body;
    for (const each of futureBreaks(body, now() + impossible)) {
      const { startedAt, endedAt } = each.record;
      await moveBack(ref, each, Math.max(startedAt, endedAt ?? 0) - now());
    }
  }

  async function check(): Promise<void> {
    const present = { now: now(), steady: steady() };
    const setBackBy = present.steady - last.steady - (present.now - last.now);
    last = present;
    if (setBackBy >= noticeable) await correct(setBackBy);
  }

  const timer = setInterval(() => void check().catch((error) => log.error(error)), checkEvery).unref();
  return {
    documents: {
      ...documents,
      async change(author, ref, envelope, order) {
        const outcome = await documents.change(author, ref, envelope, order);
        if (outcome.ok) remember(ref, order?.lane.key ?? documentKey(ref));
        return outcome;
      },
      async watch(ref, watcher, resume) {
        const isThere = await documents.watch(ref, watcher, resume);
        if (isThere) await correctWatched(ref).catch((error) => log.error(error));
        return isThere;
      },
    },
    check,
    stop: () => clearInterval(timer),
  };
}

interface FutureBreak {
  readonly shift: string;
  readonly slot: number;
  readonly record: { -readonly [Key in keyof BreakRecord]: BreakRecord[Key] };
}

function futureBreaks(body: DocumentBody | undefined, now: number): readonly FutureBreak[] {
  if (body?.kind !== 'layout') return [];
  return body.shifts.flatMap(({ id: shift, breaks }) =>
    breaks.flatMap((record, slot) => (record && record.startedAt > now ? [{ shift, slot, record }] : [])),
  );
}
