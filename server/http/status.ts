import type { ProblemCode } from '../../domain/problem.ts';

const statuses: Partial<Record<ProblemCode, number>> = {
  'credentials-wrong': 401,
  'signed-out': 401,
  'sign-in-again': 401,
  'multi-factor-auth-required': 401,
  'code-wrong': 401,
  'passkey-failed': 401,
  'invalid-api-key': 401,
  'token-too-narrow': 403,
  'unauthorized-domain': 403,
  'provider-unavailable': 404,
  'reset-invalid': 404,
  'not-allowed': 403,
  'origin-foreign': 403,
  'not-found': 404,
  'document-missing': 404,
  'invitation-invalid': 404,
  'document-exists': 409,
  'email-taken': 409,
  'last-manager': 409,
  'last-manager-of': 409,
  'user-mismatch': 409,
  'second-factor-exists': 409,
  'too-many-requests': 429,
  internal: 500,
  'too-busy': 503,
  'storage-failed': 503,
  'mail-unavailable': 503,
  'provider-failed': 503,
};

/** The status of an answer with this problem: 400 for all that the caller can correct. */
export const statusOf = (code: ProblemCode): number => statuses[code] ?? 400;
