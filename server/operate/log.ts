import pino, { type DestinationStream, type Logger } from 'pino';

/** What of an error is logged. PostgreSQL's errors also have the values of a row, such as a name or an address. */
const errorFields = [
  'type',
  'code',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
];

const email = /[^\s"'\\<>()[\]{},;:=/@]+@[\w-]+(\.[\w-]+)+/g;

/** The log of the server: one JSON object a line, without anything about people. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      serializers: {
        err: (error: unknown) => (error instanceof Error ? errorEntry(error) : error),
      },
      hooks: {
        logMethod(args, method) {
          const [first] = args as unknown[];
          // pino takes the message of the line from the error, before the error is serialized.
          if (first instanceof Error && args.length === 1) {
            return (method as (...rest: unknown[]) => void).call(this, { err: first }, messageOf(first));
          }
          return method.apply(this, args);
        },
        streamWrite: (line) => line.replace(email, '[email]'),
      },
    },
    destination,
  );
}

function errorEntry(error: Error): object {
  const own = error as unknown as Record<string, unknown>;
  const fields = errorFields
    .map((name) => [name, own[name]] as const)
    .filter(([, value]) => typeof value === 'string');
  return {
    type: error.name,
    message: messageOf(error),
    stack: stackOf(error),
    ...Object.fromEntries(fields),
    ...(error.cause instanceof Error && { cause: errorEntry(error.cause) }),
  };
}

/** A value that PostgreSQL can't take is quoted at the end of the message. */
function messageOf(error: Error): string {
  const isFromPostgres = 'severity' in error;
  return isFromPostgres ? error.message.replace(/: ".*$/s, '') : error.message;
}

const stackOf = ({ stack = '' }: Error): string => stack.slice(Math.max(0, stack.search(/^ +at /m)));
