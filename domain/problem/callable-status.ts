import type { Problem, ProblemCode } from './problem.ts';

/** How long callers of a function wait, in milliseconds. */
export const longestCall = 70_000;

/** How a call of a function at a provider can fail, as its callers name it. */
export const callableCodes = [
  'invalid-argument',
  'unauthenticated',
  'permission-denied',
  'not-found',
  'aborted',
  'resource-exhausted',
  'cancelled',
  'internal',
  'unimplemented',
  'unavailable',
  'deadline-exceeded',
  'unknown',
] as const;
export type CallableCode = (typeof callableCodes)[number];

const codes: Readonly<Record<number, CallableCode>> = {
  400: 'invalid-argument',
  413: 'invalid-argument',
  421: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  409: 'aborted',
  429: 'resource-exhausted',
  499: 'cancelled',
  500: 'internal',
  501: 'unimplemented',
  503: 'unavailable',
  504: 'deadline-exceeded',
};

export const callableCodeOf = (status: number): CallableCode => codes[status] ?? 'unknown';

/** A code as in answers: 'INVALID_ARGUMENT'. */
export const callableName = (code: CallableCode): string => code.replaceAll('-', '_').toUpperCase();

export const callableStatus = (code: CallableCode): number =>
  Number(Object.keys(codes).find((status) => codes[Number(status)] === code) ?? 500);

export interface CallableFailure {
  readonly code: CallableCode;
  /** What the function itself said about it; null where that is only the name of the status. */
  readonly message: string | null;
}

/** Servers call the data `data` or `result`. A code in the answer goes before its status; a success without data failed inside. */
export function parseCallable(status: number, text: string): { data: unknown } | CallableFailure {
  const { data: said, result, error } = Object(parsed(text)) as Record<'data' | 'result' | 'error', unknown>;
  const { status: named, message: words } = Object(error) as { status?: unknown; message?: unknown };
  const message = ownWords(words, named);
  const code = callableCodes.find((each) => callableName(each) === named);
  if (code) return { code, message };
  if (status < 200 || status > 299) return { code: callableCodeOf(status), message };
  const data = said === undefined ? result : said;
  return data === undefined || named !== undefined ? { code: 'internal', message } : { data };
}

/** A message that only repeats the status is useless to people. */
const ownWords = (message: unknown, status: unknown): string | null =>
  typeof message === 'string' && message.trim() !== '' && message !== status ? message.trim() : null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The code for one of our problems; 'internal' for all others. */
const codesOfProblems: Partial<Record<ProblemCode, CallableCode>> = {
  'request-invalid': 'invalid-argument',
  'signed-out': 'unauthenticated',
  'not-allowed': 'permission-denied',
  'not-found': 'not-found',
  'too-many-tries': 'resource-exhausted',
  'too-many-requests': 'resource-exhausted',
  'call-cancelled': 'cancelled',
  'too-busy': 'unavailable',
  'schedule-refused': 'unauthenticated',
  'schedule-forbidden': 'permission-denied',
  'schedule-unreachable': 'unavailable',
  'schedule-failed': 'unavailable',
  'schedule-slow': 'deadline-exceeded',
  'schedule-busy': 'resource-exhausted',
  'invalid-api-key': 'unauthenticated',
};

export const callableCodeFor = ({ code }: Problem): CallableCode => codesOfProblems[code] ?? 'internal';
