import type { Words } from '../../words/words.ts';
import { hasOwn } from '../list/list.ts';

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
  readonly describe?: Say;
}

type Say = (t: Words<'security'>, details: Details) => string;

const attempt = (readers: SecurityEventDefinition['readers'], describe?: Say) =>
  ({ readers, kind: 'attempt', describe }) as const;
const account = (describe?: Say) => ({ readers: 'managers', kind: 'done', describe }) as const;
const own = (describe?: Say) => ({ readers: 'none', kind: 'done', describe }) as const;
const team = (describe?: Say) => ({ readers: 'team', kind: 'done', describe }) as const;

const text = (detail: Details[string] | undefined): string => String(detail ?? '');

/** Those without a phrase of their own are said by the text of their name. */
const definitions = {
  'signed-in': account((t, { method }) => t('signed-in', { method: text(method) }).trim()),
  'sign-in-failed': {
    readers: 'managers',
    kind: 'failure',
    describe: (t, { method }) => t('sign-in-failed', { method: text(method) }),
  },
  'sign-in-throttled': attempt('managers'),
  'sign-in-unknown': attempt('none'),
  'reset-link-requested': attempt('managers'),
  'token-refused': attempt('none', (t, { name }) =>
    name ? t('token-refused-named', { name: text(name) }) : t('token-refused'),
  ),
  'request-invalid': attempt('none'),
  'message-invalid': attempt('none'),
  'origin-foreign': attempt('none', (t, { origin }) =>
    origin ? t('origin-foreign', { origin: text(origin) }) : t('origin-foreign-unknown'),
  ),
  'host-unknown': attempt('none', (t, { host }) =>
    host ? t('host-unknown', { host: text(host) }) : t('host-unknown-unnamed'),
  ),
  'access-refused': attempt('team'),
  'signed-out': own(),
  'session-ended': own((t, { device }) =>
    device === undefined ? t('session-ended-unknown') : t('session-ended', { device: text(device) }),
  ),
  'signed-out-others': own(),
  'signed-out-by-operator': account(),

  'account-deleted': account(),
  'email-changed': account(),
  'password-changed': account(),
  'password-reset': account(),
  'reset-link-created': account(),
  'second-factor-added': account(),
  'second-factor-removed': account(),
  'passkey-added': account(),
  'passkey-removed': account(),
  'provider-linked': account(),
  'token-created': account((t, { name }) =>
    name ? t('token-created-named', { name: text(name) }) : t('token-created'),
  ),
  'token-revoked': account((t, { name }) =>
    name ? t('token-revoked-named', { name: text(name) }) : t('token-revoked'),
  ),

  'team-created': team(),
  'person-deleted': team(),
  'team-deleted': team(),
  'member-joined': team((t, { role }) => t('member-joined', { role: text(role) })),
  'member-left': team(),
  'member-removed': team(),
  'role-changed': team((t, { role }) => t('role-changed', { role: text(role) })),
  'invite-created': team((t, { role }) => t('invite-created', { role: text(role) })),
  'invite-revoked': team(),
  'device-paired': team((t, { kind, name }) => t('device-paired', { kind: text(kind), name: text(name) })),
  'device-link-created': team((t, { name }) => t('device-link-created', { name: text(name) })),
  'device-changed': team((t, { kind, name, role }) => {
    const device = { kind: text(kind), name: text(name) };
    return kind === 'kiosk'
      ? t('device-changed-role', { ...device, role: text(role) })
      : t('device-changed', device);
  }),
  'device-revoked': team((t, { kind, name }) => t('device-revoked', { kind: text(kind), name: text(name) })),
  'device-refused': attempt('team', (t, { kind, name }) =>
    t('device-refused', { kind: text(kind), name: text(name) }),
  ),
  'device-pins-stopped': attempt('team', (t, { name }) => t('device-pins-stopped', { name: text(name) })),
  'pin-set': team((t, { person }) => t('pin-set', { person: text(person) })),
  'pin-changed': team((t, { person, name }) => t('pin-changed', { person: text(person), name: text(name) })),
  'pin-reset': team((t, { person }) => t('pin-reset', { person: text(person) })),
  'pin-removed': team((t, { person }) => t('pin-removed', { person: text(person) })),
  'pin-refused': attempt('team', (t, { person, name }) =>
    t('pin-refused', { person: text(person), name: text(name) }),
  ),
  'pin-locked': {
    readers: 'team',
    kind: 'failure',
    describe: (t, { person, name }) => t('pin-locked', { person: text(person), name: text(name) }),
  },
  'second-factor-required': team((t, { required }) =>
    t(required === true ? 'second-factor-required' : 'second-factor-not-required'),
  ),
  'schedule-connected': team((t, { provider }) => t('schedule-connected', { provider: text(provider) })),
  'schedule-disconnected': team((t, { provider }) =>
    t('schedule-disconnected', { provider: text(provider) }),
  ),
  exported: team((t, { what }) => t('exported', { what: text(what) })),

  'everything-exported': own(),
  'secret-rotated': own(),
  'backup-created': own(),
  'backup-restored': own(),
  'data-moved': own(),
} satisfies Record<string, SecurityEventDefinition>;

export type SecurityEventType = keyof typeof definitions;
type EventTypes = readonly SecurityEventType[];

export const securityEventTypes = Object.keys(definitions) as EventTypes;

/** Their detail `person` is the name of a person of the crew, and `whose` their id. */
export const eventsOfCrew: EventTypes = securityEventTypes.filter((type) => type.startsWith('pin-'));

const definitionOf = (type: SecurityEventType): SecurityEventDefinition => definitions[type];

/** What managers read about their team's members that isn't an event of the team. */
export const eventsForManagers: EventTypes = securityEventTypes.filter(
  (type) => definitionOf(type).readers === 'managers',
);

export const kindOf = (type: SecurityEventType): SecurityEventDefinition['kind'] => definitionOf(type).kind;

/** What happened, without the person. Events of a newer version of the server get a general phrase. */
export function describeSecurityEvent(t: Words<'security'>, type: string, details: Details): string {
  const what = described(t, type, details);
  const { times = 1 } = details;
  return Number(times) > 1 ? t('event-times', { what, count: Number(times) }) : what;
}

function described(t: Words<'security'>, type: string, details: Details): string {
  if (!hasOwn(definitions, type)) return t('event-other');
  const say = definitionOf(type as SecurityEventType).describe;
  return say ? say(t, details) : (t as (key: string) => string)(type);
}
