import * as z from 'zod/mini';
import { plainId } from './changes.ts';
import { endpoint, typed } from './endpoint.ts';
import { me } from './me.ts';

const instant = z.number();
const nothing = z.strictObject({});

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

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/account/security',
  summary: 'How you sign in, and where you are signed in',
  access: 'in-person',
  response: accountSecurity,
  problems: [],
});

export const changeNames = endpoint({
  method: 'POST',
  path: '/api/account/names',
  summary: 'Change your names',
  access: 'in-person',
  body: z.strictObject({ firstName: typed, lastName: typed }),
  response: me,
  problems: ['invalid-person-name'],
});

/** With email set up, the address changes when the person opens the link to /confirm-email/{token}. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/account/email',
  summary: 'Change the address you sign in with',
  access: 'in-person',
  body: z.strictObject({ email: typed, password }),
  response: me,
  problems: ['email-unreadable', 'email-taken', 'email-to-confirm', ...proof],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/account/email/verify',
  summary: 'Ask for an email with a link that confirms your address',
  access: 'in-person',
  response: nothing,
  problems: ['mail-unavailable', 'too-many-requests'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/account/email/confirm',
  summary: 'Confirm your address by the link in the email',
  access: 'in-person',
  body: z.strictObject({ token: typed }),
  response: me,
  problems: ['confirm-invalid', 'mail-unavailable'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Change your password',
  access: 'in-person',
  body: z.strictObject({
    current: password,
    next: typed,
    revokeTokens: z.boolean(),
  }),
  response: nothing,
  problems: ['password-too-short', 'password-too-long', 'password-does-not-meet-requirements', ...proof],
});

export const signOutOthers = endpoint({
  method: 'POST',
  path: '/api/account/sign-out-others',
  summary: 'Sign out everywhere but here',
  access: 'in-person',
  response: nothing,
  problems: [],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:session',
  summary: 'Sign out one device',
  access: 'in-person',
  response: nothing,
  problems: [],
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Delete your account',
  access: 'in-person',
  body: z.strictObject({ password }),
  response: me,
  problems: ['last-manager-of', ...proof],
});

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/start',
  summary: 'Start setting up an authenticator app',
  access: 'in-person',
  body: z.strictObject({ password }),
  /** `address`: otpauth://..., for a QR code; `secret`: the same to type in. */
  response: z.strictObject({ address: z.string(), secret: z.string(), backupCodes: z.array(z.string()) }),
  problems: ['second-factor-exists', ...proof],
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/confirm',
  summary: 'Finish setting up an authenticator app with its first code',
  access: 'in-person',
  body: z.strictObject({ code: typed }),
  response: nothing,
  problems: ['code-wrong', 'sign-in-again', 'too-many-tries', 'too-many-requests'],
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/remove',
  summary: 'Remove the authenticator app',
  access: 'in-person',
  /** `code`: from the app, or a backup code. */
  body: z.strictObject({ password, code: typed }),
  response: nothing,
  problems: ['code-wrong', ...proof],
});

// `options` and `answer` are WebAuthn's own JSON

const webAuthn = z.record(z.string(), z.unknown());

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/start',
  summary: 'Start adding a passkey',
  access: 'in-person',
  body: z.strictObject({ password }),
  response: z.strictObject({ options: webAuthn }),
  problems: ['passkey-unavailable', ...proof],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  summary: 'Finish adding a passkey',
  access: 'in-person',
  body: z.strictObject({ name: typed, answer: webAuthn }),
  response: nothing,
  problems: ['name-missing', 'name-too-long', 'passkey-failed', 'sign-in-again'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:passkey',
  summary: 'Remove a passkey',
  access: 'in-person',
  response: nothing,
  problems: [],
});
