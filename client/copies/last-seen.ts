import * as z from 'zod/mini';
import type { Clock } from '../connection/clock.ts';
import type { ServerTime } from '../connection/server-time.ts';
import type { KeyValueStorage } from '../device/choices.ts';

const key = 'lastSeen';
const writeEvery = 10_000;

const schema = z.object({
  /** When the server answered last, by its clock and by the device's. */
  server: z.number(),
  wall: z.number(),
  /** The documents that were current then. */
  documents: z.array(z.string()),
});
type Seen = z.infer<typeof schema>;

interface Dependencies {
  readonly memory: KeyValueStorage;
  readonly time: ServerTime;
  readonly clock: Clock;
  /** The documents that are current on this page. */
  readonly current: () => readonly string[];
}

/** Remembers when the server was heard last, for a page that opens without it. */
export class LastSeen {
  readonly #dependencies: Dependencies;
  /** As an earlier page left it. */
  readonly #before: Seen | null;
  #written = 0;
  #cancel = () => {};

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#before = parse(dependencies.memory.getItem(key));
    if (this.#before) dependencies.time.presume(this.#before);
  }

  /** When the server answered last; null if never on this device. */
  get at(): number | null {
    return this.#dependencies.time.lastAnswer?.server ?? this.#before?.server ?? null;
  }

  /** When a document was current that was stored at `storedAt`. */
  atOf(document: string, storedAt: number): number {
    const isInList = this.#before?.documents.includes(document) ?? false;
    return isInList ? Math.max(storedAt, this.#before?.server ?? 0) : storedAt;
  }

  /** Writes it every now and then, until the page is closed. */
  start(): void {
    this.write();
    this.#cancel = this.#dependencies.clock.after(writeEvery, () => this.start());
  }

  write(): void {
    const { memory, time, current } = this.#dependencies;
    const answer = time.lastAnswer;
    if (!answer || answer.server === this.#written) return;
    this.#written = answer.server;
    memory.setItem(key, JSON.stringify({ ...answer, documents: [...current()] } satisfies Seen));
  }

  close(): void {
    this.#cancel();
  }
}

function parse(text: string | null): Seen | null {
  try {
    return z.safeParse(schema, JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
