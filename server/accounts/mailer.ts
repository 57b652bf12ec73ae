import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { CreateLimit } from '../door/shared-limits.ts';
import type { EmailMessage, Smtp } from './smtp.ts';

/** Messages to one email address within the window, requested from one network address and from all of them. */
const FROM_ONE_PLACE = 5;
const FROM_ALL_PLACES = 20;
/** In milliseconds. */
const WINDOW = 900_000;

/** Sends email that was requested by someone who may not be its recipient. */
export interface Mailer {
  /** Counts a message to that address; call it before doing any work for it. */
  allow(email: string, place: string): Promise<Outcome<null>>;
  /**
   * Writes and sends after the HTTP response has left, so that neither its text nor its timing reveals whether there is
   * anything to send. `subject` names the email in the log if sending fails.
   */
  send(subject: string, write: () => Promise<EmailMessage | null>): void;
  /** Resolves when everything has been sent. */
  close(): Promise<void>;
}

interface Dependencies {
  readonly smtp: Smtp;
  readonly log: { error(details: object, message: string): void };
  readonly createLimit: CreateLimit;
}

export function createMailer({ smtp, log, createLimit }: Dependencies): Mailer {
  const byPlace = createLimit('email from one place', FROM_ONE_PLACE, WINDOW);
  const byEmail = createLimit('email', FROM_ALL_PLACES, WINDOW);
  const pending = new Set<Promise<void>>();

  async function writeAndSend(write: () => Promise<EmailMessage | null>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const message = await write();
    if (message) await smtp.send(message);
  }

  return {
    async allow(email, place) {
      const isAllowed = (await byPlace.add(JSON.stringify([email, place]))) && (await byEmail.add(email));
      return isAllowed ? done(null) : refuse('too-many-requests');
    },

    send(subject, write) {
      const sending = writeAndSend(write)
        .catch((error: unknown) =>
          log.error({ reason: reasonOf(error) }, `The ${subject} email could not be sent.`),
        )
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },

    async close() {
      await Promise.all(pending);
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
