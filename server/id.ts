import { createHash, randomBytes } from 'node:crypto';

/** 128 random bits in a form that is safe in URLs. */
export const newId = (): string => randomBytes(16).toString('base64url');

/** A secret whose holder may do something, such as open a reset link. Only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Without salt: a secret of 32 random bytes cannot be guessed, and it is looked up by its hash. */
export const hashOf = (secret: string | Buffer): string =>
  createHash('sha256').update(secret).digest('base64url');
