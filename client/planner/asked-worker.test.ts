import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AskedWorker, type WorkRequest } from './asked-worker.ts';

type Work = { readonly double: (asked: number) => number };

/** A browser's worker that does what the test says with each question. */
class TestWorker extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessageerror: (() => void) | null = null;
  isTerminated = false;
  readonly #work: (worker: TestWorker, request: WorkRequest<Work>) => void;

  constructor(work: (worker: TestWorker, request: WorkRequest<Work>) => void) {
    super();
    this.#work = work;
  }
  postMessage(request: WorkRequest<Work>) {
    this.#work(this, request);
  }
  terminate() {
    this.isTerminated = true;
  }
}

const answers = (worker: TestWorker, { id, asked }: WorkRequest<Work>) =>
  queueMicrotask(() => worker.onmessage?.({ data: { id, answer: asked * 2 } } as MessageEvent));

function started(...works: ((worker: TestWorker, request: WorkRequest<Work>) => void)[]) {
  const workers: TestWorker[] = [];
  const desk = new AskedWorker<Work>(() => {
    const worker = new TestWorker(works[workers.length] ?? answers);
    workers.push(worker);
    return worker as unknown as Worker;
  });
  return { desk, workers };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failed = { ok: false, problem: { code: 'planner-failed' } };

test('[PT5] a worker begins with the first question, and answers one after the other', async () => {
  const { desk, workers } = started();
  expect(workers).toHaveLength(0);
  const both = await Promise.all([desk.ask('double', 1), desk.ask('double', 2)]);
  expect(both).toEqual([
    { ok: true, value: 2 },
    { ok: true, value: 4 },
  ]);
  expect(workers).toHaveLength(1);
});

test.each<[string, (worker: TestWorker) => void]>([
  ['fails', (worker) => worker.onerror?.()],
  [
    'can’t be asked',
    () => {
      throw new Error('It could not be copied');
    },
  ],
  ['answers what can’t be read', (worker) => worker.onmessageerror?.()],
])('[PT5] a worker that %s is replaced, and a sentence says so', async (_, fails) => {
  const { desk, workers } = started(fails);
  expect(await desk.ask('double', 1)).toEqual(failed);
  expect(await desk.ask('double', 2)).toEqual({ ok: true, value: 4 });
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
});

test('[PT5] a worker that hangs is replaced, for all who wait', async () => {
  const { desk, workers } = started(() => {});
  const both = [desk.ask('double', 1), desk.ask('double', 2)];
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await Promise.all(both)).toEqual([failed, failed]);
  expect(await desk.ask('double', 3)).toEqual({ ok: true, value: 6 });
  expect(workers).toHaveLength(2);
});

test('[PT5] no more than eight questions wait', async () => {
  const { desk, workers } = started(() => {});
  const all = Array.from({ length: 9 }, (_, at) => desk.ask('double', at));
  expect(await all[8]).toEqual(failed);
  expect(workers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await Promise.all(all)).toEqual(all.map(() => failed));
});

test('[PT12] what nobody asks anymore is given up: the worker ends, and what waits behind it has its turn', async () => {
  const { desk, workers } = started(() => {});
  const [gone, queued] = [new AbortController(), new AbortController()];
  const all = [
    desk.ask('double', 1, gone.signal),
    desk.ask('double', 2, queued.signal),
    desk.ask('double', 3),
  ];
  queued.abort();
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false]);
  gone.abort();
  expect(await Promise.all(all)).toEqual([failed, failed, { ok: true, value: 6 }]);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  gone.abort();
  expect(await desk.ask('double', 4)).toEqual({ ok: true, value: 8 });
  expect(workers).toHaveLength(2);
});
