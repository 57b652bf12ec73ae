import type { IncomingMessage, ServerResponse } from 'node:http';

/** In bytes. Smaller ones are not limited. */
const large = 100_000;
/** Large bodies of one person in memory at a time. */
const mostAtOnce = 2;

/** Lets the large bodies of a person in one after the other: parsed, each takes several times its size. */
export interface LargeBodies {
  /** Resolves when the body may be read. */
  enter(person: string, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined;
}

export function createLargeBodies(): LargeBodies {
  const people = new Map<string, { inside: number; readonly waiting: (() => void)[] }>();

  function leave(person: string): void {
    const found = people.get(person);
    const next = found?.waiting.shift();
    if (next) next();
    else if (found && found.inside > 1) found.inside -= 1;
    else people.delete(person);
  }

  return {
    enter(person, { headers }, response) {
      // Without a length it may be large.
      const length =
        headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : large;
      if (length < large || response.closed) return;
      const found = people.get(person) ?? { inside: 0, waiting: [] };
      people.set(person, found);
      if (found.inside < mostAtOnce) {
        found.inside += 1;
        response.once('close', () => leave(person));
        return;
      }
      return new Promise((resolve) => {
        const start = () => {
          resolve();
          if (response.closed) leave(person);
          else response.once('close', () => leave(person));
        };
        found.waiting.push(start);
      });
    },
  };
}
