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

/** A worker that begins with the first question. One that fails or hangs is replaced with the next. */
export class AskedWorker<All extends Works> {
  readonly #begin: () => Worker;
  #worker: Worker | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, (reply: Reply | null) => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(begin: () => Worker) {
    this.#begin = begin;
  }

  ask<One extends Kind<All>>(
    kind: One,
    asked: Parameters<All[One]>[0],
  ): Promise<Outcome<ReturnType<All[One]>>> {
    if (this.#waiting.size >= mostWaiting) return Promise.resolve(refuse('planner-failed'));
    this.#asked += 1;
    const request: WorkRequest<All, One> = { id: this.#asked, kind, asked };
    return new Promise((resolve) => {
      this.#waiting.set(request.id, (reply) =>
        resolve(reply ? done(reply.answer as ReturnType<All[One]>) : refuse('planner-failed')),
      );
      try {
        this.#worker ??= this.#started();
        this.#worker.postMessage(request);
        this.#wait();
      } catch {
        this.#giveUp();
      }
    });
  }

  #started(): Worker {
    const worker = this.#begin();
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const answer = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      this.#wait();
      answer?.(data);
    };
    worker.onerror = () => this.#giveUp();
    worker.onmessageerror = () => this.#giveUp();
    return worker;
  }

  /** Each answer brings new patience. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#giveUp(), patience);
  }

  #giveUp(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    const answers = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const answer of answers) answer(null);
  }
}
