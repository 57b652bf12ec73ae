import { Worker } from 'node:worker_threads';
import { DuplicateChange, VersionConflict } from '../document-store.ts';
import { runWriter, type WriteAnswer, type WriterRequest, type WriterSettings } from './sqlite-writer.ts';

type WriteResult = Extract<WriteAnswer, { problem: null }>;

/** Keeps everyone else from writing until it is released. */
export interface Turn {
  execute(request: WriterRequest): Promise<WriteResult>;
  release(): void;
}

/** Writes one after the other: waiting for the disk or for a lock delays only other writes. */
export interface WriterThread {
  execute(request: WriterRequest): Promise<WriteResult>;
  /** For several requests, such as those of a transaction. */
  takeTurn(): Promise<Turn>;
  /** Resolves when all writes are done and the thread has ended. */
  close(): Promise<void>;
}

export function startWriterThread(settings: WriterSettings): WriterThread {
  const waiting: ((answer: WriteAnswer) => void)[] = [];
  let worker: Worker | null = startWorker(settings, whenAnswered, whenEnded);
  let lastTurn: Promise<void> = Promise.resolve();

  function whenAnswered(answer: WriteAnswer): void {
    waiting.shift()?.(answer);
  }

  /** The thread's open transaction is rolled back; the next write starts a new thread. */
  function whenEnded(reason: unknown): void {
    worker = null;
    for (const answer of waiting.splice(0)) answer({ problem: 'failed', message: String(reason) });
  }

  async function post(request: WriterRequest): Promise<WriteResult> {
    const answered = new Promise<WriteAnswer>((resolve) => waiting.push(resolve));
    worker ??= startWorker(settings, whenAnswered, whenEnded);
    worker.postMessage(request);
    const answer = await answered;
    if (answer.problem === 'conflict') throw new VersionConflict(answer.message);
    if (answer.problem === 'duplicate') throw new DuplicateChange(answer.message);
    if (answer.problem !== null) throw Object.assign(new Error(answer.message), answer.details);
    return answer;
  }

  async function takeTurn(): Promise<Turn> {
    const earlier = lastTurn;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    lastTurn = promise;
    await earlier;
    return { execute: post, release };
  }

  return {
    takeTurn,

    async execute(request) {
      const turn = await takeTurn();
      try {
        return await turn.execute(request);
      } finally {
        turn.release();
      }
    },

    async close() {
      await takeTurn();
      const ending = worker;
      if (!ending) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.postMessage('close');
      await ended;
    },
  };
}

function startWorker(
  settings: WriterSettings,
  whenAnswered: (answer: WriteAnswer) => void,
  whenEnded: (reason: unknown) => void,
): Worker {
  const worker = new Worker(`(${runWriter})()`, {
    eval: true,
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  worker.on('message', whenAnswered);
  let reason: unknown = 'The thread that writes has ended.';
  worker.on('error', (error) => {
    reason = error;
  });
  worker.on('exit', () => whenEnded(reason));
  return worker;
}
