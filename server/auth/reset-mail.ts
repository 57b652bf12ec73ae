import { done, type Outcome, refuse } from '../../domain/problem.ts';
import { readEmail } from './email-address.ts';
import { createGauge } from './gauge.ts';
import type { AccountDatabase } from './library.ts';
import type { Letter, Mail } from './mail.ts';
import { issueReset, resetMinutes, resetPath } from './password-resets.ts';

/** Letters to one address that one place may ask for, and all places; as many more may follow within the window. */
const FROM_ONE_PLACE = 5;
const FROM_ALL_PLACES = 20;
/** In milliseconds. */
const WINDOW = 900_000;

export interface ResetMail {
  /** Answers before it is looked up whether there is such an account, so that neither words nor time tell. */
  ask(email: string, place: string): Outcome<null>;
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
  const byPlace = createGauge(FROM_ONE_PLACE, now, WINDOW);
  const byEmail = createGauge(FROM_ALL_PLACES, now, WINDOW);
  const underWay = new Set<Promise<void>>();

  async function write(email: string): Promise<void> {
    // The answer leaves first.
    await new Promise((resolve) => setImmediate(resolve));
    const token = await issueReset(db, { email, way: 'mailed', now: now() });
    if (token !== null) await mail.send(letterOf(email, publicUrl.origin, resetPath(token)));
  }

  return {
    ask(typed, place) {
      const email = readEmail(typed);
      if (!email.ok) return email;
      const isFew = byPlace.add(JSON.stringify([email.value, place])) && byEmail.add(email.value);
      if (!isFew) return refuse('too-many-requests');
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
  const before = `Someone, probably you, asked to reset the password of your Lineup account at ${origin}.`;
  const invites = `Choose a new one with this link. It works once, for ${resetMinutes} minutes:`;
  const after = 'If you did not ask for this, ignore this email. Your password stays the same.';
  return {
    to,
    subject: 'Reset your Lineup password',
    text: `${before}\n\n${invites}\n\n${link}\n\n${after}\n`,
    html: `<p>${before}</p>\n<p>${invites}</p>\n<p><a href="${link}">${link}</a></p>\n<p>${after}</p>\n`,
  };
}
