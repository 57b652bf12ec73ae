import type { ProblemCode } from '../../domain/problem.ts';

const statuses: Partial<Record<ProblemCode, number>> = {
  'credentials-wrong': 401,
  'signed-out': 401,
  'not-allowed': 403,
  'origin-foreign': 403,
  'not-found': 404,
  'document-missing': 404,
  'invitation-invalid': 404,
  'document-exists': 409,
  'email-taken': 409,
  'last-manager': 409,
  'too-many-requests': 429,
  internal: 500,
  'too-busy': 503,
  'storage-failed': 503,
};

/** The status of an answer with this problem: 400 for all that the caller can correct. */
export const statusOf = (code: ProblemCode): number => statuses[code] ?? 400;
