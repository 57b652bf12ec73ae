import * as z from 'zod/mini';
import { registrations } from '../domain/team/user.ts';
import { endpoint, typed } from './endpoint.ts';
import { me } from './me.ts';

/** With email set up, the answer is always `email-to-confirm`: it must not reveal whether the address has an account. */
export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account and sign in',
  access: 'anyone',
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
    'password-too-short',
    'password-too-long',
    'password-does-not-meet-requirements',
    'too-many-requests',
    'storage-failed',
  ],
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in',
  summary: 'Sign in with email and password',
  access: 'anyone',
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

export const signInBySecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary: 'Finish signing in with a code from the authenticator app or a backup code',
  access: 'anyone',
  body: z.strictObject({
    code: typed,
    /** Don’t ask for a code on this device for 30 days. */
    trust: z.boolean(),
  }),
  response: me,
  problems: ['code-wrong', 'sign-in-again', 'too-many-requests'],
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  access: 'anyone',
  response: me,
  problems: [],
});

/** Needs the password chosen at registration, since the link alone does not create an account. */
export const openAccount = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  summary: 'Open a new account by the link in the email, and sign in',
  access: 'anyone',
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

export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/api/auth/ways',
  summary: 'The ways to sign in here',
  access: 'anyone',
  response: signInOptions,
  problems: [],
});

const webAuthn = z.record(z.string(), z.unknown());

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/start',
  summary: 'Start signing in with a passkey',
  access: 'anyone',
  response: z.strictObject({ options: webAuthn }),
  problems: ['passkey-unavailable', 'too-many-requests'],
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Sign in with a passkey',
  access: 'anyone',
  body: z.strictObject({ answer: webAuthn }),
  response: me,
  problems: ['passkey-failed', 'too-many-requests'],
});

export const startOidcSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/provider/start',
  summary: 'Start signing in through the identity provider',
  access: 'anyone',
  response: z.strictObject({ address: z.string() }),
  problems: ['provider-unavailable', 'provider-failed', 'unauthorized-domain', 'too-many-requests'],
});

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-request',
  summary: 'Request a password reset email',
  access: 'anyone',
  body: z.strictObject({ email: typed }),
  response: z.strictObject({}),
  problems: ['email-unreadable', 'mail-unavailable', 'too-many-requests'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  summary: 'Set a new password with a reset link',
  access: 'anyone',
  body: z.strictObject({ token: typed, password: typed }),
  response: z.strictObject({}),
  problems: [
    'reset-invalid',
    'password-too-short',
    'password-too-long',
    'password-does-not-meet-requirements',
    'too-many-requests',
  ],
});
