import * as z from 'zod/mini';
import { registrations } from '../domain/team/user.ts';
import { webAuthn } from './account.ts';
import { endpoint, passwordRefused, typed } from './endpoint.ts';
import { me } from './me.ts';

/** With email set up, the answer is always `email-to-confirm`: it must not reveal whether the address has an account. */
export const register = endpoint('POST /api/auth/register', 'anyone', {
  summary: 'Create an account and sign in',
  body: z.strictObject({
    firstName: typed,
    lastName: typed,
    email: typed,
    password: typed,
    /** The secret of an invite link, for servers where registration is by invitation. */
    invitation: z.optional(typed),
  }),
  response: me,
  problems: [
    'invalid-person-name',
    'email-unreadable',
    'email-taken',
    'email-to-confirm',
    'registration-closed',
    'registration-invited',
    'sign-in-again',
    ...passwordRefused,
    'too-many-requests',
    'storage-failed',
  ],
});

export const signIn = endpoint('POST /api/auth/sign-in', 'anyone', {
  summary: 'Sign in with email and password',
  body: z.strictObject({ email: typed, password: typed }),
  response: me,
  /** With `multi-factor-auth-required` the response has a cookie that the second step needs. */
  problems: [
    'credentials-wrong',
    'multi-factor-auth-required',
    'too-many-tries',
    'too-many-requests',
    'storage-failed',
  ],
});

export const signInBySecondFactor = endpoint('POST /api/auth/second-factor', 'anyone', {
  summary: 'Finish signing in with a code from the authenticator app or a backup code',
  body: z.strictObject({
    code: typed,
    /** Don’t ask for a code on this device for 30 days. */
    trust: z.boolean(),
  }),
  response: me,
  problems: ['code-wrong', 'sign-in-again', 'too-many-requests'],
});

export const signOut = endpoint('POST /api/auth/sign-out', 'anyone', {
  summary: 'Sign out',
  response: me,
});

/** Needs the password chosen at registration, since the link alone does not create an account. */
export const openAccount = endpoint('POST /api/auth/confirm', 'anyone', {
  summary: 'Open a new account by the link in the email, and sign in',
  body: z.strictObject({ token: typed, password: typed }),
  response: me,
  problems: ['confirm-invalid', 'password-wrong', 'sign-in-again', 'too-many-tries', 'too-many-requests'],
});

export const signInOptions = z.strictObject({
  passwordMinimum: z.number(),
  registration: z.enum(registrations),
  provider: z.nullable(z.string()),
  /** Passkeys need https, or localhost. */
  passkeys: z.boolean(),
  resetByEmail: z.boolean(),
});
export type SignInOptions = z.infer<typeof signInOptions>;

export const getSignInOptions = endpoint('GET /api/auth/ways', 'anyone', {
  summary: 'The ways to sign in here',
  response: signInOptions,
});

export const startPasskeySignIn = endpoint('POST /api/auth/passkey/start', 'anyone', {
  summary: 'Start signing in with a passkey',
  response: z.strictObject({ options: webAuthn }),
  problems: ['passkey-unavailable', 'too-many-requests'],
});

export const signInByPasskey = endpoint('POST /api/auth/passkey', 'anyone', {
  summary: 'Sign in with a passkey',
  body: z.strictObject({ answer: webAuthn }),
  response: me,
  problems: ['passkey-failed', 'too-many-requests'],
});

export const startOidcSignIn = endpoint('POST /api/auth/provider/start', 'anyone', {
  summary: 'Start signing in through the identity provider',
  response: z.strictObject({ address: z.string() }),
  problems: ['provider-unavailable', 'provider-failed', 'unauthorized-domain', 'too-many-requests'],
});

export const requestReset = endpoint('POST /api/auth/reset-request', 'anyone', {
  summary: 'Request a password reset email',
  body: z.strictObject({ email: typed }),
  problems: ['email-unreadable', 'mail-unavailable', 'too-many-requests'],
});

export const resetPassword = endpoint('POST /api/auth/reset', 'anyone', {
  summary: 'Set a new password with a reset link',
  body: z.strictObject({ token: typed, password: typed }),
  problems: ['reset-invalid', ...passwordRefused, 'too-many-requests'],
});
