import { randomBytes } from 'node:crypto';

/** 128 random bits in a form that is safe in URLs. */
export const newId = (): string => randomBytes(16).toString('base64url');
