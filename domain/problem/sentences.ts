import { hasOwn } from '../list/list.ts';

const scheduleSentences = {
  // schedule files
  'file-empty': 'That file is empty.',
  'file-too-large': 'That file is too large. The limit is {max} MB.',
  'file-unpacked-too-large': 'That file has too much data. Save only the sheet with the schedule.',
  'file-not-a-table': 'We can’t read that file. Choose a CSV, TSV, Excel (XLSX), or calendar (ICS) file.',
  'calendar-unreadable': 'That calendar file can’t be read. Export it again.',
  'calendar-too-large': 'That calendar has too many events around this day. Export a shorter one.',
  'workbook-locked':
    'That Excel file is in an old format or has a password. Save it as XLSX without a password, or as CSV.',
  'workbook-unreadable': 'That Excel file can’t be read. Save it as XLSX again, or as CSV.',
  'cell-too-far':
    'Cell {cell} is too far from the schedule. Delete it, or save only the sheet with the schedule.',
  'columns-left-out': 'Only the first {max} columns were read.',
  'hidden-left-out': 'Skipped {what}.',
  'formula-values-used': 'The saved values were used for {cells}.',
  'columns-missing': 'We couldn’t find a column for {columns}.',
  'columns-unclear': 'Both {titles} could be the {column}. Choose which one to use.',
  'rows-missing': 'That file has a header row but no shifts under it.',
  'rows-too-many': 'That file has too many rows. The limit is {max}.',
  'rows-unusable': 'We couldn’t read any shifts. {reason}',
  'rows-for-unclear': 'We can’t tell which dates these rows are for. Choose a date.',
  'row-day-heading': 'Row {row}: “{text}” is the day of the rows below.',
  'dates-unclear': '{text} could be two different dates. Choose whether the month or the day comes first.',
  'row-above-header': 'Row {row}: “{text}” is above the header row.',
  'row-header-again': 'Row {row}: this is the header row again.',
  'row-total': 'Row {row}: this is a total.',
  'row-formula': 'Row {row}: {column} is a formula. Save the file with values only.',
  'cell-formula': 'Row {row}: the formula in {column} was skipped.',
  'row-time-missing': 'Row {row}: {column} is missing.',
  'row-date-missing': 'Row {row}: the date is missing.',
  'row-close-unknown': 'Row {row}: the shift ends at close, but this day has no rotations.',
  'shift-until-close': 'Ends at close: {time}, when the last rotation ends.',
  'shift-repeated': 'Row {row} is the same as row {same}.',
  'row-time-unreadable': 'Row {row}: “{text}” in {column} is not a time.',
  'row-date-unreadable': 'Row {row}: “{text}” in {column} is not a date.',
  'row-name-missing': 'Row {row}: the name is missing.',
  'row-names-several': 'Row {row}: “{text}” is more than one person. Give each a row.',
  'row-name-too-long': 'Row {row}: the name is longer than {max} characters.',
  'row-open': 'Row {row}: this is an open shift with no one assigned.',
  'row-unpublished': 'Row {row}: this shift isn’t published.',
  'row-not-shift': 'Row {row}: “{text}” isn’t a shift.',
  'rows-open': '{count} rows are open shifts with no one assigned: {rows}.',
  'rows-unpublished': '{count} rows aren’t published: {rows}.',
  'rows-not-shifts': '{count} rows with “{text}” aren’t shifts: {rows}.',
  'shift-status': '{column} is “{text}”.',
  'text-without-shifts':
    'We can’t find a shift in that text. Write one on each line, such as “Maria 9-5 Grill”.',
  'line-without-times': 'Row {row}: “{text}” has no start and end time.',
  'line-unclear':
    'Row {row}: “{text}” isn’t clear. Write the name, the times, and the job: “Maria 9-5 Grill”.',
  'line-job-in-name': 'If “{text}” is the job, write it after the times.',
  'row-times-apart': 'Row {row}: start and end are more than 24 hours apart.',

  // schedule providers
  'call-cancelled': 'That was canceled before it finished.',
  'not-connected': 'Connect the schedule first.',
  'risk-not-understood': 'Read the warning, then check “I understand”.',
  'location-missing': 'Choose a location.',
  'every-minutes-unreadable': 'Enter a whole number of minutes from {least} to {most}.',
  'field-missing': 'This field is required.',
  'address-elsewhere': 'Enter an address that ends with {domain}.',
  'address-private':
    'That address isn’t public. Enter another one, or ask your Lineup administrator to allow it.',
  'schedule-refused': '{provider} didn’t accept the sign-in. Check the connection settings, then try again.',
  'schedule-forbidden':
    '{provider} doesn’t let this account read the schedule. Allow it there, or use another account.',
  'schedule-not-found': '{provider} has no schedule for these settings. Check the connection settings.',
  'schedule-plan-missing':
    'Your {provider} plan doesn’t include access to the schedule. Upgrade the plan, or import a file.',
  'schedule-unreachable': 'Can’t reach {provider} right now. Nothing was changed. Try again.',
  'schedule-failed': 'The scheduling service had a problem. Try again in a moment.',
  'schedule-slow': '{provider} took too long to answer. Nothing was changed. Try again.',
  'schedule-busy': '{provider} is limiting requests. Nothing was changed. Try again in {pause}.',
  'schedule-unreadable':
    'We couldn’t read the schedule from {provider}. Nothing was changed. Try again later, or import a file.',
  'schedule-too-large':
    '{provider} sent more than {max} shifts for three days. Choose a location, or a feed for one store.',
} as const;

