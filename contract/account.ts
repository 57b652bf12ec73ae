import * as z from 'zod/mini';
import { plainId } from './changes.ts';
import { endpoint, passwordRefused, typed } from './endpoint.ts';
import { me } from './me.ts';

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
