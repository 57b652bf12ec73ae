import { createHash, randomBytes } from 'node:crypto';

/** A secret that whoever has it may do something by; only its hash is kept. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Without salt: nobody guesses a secret of 32 random bytes, and it is found by its hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