/** Every expected failure and the sentence a person reads for it. */
const sentences = {
  // forms
  'invalid-person-name': 'Invalid first name or last name.',
  'passwords-differ': 'Passwords do not match.',
  'invalid-name-or-area': 'Invalid name or area',
  'invalid-name': 'Invalid name',
  'invalid-name-or-time': 'Invalid name or time{which}',
  'name-missing': 'Enter a name.',
  'name-too-long': 'That name is too long. Use {max} characters or fewer.',
  'name-taken': 'That name is already taken. Enter a different one.',
  'text-too-long': 'That text is too long. Use {max} characters or fewer.',
  'time-missing': 'Enter a time, such as 3:30 PM.',
  'time-unreadable': '“{text}” is not a time. Try 3:30 PM, 3p, or 15:30.',
  'time-ambiguous': 'Add AM or PM to “{text}”.',
  'times-undecided': 'Choose the right times below.',
  'date-range-invalid': 'Send a date, or a from and a to date at most {max} days apart.',
  'date-missing': 'Choose a date.',
  'template-missing': 'Choose a template.',
  'layout-missing': 'Choose a layout.',
  'day-without-layout': 'There is no layout on {day}.',
  'weekday-without-layout': '{area} has no layout on a {day} in the last {weeks} weeks.',
  'area-missing': 'Choose an area.',
  'minutes-unreadable': 'Enter a whole number of minutes from 0 to {max}.',
  'color-unreadable': 'Enter a color, such as #1f5fbf.',
  'address-unsafe': 'Enter an https address without a user name or password.',
  'time-zone-unknown': 'Choose a time zone from the list.',
  'too-many': 'You’ve reached the limit of {max}.',

  // changes
  'document-missing': 'This item no longer exists. It may have been deleted.',
  'document-unreadable': 'We can’t load this right now. We’ll keep trying.',
  'documents-too-many-open': 'Too much is open in this tab. This will load when something else closes.',
  'document-exists': 'This item already exists.',
  'wrong-document': 'That change doesn’t apply here.',
  'shift-missing': 'That shift no longer exists.',
  'shift-exists': 'That shift already exists.',
  'rotation-missing': 'That rotation no longer exists.',
  'rotation-exists': 'That rotation already exists.',
  'subarea-missing': 'That subarea no longer exists.',
  'subarea-exists': 'That subarea already exists.',
  'position-missing': 'That position no longer exists.',
  'position-exists': 'That position already exists.',
  'rotation-unchosen': 'Choose a rotation.',
  'subarea-unchosen': 'Choose a subarea.',
  'list-known': '“{name}” is already there.',
  'positions-too-many': 'A subarea has up to {max} positions. {name} would have {count}.',
  'subareas-too-many': 'A rotation has up to {max} subareas. This would make {count}.',
  'person-missing': 'That person is no longer in the crew.',
  'person-exists': 'That person is already in the crew.',
  'merge-same': 'That is the same person already.',
  'question-missing': 'That question was already answered.',
  'place-unknown': 'We can’t find that rotation, subarea, or position.',
  'break-missing': 'That break no longer exists.',
  'break-unknown': 'That break wasn’t taken on this day.',
  'shift-outside-rotation': '{name} isn’t scheduled during {rotation}.',
  'shift-out': '{name} {how}.',
  'swap-moved': '{name} isn’t on {position} anymore, so nobody was swapped.',
  'area-in-use': 'A team needs at least one area.',
  'notes-too-styled': 'These notes have too much formatting. Clear some of it.',
  'change-too-large': 'That’s too much to change at once. Do it in smaller steps.',
  'undo-impossible': 'That change can’t be undone.',
  'undo-overtaken': '{did} since then. Nothing was undone.',
  'undo-missing': 'The change to undo was not saved. Nothing was undone.',
  'undo-changed': 'That was changed again since, by {name}.',
  'link-unsafe': 'Links must start with http, https, mailto, or tel.',
  'link-too-long': 'That link is too long. Use {max} characters or fewer.',
  'link-unreadable': 'Enter a link such as https://example.com.',

  // changes that were made offline
  'change-overtaken': '{who} {did} at {time}, so your {what} was not saved.',
  'change-overruled': '{did} at {time}, after you.',
  'change-refused': 'Your {what} was not saved. {reason}',
  'changes-unsent':
    '{changes} not sent yet. If you sign out now, unsent changes are kept on this device for you, and sent when you sign in again.',
  'changes-not-sent':
    '{changes} not sent yet. You’ll be signed out once everything is sent. If you sign out now, unsent changes are kept on this device for you, and sent when you sign in again.',
  'changes-kept-in-page': 'This device can’t store changes. Keep this page open until they are sent.',
  'changes-of-newer-app':
    'Some changes on this device were made with a newer version of Lineup. They are kept here, and sent once that version is back.',
  'history-restored': 'Lineup was restored from a backup. Recent changes may be missing.',
  'history-restored-to': 'Lineup was restored from a backup. Changes after {time} may be missing.',

  // people and access
  'email-unreadable': 'Enter an email address.',
  'registration-closed': 'Registration is closed. Ask your Lineup administrator for an account.',
  'registration-invited': 'You need an invite link to register. Ask your manager for one.',
  'email-taken': 'That email address already has an account. Sign in instead.',
  'email-to-confirm': 'Check your email to finish.',
  'confirm-invalid': 'This link no longer works. Request a new one.',
  'password-too-short': 'Password should be at least {min} characters',
  'password-too-long': 'Password should be at most {max} characters',
  'credentials-wrong': 'The email or password is incorrect.',
  'signed-out': 'Sign in to continue.',
  'sign-in-again': 'Sign in again to confirm it’s you.',
  'password-wrong': 'That password is incorrect.',
  'password-does-not-meet-requirements': 'That password is too common. Choose another.',
  'multi-factor-auth-required': 'Enter the code from your authenticator app.',
  'code-wrong': 'That code is incorrect or already used. Try the next one.',
  'second-factor-required':
    'This team requires managers to use an authenticator app. Set one up on your account page first.',
  'second-factor-missing': 'To require an authenticator app, set one up for yourself first.',
  'second-factor-exists': 'An authenticator app is already set up. Remove it first.',
  'passkey-no-browser':
    'This browser can’t use passkeys. If another app opened it, open Lineup in Safari, Chrome, or Firefox instead.',
  'passkey-unavailable': 'Passkeys need a secure connection. Open Lineup at an https address.',
  'passkey-failed': 'That passkey didn’t work. Try again, or sign in another way.',
  'provider-unavailable': 'That sign-in method isn’t available.',
  'provider-failed': 'We couldn’t sign you in with {provider}. Try again.',
  'unauthorized-domain': 'Open Lineup at {address} to sign in this way.',
  'popup-blocked': 'Your browser blocked the sign-in window. Allow pop-ups, or continue in this tab.',
  'popup-closed-by-user': 'The sign-in window was closed before you finished.',
  'cancelled-popup-request': 'Another sign-in window was opened instead.',
  'user-mismatch': 'That sign-in belongs to a different account.',
  'invalid-api-key': 'That API token is invalid, revoked, or expired.',
  'token-too-narrow': 'That API token doesn’t allow this.',
  'reset-invalid': 'This link no longer works. Request a new one.',
  'mail-unavailable':
    'Lineup can’t send email yet. Ask your manager or Lineup administrator for a reset link.',
  'not-allowed': 'Your role doesn’t allow that. Ask a manager.',
  'not-found': 'That doesn’t exist, or you don’t have access to it.',
  'invitation-invalid': 'This invite link no longer works. Ask for a new one.',
  'last-manager': 'A team needs at least one manager. Make someone else a manager first.',
  'last-manager-of':
    'You’re the only manager of {teams}. First make someone else a manager or delete the team.',
  'name-differs': 'That doesn’t match the team’s name.',
  'person-linked':
    '{name} is already linked to another account. Ask a manager to undo that on the crew page.',
  'account-not-member': 'That account isn’t a member of this team, so it can’t be linked.',
  'account-linked': 'You’re linked to {name} on this team’s schedule. Unlink that first.',
  'push-blocked':
    'Notifications are blocked for Lineup. Allow them in your browser’s settings, then try again.',
  'push-unsupported': 'This browser can’t get notifications from Lineup.',
  'push-key-changed': 'Lineup was updated. Reload this page, then turn notifications on again.',
  'image-too-large': 'That image is too large. The limit is {max} KB.',
  'image-unreadable': 'Choose a PNG, JPEG, WebP, or GIF image, up to 4096 pixels per side.',
  'too-many-changes': 'Too many changes at once. Wait a few minutes, then try again.',
  'teams-too-many': 'You already manage {max} teams. Delete one first.',
  'layouts-too-many': 'That day already has {max} layouts. Delete one first.',
  'documents-too-many': 'This team has reached its limit of {max} layouts and templates. Delete some first.',
  'too-many-tries': 'Too many attempts. Try again in {wait}, or reset your password.',
  'too-many-requests': 'Too many attempts. Wait a moment, then try again.',
  'too-many-pages': 'Lineup is open in too many tabs on this account. Close some of them.',

  ...scheduleSentences,

  // the wire
  'request-invalid': 'That request isn’t valid.',
  'request-too-large': 'That’s too much text to send at once. Make it shorter.',
  'message-invalid': 'That message isn’t valid.',
  'origin-foreign': 'Open Lineup at its own address, then try again.',
  'host-unknown':
    'Lineup isn’t set up for the address “{host}”. Ask the person who runs it to add it to ALLOWED_HOSTS.',
  'protocol-unknown': 'Lineup was updated. Please reload this page.',
  'network-request-failed': 'Can’t reach Lineup. Check your connection and try again.',
  'offline-signed-out': 'You need a connection to sign in. We’ll reconnect automatically.',
  'offline-nothing-saved':
    'There’s nothing saved on this device to show meanwhile. We’ll reconnect automatically.',
  'offline-page-not-saved':
    'You’re offline, and this page isn’t saved on this device. It opens once you’re back online.',
  'too-busy': 'Lineup is busy. Try again in a moment.',
  'storage-failed': 'Lineup couldn’t save that. Try again in a moment.',
  internal: 'Something went wrong. Try again in a moment.',
} as const;

export type ProblemCode = keyof typeof sentences;
export const problemCodes = Object.keys(sentences) as [ProblemCode, ...ProblemCode[]];

export const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && hasOwn(sentences, code);

/** The sentence as it is written down, with the names of its gaps. */
export const wordingOf = (code: ProblemCode): string => sentences[code];
