import type { RawData } from 'ws';
import type { ReadThrottle } from './backpressure.ts';
import type { WorkTurns } from './work-turns.ts';

/** Handles what a page sends one message at a time, in the order it came. */
export interface MessageOrder {
  /** Runs a task after everything received so far. */
  inOrder(task: () => Promise<void> | void): Promise<void>;
  receive(data: RawData, isBinary: boolean, byteLength: number): void;
  /** Resolves when everything received so far is handled. */
  settled(): Promise<void>;
}

interface MessageOrderDependencies {
  readonly owner: string;
  readonly turns: WorkTurns;
  readonly throttle: Pick<ReadThrottle, 'finished'>;
  readonly handle: (data: RawData, isBinary: boolean) => Promise<void> | void;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds that parsing a message takes. */
const parseCost = { message: 0.03, byte: 0.000_16 };

export function createMessageOrder(dependencies: MessageOrderDependencies): MessageOrder {
  const { owner, turns, throttle, handle, onError } = dependencies;
  const owners = [owner];
  let lastTask: Promise<void> = Promise.resolve();

  async function handleAfter(
    earlier: Promise<void>,
    data: RawData,
    isBinary: boolean,
    byteLength: number,
  ): Promise<void> {
    await earlier;
    try {
      const turn = turns.take(owners, parseCost.message + parseCost.byte * byteLength);
      if (turn) await turn;
      await handle(data, isBinary);
    } catch (error) {
      onError(error);
    }
    throttle.finished(byteLength);
  }

  return {
    inOrder(task) {
      lastTask = lastTask.then(task).catch(onError);
      return lastTask;
    },
    receive(data, isBinary, byteLength) {
      lastTask = handleAfter(lastTask, data, isBinary, byteLength);
    },
    settled: () => lastTask,
  };
}
