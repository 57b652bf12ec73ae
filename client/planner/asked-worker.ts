import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';

/** In milliseconds. The largest days take a slow television some seconds: what takes longer won't come back. */
const patience = 30_000;
/** Questions wait for their turn; nobody presses more often. */
const mostWaiting = 8;

type Works = Readonly<Record<string, (asked: never) => unknown>>;
type Kind<All extends Works> = keyof All & string;

export interface WorkRequest<All extends Works, One extends Kind<All> = Kind<All>> {
  readonly id: number;
  readonly kind: One;
  readonly asked: Parameters<All[One]>[0];
}
interface Reply {
  readonly id: number;
  readonly answer: unknown;
}

interface Asked<All extends Works> {
  readonly request: WorkRequest<All>;
  /** Null: there won't be an answer. */
  readonly answer: (reply: Reply | null) => void;
}

/**
 * A worker that begins with the first question. One that fails or hangs is replaced with the next, and so is one that works on a question
 * that nobody asks anymore.
 */
export class AskedWorker<All extends Works> {
  readonly #begin: () => Worker;
  #worker: Worker | null = null;
  #count = 0;
  /** The first is the one that the worker works on. */
  #waiting: readonly Asked<All>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(begin: () => Worker) {
    this.#begin = begin;
  }

  ask<One extends Kind<All>>(
    kind: One,
    asked: Parameters<All[One]>[0],
    signal?: AbortSignal,
  ): Promise<Outcome<ReturnType<All[One]>>> {
    if (this.#waiting.length >= mostWaiting) return Promise.resolve(refuse('planner-failed'));
    this.#count += 1;
    const request: WorkRequest<All, One> = { id: this.#count, kind, asked };
    return new Promise((resolve) => {
      const answer = (reply: Reply | null) =>
        resolve(reply ? done(reply.answer as ReturnType<All[One]>) : refuse('planner-failed'));
      const each = { request, answer };
      this.#waiting = [...this.#waiting, each];
      signal?.addEventListener('abort', () => this.#drop(each), { once: true });
      if (this.#waiting.length === 1) this.#work();
    });
  }

  #work(): void {
    clearTimeout(this.#timer);
    const [first] = this.#waiting;
    if (!first) return;
    this.#timer = setTimeout(() => this.#giveUp(), patience);
    try {
      this.#worker ??= this.#started();
      this.#worker.postMessage(first.request);
    } catch {
      this.#giveUp();
    }
  }

  #started(): Worker {
    const worker = this.#begin();
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const [first, ...others] = this.#waiting;
      if (first?.request.id !== data.id) return;
      this.#waiting = others;
      this.#work();
      first.answer(data);
    };
    worker.onerror = () => this.#giveUp();
    worker.onmessageerror = () => this.#giveUp();
    return worker;
  }

  #drop(asked: Asked<All>): void {
    const index = this.#waiting.indexOf(asked);
    if (index < 0) return;
    this.#waiting = this.#waiting.filter((each) => each !== asked);
    if (index === 0) {
      this.#end();
      this.#work();
    }
    asked.answer(null);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
  }

  #giveUp(): void {
    this.#end();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { answer } of waiting) answer(null);
  }
}
