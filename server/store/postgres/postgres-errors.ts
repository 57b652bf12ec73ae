import { addressesOf } from '../../database-url.ts';
import { StartProblem } from '../../start-problem.ts';

/** PostgreSQL's code of five characters, or the system's, such as ECONNREFUSED. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The system's codes for a connection that never came about, so nothing was sent. */
const neverConnected: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether nothing was sent, because there was no connection. */
export const isUnreachable = (error: unknown): boolean => neverConnected.has(codeOf(error) ?? '');

/**
 * Whether a statement that failed may have been carried out all the same. PostgreSQL ends a connection that waits for its
 * standby with 57P01, and the commit stays.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (isUnreachable(error)) return false;
  const isFromServer = error instanceof Error && 'severity' in error;
  return !isFromServer || /^(57P0[12]|08|58|XX)/.test(codeOf(error) ?? '');
}

/** The sentence for the operator, by the code of the error; others are not theirs to mend. */
const sentences: Readonly<Record<string, (server: string, user: string, database: string) => string>> = {
  ECONNREFUSED: (server) => `No PostgreSQL answers at ${server}, which DATABASE_URL names.`,
  ENOENT: (server) => `No PostgreSQL answers at ${server}, which DATABASE_URL names.`,
  ENOTFOUND: (server) => `There is no machine ${server}, which DATABASE_URL names.`,
  EAI_AGAIN: (server) => `There is no machine ${server}, which DATABASE_URL names.`,
  ETIMEDOUT: (server) => `${server}, which DATABASE_URL names, does not answer.`,
  EHOSTUNREACH: (server) => `${server}, which DATABASE_URL names, cannot be reached.`,
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
    `PostgreSQL on ${server} accepts no changes, because it is a copy of another server. Name that one in DATABASE_URL.`,
};

/** A `StartProblem` with a sentence for errors that the operator can mend; never with the password. */
export function asStartProblem(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || error instanceof StartProblem) return error;
  const addresses = addressesOf(url).map((address) => new URL(address));
  const { username = '', pathname = '' } = addresses[0] ?? {};
  const server = addresses.map(serverOf).join(', ');
  const code = /timeout/i.test(error.message) ? 'ETIMEDOUT' : (codeOf(error) ?? '');
  const sentence =
    sentences[code] ?? (/SSL|certificate/i.test(error.message) ? () => sslSentence(error) : undefined);
  if (!sentence) return error;
  const database = decodeURIComponent(pathname.slice(1));
  return new StartProblem(sentence(server, decodeURIComponent(username), database), { cause: error });
}

const serverOf = ({ hostname, port, searchParams }: URL): string =>
  searchParams.get('host') ?? (port === '' ? hostname : `${hostname}:${port}`);

const sslSentence = ({ message }: Error): string =>
  `The connection of DATABASE_URL could not be encrypted: ${message.replace(/\.$/, '')}. See sslmode in docs/operations.md.`;
