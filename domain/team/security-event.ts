import { hasOwn } from '../list/list.ts';
import { type Role, roleNames } from './user.ts';

export type Details = Readonly<Record<string, string | number | boolean>>;

interface SecurityEventDefinition {
  /**
   * Who reads it besides the person it is about and the operator: managers of the event's team, managers of every team the
   * person is in, or nobody.
   */
  readonly readers: 'team' | 'managers' | 'none';
  /**
   * Failures and attempts have limits of their own, because strangers can cause them. Of attempts, which they can cause in
   * any number, only one an hour is recorded for a person and network.
   */
  readonly kind: 'done' | 'failure' | 'attempt';
  readonly describe: (details: Details) => string;
}

const methods: Readonly<Record<string, string>> = {
  password: 'with a password',
  code: 'with a password and a code',
  passkey: 'with a passkey',
  provider: 'with single sign-on',
  registration: 'with a new account',
};

const failures: Readonly<Record<string, string>> = {
  code: 'Wrong sign-in code',
  passkey: 'Sign-in with a passkey failed',
};

const attempt = (readers: SecurityEventDefinition['readers'], what: string) =>
  ({ readers, kind: 'attempt', describe: () => what }) as const;
const account = (describe: SecurityEventDefinition['describe']) =>
  ({ readers: 'managers', kind: 'done', describe }) as const;
const own = (describe: SecurityEventDefinition['describe']) =>
  ({ readers: 'none', kind: 'done', describe }) as const;
const team = (describe: SecurityEventDefinition['describe']) =>
  ({ readers: 'team', kind: 'done', describe }) as const;

const roleName = ({ role }: Details): string => roleNames[role as Role] ?? 'another role';

const kindName = (kind: Details[string] | undefined): string => (kind === 'kiosk' ? 'Kiosk' : 'Wall');

const definitions = {
  'signed-in': account(({ method }) => `Signed in ${methods[String(method)] ?? ''}`.trim()),
  'sign-in-failed': {
    readers: 'managers',
    kind: 'failure',
    describe: ({ method }) => failures[String(method)] ?? 'Wrong password',
  },
  'sign-in-throttled': attempt('managers', 'Sign-in paused after too many wrong passwords or codes'),
  'sign-in-unknown': attempt('none', 'Sign-in without an account'),
  'reset-link-requested': attempt('managers', 'Password reset link requested'),
  'token-refused': {
    ...attempt('none', ''),
    describe: ({ name }) =>
      name ? `Revoked or expired API token “${name}” used` : 'Unknown or expired API token used',
  },
  'request-invalid': attempt('none', 'Request that isn’t valid'),
  'message-invalid': attempt('none', 'Message that isn’t valid'),
  'origin-foreign': {
    ...attempt('none', ''),
    describe: ({ origin }) => `Request from a page of ${origin || 'another site'}`,
  },
  'host-unknown': {
    ...attempt('none', ''),
    describe: ({ host }) => `Request to ${host || 'a name'} that isn’t one of this server’s names`,
  },
  'access-refused': attempt('team', 'Tried something that isn’t allowed'),
  'signed-out': own(() => 'Signed out'),
  'session-ended': own(({ device }) => `Signed out ${device ?? 'a device'}`),
  'signed-out-others': own(() => 'Signed out all other devices'),
  'signed-out-by-operator': account(() => 'Signed out everywhere'),

  'account-deleted': account(() => 'Account deleted'),
  'email-changed': account(() => 'Email address changed'),
  'password-changed': account(() => 'Password changed'),
  'password-reset': account(() => 'Password reset with a link'),
  'reset-link-created': account(() => 'Password reset link created'),
  'second-factor-added': account(() => 'Authenticator app set up'),
  'second-factor-removed': account(() => 'Authenticator app removed'),
  'passkey-added': account(() => 'Passkey added'),
  'passkey-removed': account(() => 'Passkey removed'),
  'provider-linked': account(() => 'Single sign-on connected'),
  'token-created': account(({ name }) => (name ? `API token “${name}” created` : 'API token created')),
  'token-revoked': account(({ name }) => (name ? `API token “${name}” revoked` : 'API token revoked')),

  'team-created': team(() => 'Team created'),
  'person-deleted': team(() => 'Person deleted from the crew'),
  'team-deleted': team(() => 'Team deleted'),
  'member-joined': team((details) => `Joined the team as a ${roleName(details)}`),
  'member-left': team(() => 'Left the team'),
  'member-removed': team(() => 'Removed from the team'),
  'role-changed': team((details) => `Role changed to ${roleName(details)}`),
  'invite-created': team((details) => `Invite link created for the ${roleName(details)} role`),
  'invite-revoked': team(() => 'Invite link revoked'),
  'device-paired': team(({ kind, name }) => `${kindName(kind)} “${name}” paired`),
  'device-link-created': team(({ name }) => `Link created for the wall “${name}”`),
  'device-changed': team(({ kind, name, role }) =>
    kind === 'kiosk'
      ? `${kindName(kind)} “${name}” changed, with the ${roleName({ role: role ?? '' })} role`
      : `${kindName(kind)} “${name}” changed`,
  ),
  'device-revoked': team(({ kind, name }) => `${kindName(kind)} “${name}” revoked`),
  'device-refused': {
    ...attempt('team', ''),
    describe: ({ kind, name }) => `${kindName(kind)} “${name}” tried something that isn’t allowed`,
  },
  'second-factor-required': team(({ required }) =>
    required === true
      ? 'Authenticator app required for managers'
      : 'Authenticator app no longer required for managers',
  ),
  'schedule-connected': team(({ provider }) => `Schedule connection ${provider} saved`),
  'schedule-disconnected': team(({ provider }) => `Schedule connection ${provider} removed`),
  exported: team(({ what }) => `${what} exported`),

  'everything-exported': own(() => 'All data exported'),
  'secret-rotated': own(() => 'Secret rotated'),
  'backup-created': own(() => 'Backup created'),
  'backup-restored': own(() => 'Backup restored'),
  'data-moved': own(() => 'All data moved to another database'),
} satisfies Record<string, SecurityEventDefinition>;

export type SecurityEventType = keyof typeof definitions;
type EventTypes = readonly SecurityEventType[];

export const securityEventTypes = Object.keys(definitions) as EventTypes;

const definitionOf = (type: SecurityEventType): SecurityEventDefinition => definitions[type];

/** What managers read about their team's members that isn't an event of the team. */
export const eventsForManagers: EventTypes = securityEventTypes.filter(
  (type) => definitionOf(type).readers === 'managers',
);

export const kindOf = (type: SecurityEventType): SecurityEventDefinition['kind'] => definitionOf(type).kind;

/** What happened, without the person. Events of a newer version of the server get a general phrase. */
export function describeSecurityEvent(type: string, details: Details): string {
  const what = hasOwn(definitions, type)
    ? definitionOf(type as SecurityEventType).describe(details)
    : 'Other activity';
  const { times = 1 } = details;
  return Number(times) > 1 ? `${what} (${times} times)` : what;
}
