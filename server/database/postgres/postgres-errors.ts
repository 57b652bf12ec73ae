import { StartProblem } from '../../start-problem.ts';

/** PostgreSQL's code of five characters, or the system's, such as ECONNREFUSED. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The codes for a connection that never came about, so nothing was sent: the system's, then PostgreSQL's. */
const neverConnected = /^(ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|57P03|53300|28|3D)/;

/**
 * PostgreSQL's codes with which it ends a connection, or which may leave it in any state: a shutdown, a broken connection, a
 * transaction that was idle for too long, a failing disk, an internal error.
 */
const connectionEnded = /^(57P|08|25P0[34]|58|XX)/;

/** Whether PostgreSQL refused a statement, and neither this one nor an earlier one of the connection is in doubt. */
export function isRefused(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  const isFromServer = error instanceof Error && 'severity' in error;
  return isFromServer && !neverConnected.test(code) && !connectionEnded.test(code);
}

/**
 * Whether a statement that failed may have been carried out all the same: whenever the connection ended after it was sent.
 * PostgreSQL ends a connection that waits for its standby with 57P01, and the commit stays.
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !isRefused(error) && !neverConnected.test(codeOf(error) ?? '');

/** Whether PostgreSQL ended a transaction that had been waiting for its next statement, or for `commit`. It did nothing. */
export const wasIdleTooLong = (error: unknown): boolean =>
  codeOf(error) === '25P03' || (error instanceof Error && /is not queryable/.test(error.message));

export const isLocked = (error: unknown): boolean => codeOf(error) === '55P03';

type Sentence = (server: string, user: string, database: string, error: Error) => string;

/** For PgBouncer and others of its kind. */
export const poolSentence =
  'A connection pool, such as PgBouncer, answers at DATABASE_URL. Name PostgreSQL itself: Lineup has a pool of its own, and another one passes on neither the settings of a connection nor what servers tell each other.';

const closedSentence: Sentence = (server) =>
  `${server}, which DATABASE_URL names, closes the connection. It may not be PostgreSQL.`;

/** By the message, for errors without such a code. */
const byMessage: readonly [RegExp, Sentence][] = [
  [/^unsupported startup parameter/, () => poolSentence],
  [
    /^cannot use serializable mode in a hot standby/,
    () =>
      'The server of DATABASE_URL accepts no changes, because it is a copy of another server. Name that one instead.',
  ],
  [
    /client password must be/,
    (_, user) => `PostgreSQL asks for the password of “${user}”, which is missing in DATABASE_URL.`,
  ],
  [/^Connection terminated unexpectedly/, closedSentence],
  [
    /SSL|certificate/i,
    (...[, , , { message }]) =>
      `The connection of DATABASE_URL could not be encrypted: ${message.replace(/\.$/, '')}. See sslmode in docs/operations.md.`,
  ],
];

/** The sentence for the operator, by the code of the error; others are not theirs to mend. */
const sentences: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: (server) => `No PostgreSQL answers at ${server}, which DATABASE_URL names.`,
  ENOENT: (server) => `No PostgreSQL answers at ${server}, which DATABASE_URL names.`,
  ENOTFOUND: (server) => `There is no machine ${server}, which DATABASE_URL names.`,
  EAI_AGAIN: (server) => `There is no machine ${server}, which DATABASE_URL names.`,
  ETIMEDOUT: (server) => `${server}, which DATABASE_URL names, does not answer.`,
  EHOSTUNREACH: (server) => `${server}, which DATABASE_URL names, cannot be reached.`,
  ECONNRESET: closedSentence,
  ENETUNREACH: (server) => `${server}, which DATABASE_URL names, cannot be reached.`,
  '28P01': (_, user) => `PostgreSQL refuses the password that DATABASE_URL has for “${user}”.`,
  '28000': (_, user) => `PostgreSQL does not let “${user}” of DATABASE_URL connect from here.`,
  '3D000': (server, _, database) =>
    `There is no database “${database}” on ${server}. Create it, or correct DATABASE_URL.`,
  '42501': (_, user, database) =>
    `“${user}” may not create tables in the database “${database}”. Make it the owner of the database.`,
  '53300': (server) => `PostgreSQL on ${server} has no connection left.`,
  '57P03': (server) =>
    `PostgreSQL on ${server} is still starting or stopping. Start Lineup again in a moment.`,
  '25006': (server) =>
    `PostgreSQL on ${server} accepts no changes now. If it is a copy of another server, name that one in DATABASE_URL.`,
};

/** A `StartProblem` with a sentence for errors that the operator can mend; never with the password. */
export function asStartProblem(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || error instanceof StartProblem) return error;
  const address = new URL(url);
  const { username, pathname } = address;
  const server = serverOf(address);
  const code = /timeout/i.test(error.message) ? 'ETIMEDOUT' : (codeOf(error) ?? '');
  if (isCertificateFile(error)) {
    return new StartProblem(
      `${error.path}, a file that DATABASE_URL names, can’t be read (${code}). See sslmode in docs/operations.md.`,
      { cause: error },
    );
  }
  const sentence = sentences[code] ?? byMessage.find(([pattern]) => pattern.test(error.message))?.[1];
  if (!sentence) return error;
  const database = decodeURIComponent(pathname.slice(1));
  return new StartProblem(sentence(server, decodeURIComponent(username), database, error), { cause: error });
}

/** Connections open no other files. */
const isCertificateFile = (error: Error): error is Error & { readonly path: string } =>
  'syscall' in error && error.syscall === 'open' && 'path' in error;

const serverOf = ({ hostname, port, searchParams }: URL): string =>
  searchParams.get('host') ?? (port === '' ? hostname : `${hostname}:${port}`);
