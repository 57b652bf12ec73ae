import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { createRateLimit } from '../throttle/rate-limit.ts';
import type { Letter, Mail } from './smtp.ts';

/** Letters to one address that one place may ask for, and all places; as many more may follow within the window. */
const FROM_ONE_PLACE = 5;
const FROM_ALL_PLACES = 20;
/** In milliseconds. */
const WINDOW = 900_000;

/** Letters that somebody asks for who may not be whom they go to. */
export interface Post {
  /** Counts a letter to that address, before anything is done for it; refused when there were too many. */
  allow(email: string, place: string): Outcome<null>;
  /**
   * Writes and sends, after the answer has left: neither words nor time tell what is written, or whether anything is.
   * `purpose` names it in the log when it fails.
   */
  send(purpose: string, write: () => Promise<Letter | null>): void;
  /** Resolves when nothing is on its way any more. */
  close(): Promise<void>;
}

interface Parts {
  readonly mail: Mail;
  readonly log: { error(details: object, message: string): void };
  readonly now: () => number;
}

export function createMailer({ mail, log, now }: Parts): Post {
  const byPlace = createRateLimit(FROM_ONE_PLACE, now, WINDOW);
  const byEmail = createRateLimit(FROM_ALL_PLACES, now, WINDOW);
  const underWay = new Set<Promise<void>>();

  async function writeAndSend(write: () => Promise<Letter | null>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const letter = await write();
    if (letter) await mail.send(letter);
  }

  return {
    allow(email, place) {
      const isFew = byPlace.add(JSON.stringify([email, place])) && byEmail.add(email);
      return isFew ? done(null) : refuse('too-many-requests');
    },

    send(purpose, write) {
      const sent = writeAndSend(write)
        .catch((error: unknown) =>
          log.error({ reason: reasonOf(error) }, `An email ${purpose} was not sent.`),
        )
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    },

    async close() {
      await Promise.all(underWay);
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `link` stands between the two; null for a letter without one. */
export function buildEmail(
  to: string,
  subject: string,
  { before, link, after }: { before: readonly string[]; link: string | null; after: string },
): Letter {
  const paragraphs = [...before, ...(link === null ? [] : [link]), after];
  const html = paragraphs.map((text) => `<p>${text === link ? `<a href="${link}">${link}</a>` : text}</p>\n`);
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: html.join('') };
}
