import { done, type Outcome, refuse } from '../../domain/problem.ts';
import { readEmail } from './accounts.ts';
import { createGauge } from './attempts.ts';
import type { AccountDatabase } from './library.ts';
import type { Letter, Mail } from './mail.ts';
import { issueReset, resetMinutes, resetPath } from './password-resets.ts';

/** Letters for one address, and the time in which as many more may follow, in milliseconds. */
const MOST_LETTERS = 5;
const WINDOW = 900_000;

export interface ResetMail {
  /** Answers before it is looked up whether there is such an account, so that neither words nor time tell. */
  ask(email: string): Outcome<null>;
  /** Resolves when nothing is on its way any more. */
  close(): Promise<void>;
}

interface Parts {
  readonly db: AccountDatabase;
  readonly mail: Mail;
  /** Where the link leads. It is never taken from a request: whoever asks could forge it, and get the link's secret. */
  readonly publicUrl: URL;
  readonly log: { error(details: object, message: string): void };
  readonly now: () => number;
}

export function createResetMail({ db, mail, publicUrl, log, now }: Parts): ResetMail {
  const letters = createGauge(MOST_LETTERS, now, WINDOW);
  const underWay = new Set<Promise<void>>();

  async function write(email: string): Promise<void> {
    // The answer leaves first.
    await new Promise((resolve) => setImmediate(resolve));
    const token = await issueReset(db, email, now());
    if (token !== null) await mail.send(letterOf(email, publicUrl.origin, resetPath(token)));
  }

  return {
    ask(typed) {
      const email = readEmail(typed);
      if (!email.ok) return email;
      if (!letters.add(email.value)) return refuse('too-many-requests');
      const written = write(email.value)
        .catch((error: unknown) =>
          log.error({ reason: reasonOf(error) }, 'An email for a new password was not sent.'),
        )
        .finally(() => underWay.delete(written));
      underWay.add(written);
      return done(null);
    },

    async close() {
      await Promise.all(underWay);
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function letterOf(to: string, origin: string, path: string): Letter {
  const link = origin + path;
  const before = `Somebody, probably you, asked for a new password for Lineup at ${origin}.`;
  const invites = `Choose it by this link. It works once, for ${resetMinutes} minutes:`;
  const after = 'If it was not you, leave this email alone: your password stays as it is.';
  return {
    to,
    subject: 'Choose a new password for Lineup',
    text: `${before}\n\n${invites}\n\n${link}\n\n${after}\n`,
    html: `<p>${before}</p>\n<p>${invites}</p>\n<p><a href="${link}">${link}</a></p>\n<p>${after}</p>\n`,
  };
}
