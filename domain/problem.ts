/** Every expected failure and the sentence a person reads for it. */
const sentences = {
  // forms
  'invalid-person-name': 'Invalid first name or last name.',
  'passwords-differ': 'Passwords do not match.',
  'invalid-name-or-area': 'Invalid name or area',
  'invalid-name': 'Invalid name',
  'invalid-name-or-time': 'Invalid name or time',
  'name-missing': 'Enter a name.',
  'name-too-long': 'That name is too long: {max} characters at most.',
  'name-taken': 'That name is already used.',
  'text-too-long': 'That text is too long: {max} characters at most.',
  'time-missing': 'Enter a time, such as 3:30 PM.',
  'time-unreadable': '“{text}” is not a time. Try 3:30 PM, 3p or 15:30.',
  'date-missing': 'Choose a date.',
  'template-missing': 'Choose a template.',
  'layout-missing': 'Choose a layout.',
  'area-missing': 'Choose an area.',
  'minutes-unreadable': 'Enter a whole number of minutes from 0 to {max}.',
  'color-unreadable': 'Enter a color, such as #1f5fbf.',
  'address-unsafe': 'Enter an https address without a name or password in it.',
  'time-zone-unknown': 'Choose a time zone from the list.',
  'too-many': 'There is no room for more: {max} at most.',

  // changes
  'document-missing': 'That no longer exists.',
  'document-exists': 'That exists already.',
  'wrong-document': 'That change does not fit here.',
  'shift-missing': 'That shift no longer exists.',
  'shift-exists': 'That shift is there already.',
  'rotation-missing': 'That rotation no longer exists.',
  'rotation-exists': 'That rotation is there already.',
  'subarea-missing': 'That subarea no longer exists.',
  'subarea-exists': 'That subarea is there already.',
  'position-missing': 'That position no longer exists.',
  'position-exists': 'That position is there already.',
  'place-unknown': 'No rotation, subarea or position stands at that address.',
  'break-missing': 'That break no longer exists.',
  'break-unreadable': 'That break has an invalid time.',
  'shift-outside-rotation': '{name} does not work during {rotation}.',
  'area-in-use': 'A team keeps at least one area.',
  'notes-invalid': 'These notes could not be read.',
  'link-unsafe': 'Links may start with http, https, mailto or tel.',
  'link-too-long': 'That link is too long: {max} characters at most.',
  'link-unreadable': 'Enter a link such as https://example.com.',

  // people and access
  'email-unreadable': 'Enter an email address.',
  'email-taken': 'That email address has an account already. Sign in instead.',
  'password-too-short': 'Password should be at least {min} characters',
  'password-too-long': 'Password should be at most {max} characters',
  'credentials-wrong': 'The email address or the password is wrong.',
  'signed-out': 'Sign in to go on.',
  'sign-in-again': 'Sign in again first, to show that it is you.',
  'password-wrong': 'The password is wrong.',
  'password-does-not-meet-requirements': 'That password is on a list of known ones. Choose another.',
  'multi-factor-auth-required': 'Enter the code of your authenticator app.',
  'code-wrong': 'That code is wrong or used up. Try the next one.',
  'second-factor-exists': 'An authenticator app is set up already. Remove it first.',
  'passkey-unavailable': 'Passkeys need Lineup at an https address.',
  'passkey-failed': 'That passkey did not work. Try again, or sign in another way.',
  'provider-unavailable': 'Nobody can sign in that way here.',
  'provider-failed': 'Signing in through {provider} did not work. Try again.',
  'unauthorized-domain': 'Signing in that way works at {address} only.',
  'popup-blocked': 'The browser blocked the sign-in window. Allow it, or go on in this page.',
  'popup-closed-by-user': 'The sign-in window was closed before it was done.',
  'cancelled-popup-request': 'Another sign-in window was opened in place of this one.',
  'user-mismatch': 'That sign-in belongs to another account.',
  'invalid-api-key': 'That access token is wrong, revoked or run out.',
  'token-too-narrow': 'That access token does not allow this.',
  'reset-invalid': 'This link does not work any more. Ask for a new one.',
  'mail-unavailable': 'Email is not set up here. Ask your manager or whoever set up Lineup for a reset link.',
  'not-allowed': 'Your role does not allow that.',
  'not-found': 'That does not exist, or is not yours to see.',
  'invitation-invalid': 'This invite link does not work any more. Ask for a new one.',
  'last-manager': 'A team keeps at least one manager.',
  'last-manager-of':
    'You are the last manager of {teams}. Make someone else a manager, or delete the team, first.',
  'name-differs': 'That is not the name of the team.',
  'image-too-large': 'That image is too large: {max} KB at most.',
  'image-unreadable': 'Choose a PNG, JPEG, WebP or GIF image, 4096 pixels a side at most.',
  'too-many-requests': 'Too many tries. Wait a moment, then try again.',
  'too-many-pages': 'This account has Lineup open too many times. Close some of its pages.',

  // the schedule
  'file-empty': 'That file is empty.',
  'file-too-large': 'That file is too large: {max} MB at most.',
  'file-unpacked-too-large': 'That file holds too much. Save the sheet with the schedule alone.',
  'file-not-a-table': 'That file is not a CSV, TSV or Excel file.',
  'workbook-locked':
    'That Excel file is of an old kind or has a password. Save it as XLSX without one, or as CSV.',
  'workbook-unreadable': 'That Excel file cannot be read. Save it as XLSX again, or as CSV.',
  'columns-missing': 'No column for {columns} was found in the first row.',
  'rows-missing': 'That file has a first row and no shifts under it.',
  'rows-too-many': 'That file has too many rows: {max} at most.',
  'row-time-unreadable': 'Row {row}: “{text}” in {column} is not a time.',
  'row-date-unreadable': 'Row {row}: “{text}” in {column} is not a date.',
  'row-name-missing': 'Row {row}: there is no name.',
  'row-name-too-long': 'Row {row}: the name is longer than {max} characters.',
  'row-open': 'Row {row}: an open shift that nobody works yet.',
  'row-unpublished': 'Row {row}: a shift that is not published.',
  'row-times-apart': 'Row {row}: from start to end is not within 24 hours.',

  // calls of a provider's functions
  'call-aborted': 'Someone else changed that at the same time. Try again.',
  'call-cancelled': 'That was cancelled before it was done.',
  'call-unknown': 'The scheduling service can’t do that.',
  'call-too-slow': 'The scheduling service took too long. Try again in a moment.',
  'call-failed': 'The scheduling service failed. Try again in a moment.',

  // schedule providers
  'not-connected': 'Connect the schedule first.',
  'risk-not-understood': 'Read what there is to know, and tick “I understand”.',
  'location-missing': 'Choose a location.',
  'every-minutes-unreadable': 'Enter a whole number of minutes from {least} to {most}, or none.',
  'field-missing': 'Fill this in.',
  'address-elsewhere': 'Enter an address that ends with {domain}.',
  'address-private':
    'That address is not public. Enter another one, or ask whoever runs Lineup to allow this one.',
  'schedule-refused': '{provider} did not accept the sign-in. Check what was entered for it, then try again.',
  'schedule-forbidden':
    '{provider} does not let this account read the schedule. Allow it there, or enter another account.',
  'schedule-unreachable': '{provider} cannot be reached now. Nothing was changed. Try again.',
  'schedule-slow': '{provider} took too long to answer. Nothing was changed. Try again.',
  'schedule-busy': '{provider} asks for a pause. Nothing was changed. Try again in {pause}.',
  'schedule-unreadable':
    'The answer of {provider} could not be understood. Nothing was changed. Try again later, or import a file.',
  'schedule-too-large':
    '{provider} tells more than {max} shifts for three days. Choose a location, or a feed of one store.',

  // the wire
  'request-invalid': 'That request could not be understood.',
  'message-invalid': 'That message could not be understood.',
  'origin-foreign': 'Open Lineup at its own address, then try again.',
  'protocol-unknown': 'Lineup was updated. Please reload this page.',
  'network-request-failed': 'Lineup cannot be reached. Check the connection and try again.',
  'too-busy': 'Lineup is busy. Try again in a moment.',
  'storage-failed': 'Lineup could not store that. Try again in a moment.',
  internal: 'Something went wrong. Try again in a moment.',
} as const;

export type ProblemCode = keyof typeof sentences;
export const problemCodes = Object.keys(sentences) as [ProblemCode, ...ProblemCode[]];

export const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(sentences, code);

export interface Problem {
  readonly code: ProblemCode;
  /** Name of the field the problem is about, where there is one. */
  readonly field?: string;
  /** What fills the gaps of the sentence. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** The sentence as it is written down, with the names of its gaps. */
export const wordingOf = (code: ProblemCode): string => sentences[code];

/** The sentence a person reads. */
export function sentence(problem: Problem): string {
  return sentences[problem.code].replace(/\{(\w+)\}/g, (_, key: string) =>
    clipped(String(problem.details?.[key] ?? '')),
  );
}

/** Anything can have been typed or pasted. */
const longestDetail = 80;
const clipped = (text: string): string => {
  const letters = [...text];
  return letters.length > longestDetail ? `${letters.slice(0, longestDetail).join('')}…` : text;
};

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

export function refuse(
  code: ProblemCode,
  about: { field?: string; details?: Record<string, string | number> } = {},
): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { code, ...about } };
}
