import * as z from 'zod/mini';
import { registrations } from '../domain/team/user.ts';
import { plainId } from './changes.ts';
import { endpoint, passwordRefused, typed } from './endpoint.ts';
import { language, me } from './me.ts';

const instant = z.number();

/** '' for people without a password, who need a recent sign-in instead. */
export const password = typed;
export const proof = ['password-wrong', 'sign-in-again', 'too-many-tries', 'too-many-requests'] as const;

export const session = z.strictObject({
  id: plainId,
  isCurrent: z.boolean(),
  /** A name such as 'Chrome on Android', from the User-Agent header. */
  device: z.string(),
  signedInAt: instant,
  lastUsedAt: instant,
});

export const passkey = z.strictObject({ id: plainId, name: z.string(), createdAt: instant });

export const accountSecurity = z.strictObject({
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  backupCodesLeft: z.number(),
  passkeys: z.array(passkey),
  providers: z.array(z.string()),
  /** True if email is set up and the address is not verified. */
  canConfirmEmail: z.boolean(),
  sessions: z.array(session),
});
export type AccountSecurity = z.infer<typeof accountSecurity>;

export const getSecurity = endpoint('GET /api/account/security', 'in-person', {
  summary: 'How you sign in, and where you are signed in',
  response: accountSecurity,
});

export const changeNames = endpoint('POST /api/account/names', 'in-person', {
  summary: 'Change your names',
  body: z.strictObject({ firstName: typed, lastName: typed }),
  response: me,
  problems: ['invalid-person-name'],
});

export const changeLanguage = endpoint('PATCH /api/account', 'in-person', {
  summary: 'Choose the language of your pages, mail and notifications',
  /** `null`: each page is in its device’s. */
  body: z.strictObject({ language: z.nullable(language) }),
  response: me,
});

/** With email set up, the address changes when the person opens the link to /confirm-email/{token}. */
export const changeEmail = endpoint('POST /api/account/email', 'in-person', {
  summary: 'Change the address you sign in with',
  body: z.strictObject({ email: typed, password }),
  response: me,
  problems: ['email-unreadable', 'email-taken', 'email-to-confirm', ...proof],
});

export const verifyEmail = endpoint('POST /api/account/email/verify', 'in-person', {
  summary: 'Ask for an email with a link that confirms your address',
  problems: ['mail-unavailable', 'too-many-requests'],
});

export const confirmEmail = endpoint('POST /api/account/email/confirm', 'in-person', {
  summary: 'Confirm your address by the link in the email',
  body: z.strictObject({ token: typed }),
  response: me,
  problems: ['confirm-invalid', 'mail-unavailable'],
});

export const changePassword = endpoint('POST /api/account/password', 'in-person', {
  summary: 'Change your password',
  body: z.strictObject({
    current: password,
    next: typed,
    revokeTokens: z.boolean(),
  }),
  problems: [...passwordRefused, ...proof],
});

export const signOutOthers = endpoint('POST /api/account/sign-out-others', 'in-person', {
  summary: 'Sign out everywhere but here',
});

export const endSession = endpoint('DELETE /api/account/sessions/:session', 'in-person', {
  summary: 'Sign out one device',
});

export const deleteAccount = endpoint('POST /api/account/delete', 'in-person', {
  summary: 'Delete your account',
  isLong: true,
  body: z.strictObject({ password }),
  response: me,
  problems: ['last-manager-of', ...proof],
});

export const startSecondFactor = endpoint('POST /api/account/second-factor/start', 'in-person', {
  summary: 'Start setting up an authenticator app',
  body: z.strictObject({ password }),
  /** `address`: otpauth://..., for a QR code; `secret`: the same to type in. */
  response: z.strictObject({ address: z.string(), secret: z.string(), backupCodes: z.array(z.string()) }),
  problems: ['second-factor-exists', ...proof],
});

export const confirmSecondFactor = endpoint('POST /api/account/second-factor/confirm', 'in-person', {
  summary: 'Finish setting up an authenticator app with its first code',
  body: z.strictObject({ code: typed }),
  problems: ['code-wrong', 'sign-in-again', 'too-many-tries', 'too-many-requests'],
});

export const removeSecondFactor = endpoint('POST /api/account/second-factor/remove', 'in-person', {
  summary: 'Remove the authenticator app',
  /** `code`: from the app, or a backup code. */
  body: z.strictObject({ password, code: typed }),
  problems: ['code-wrong', ...proof],
});

// `options` and `answer` are WebAuthn's own JSON

export const webAuthn = z.record(z.string(), z.unknown());

export const startPasskey = endpoint('POST /api/account/passkeys/start', 'in-person', {
  summary: 'Start adding a passkey',
  body: z.strictObject({ password }),
  response: z.strictObject({ options: webAuthn }),
  problems: ['passkey-unavailable', ...proof],
});

export const addPasskey = endpoint('POST /api/account/passkeys', 'in-person', {
  summary: 'Finish adding a passkey',
  body: z.strictObject({ name: typed, answer: webAuthn }),
  problems: ['name-missing', 'name-too-long', 'passkey-failed', 'sign-in-again'],
});

export const removePasskey = endpoint('DELETE /api/account/passkeys/:passkey', 'in-person', {
  summary: 'Remove a passkey',
});

/** With email set up, the answer is always `email-to-confirm`: it must not reveal whether the address has an account. */
export const register = endpoint('POST /api/auth/register', 'anyone', {
  summary: 'Create an account and sign in',
  body: z.strictObject({
    firstName: typed,
    lastName: typed,
    email: typed,
    password: typed,
    /** Of the page. */
    language: z.optional(language),
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

/** For unlocking a kiosk: the session ends after two minutes, whatever becomes of the page. */
const kiosk = z.optional(z.literal(true));

export const signIn = endpoint('POST /api/auth/sign-in', 'anyone', {
  summary: 'Sign in with email and password',
  body: z.strictObject({ email: typed, password: typed, kiosk }),
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
    kiosk,
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

const signInOptions = z.strictObject({
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
  body: z.strictObject({ answer: webAuthn, kiosk }),
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
  /** `language`: of the page, for somebody who never chose one. */
  body: z.strictObject({ email: typed, language: z.optional(language) }),
  problems: ['email-unreadable', 'mail-unavailable', 'too-many-requests'],
});

export const resetPassword = endpoint('POST /api/auth/reset', 'anyone', {
  summary: 'Set a new password with a reset link',
  body: z.strictObject({ token: typed, password: typed }),
  problems: ['reset-invalid', ...passwordRefused, 'too-many-requests'],
});
