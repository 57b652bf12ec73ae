import { createHash, randomBytes } from 'node:crypto';

/** A secret whose holder may do something, such as open a reset link. Only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Without salt: a secret of 32 random bytes cannot be guessed, and it is looked up by its hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
