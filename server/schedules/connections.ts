import type { Body } from '../../contract/endpoint.ts';
import type { ScheduleConnection, saveConnection } from '../../contract/schedule.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { type IsoDate, isTimeZone } from '../../domain/time/date.ts';
import type { ScheduleStore, SecurityLogEntry, StoredConnection, StoredReading } from '../database/store.ts';
import { createKeyedLimit } from '../door/rate-limit.ts';
import type { WorkTurns } from '../live/work-turns.ts';
import type { EmailLinks } from '../teams/email-links.ts';
import type { Telemetry } from '../telemetry.ts';
import { sentence } from '../words.ts';
import {
  type Provider,
  type ProviderField,
  type ProviderLocation,
  type ProviderSettings,
  withProviderName,
} from './providers/provider.ts';
import { pauseOf, type SafeFetch } from './safe-fetch.ts';
import { decryptSecrets, encryptSecrets, type SecretBox } from './secret-box.ts';

/** In seconds; longer waits are cut to this: a provider's wrong number would cost a store its schedule for days. */
const MAX_WAIT = 3_600;

/**
 * Until when a provider that limits requests asked to wait, as every node finds it in the result of the last call: calling
 * sooner makes some block the account for longer. Saving a connection removes that result, because new settings may lead to
 * another account.
 */
export function blockedUntil({ lastRead }: Pick<StoredConnection, 'lastRead'>): number {
  const { at = 0, problem = null } = lastRead ?? {};
  if (problem?.code !== 'schedule-busy') return 0;
  return at + Math.min(Number(problem.details?.seconds ?? 0), MAX_WAIT) * 1_000;
}

export type ConnectionForm = Body<typeof saveConnection>;

/** Limits of the sync interval, in minutes: providers take more frequent requests for an attack. */
export const syncMinutes = { least: 5, most: 1_440 } as const;
/** Readings of one team that run at once, since each can hold several responses of 8 MB, and that wait for them. */
const mostReadings = 8;
const mostWaiting = 100;
const settingLimit = 2_000;

export type ScheduleConnections = ReturnType<typeof createScheduleConnections>;

/** The caller checks access to the team. */
export function createScheduleConnections(dependencies: {
  readonly providers: readonly Provider[];
  readonly store: ScheduleStore;
  readonly secretBox: SecretBox;
  readonly now: () => number;
  readonly turns: WorkTurns;
  readonly telemetry: Telemetry;
  readonly checkAddress: SafeFetch['checkAddress'];
  /** Takes the addresses of people. */
  readonly told: EmailLinks['told'];
}) {
  const { providers, store, secretBox, now, turns, telemetry, checkAddress, told } = dependencies;
  const fewAtOnce = createKeyedLimit(mostReadings, mostWaiting);
  const byKey = new Map(providers.map((provider) => [provider.key, provider]));

  /** Validated settings, with stored secrets in place of empty ones; a problem names its field. */
  async function settingsOf(
    team: string,
    { key, fields }: Provider,
    typed: ProviderSettings,
  ): Promise<Outcome<ProviderSettings>> {
    const settings = parseSettings(fields, typed, checkAddress);
    if (!settings.ok) return settings;
    const stored = await store.find(team, key);
    // Otherwise a manager could have a stored secret sent to a server of their own.
    const isSameAddress = fields.every(
      ({ name, kind, isSecret }) =>
        kind !== 'address' || isSecret || stored?.settings[name] === settings.value[name],
    );
    const secrets = stored && isSameAddress ? decryptSecrets(secretBox, stored) : {};
    const complete = Object.fromEntries(
      fields.map(({ name, isSecret }) => {
        const value = settings.value[name] ?? '';
        return [name, isSecret ? value || (secrets[name] ?? '') : value];
      }),
    );
    const missing = missingField(fields, complete);
    return missing ? refuse('field-missing', { field: missing }) : done(complete);
  }

  return {
    providers,
    ofTeam: async (team: string) => (await store.ofTeam(team)).map(toConnection),

    async save(
      team: string,
      key: string,
      form: ConnectionForm,
      entry?: SecurityLogEntry,
    ): Promise<Outcome<ScheduleConnection>> {
      const provider = byKey.get(key);
      if (!provider) return refuse('not-found');
      const settings = await settingsOf(team, provider, form.settings);
      if (!settings.ok) return settings;
      const terms = parseTerms(form);
      if (!terms.ok) return terms;
      const valuesOf = (areSecret: boolean) =>
        Object.fromEntries(
          provider.fields
            .filter(({ isSecret }) => isSecret === areSecret)
            .map(({ name }) => [name, settings.value[name] ?? ''])
            .filter(([, value]) => value !== ''),
        );
      const names = { team, provider: key };
      const connection: StoredConnection = {
        ...names,
        settings: valuesOf(false),
        sealed: encryptSecrets(secretBox, names, valuesOf(true)),
        terms: terms.value,
        roles: (await store.find(team, key))?.roles ?? null,
        // Settings that were rejected or limited may work now.
        lastRead: null,
      };
      return (await store.put(connection, entry)) ? done(toConnection(connection)) : refuse('not-found');
    },

    remove: store.remove,

    async pickRoles(
      team: string,
      provider: string,
      roles: readonly string[] | null,
    ): Promise<Outcome<Record<string, never>>> {
      if (!(await store.find(team, provider))) return refuse('not-connected');
      await store.setRoles(team, provider, roles);
      return done({});
    },

    /** Signs in with the given settings; stored secrets fill in for empty ones. */
    async fetchLocations(
      team: string,
      key: string,
      typed: ProviderSettings,
      signal: AbortSignal,
    ): Promise<Outcome<readonly ProviderLocation[]>> {
      const provider = byKey.get(key);
      if (!provider) return refuse('not-found');
      const settings = await settingsOf(team, provider, typed);
      if (!settings.ok) return settings;
      const request = { settings: settings.value, signal, timeSlice: turns.sliceFor([team]) };
      return withProviderName(provider, await fewAtOnce(team, () => provider.fetchLocations(request)));
    },

    /** Fetches from the provider and records the result; with background sync on, the schedule is stored too. */
    async fetchSchedule(
      team: string,
      key: string,
      date: IsoDate,
      signal: AbortSignal,
    ): Promise<Outcome<StoredReading>> {
      const provider = byKey.get(key);
      const connection = provider && (await store.find(team, key));
      if (!connection) return refuse('not-connected');
      const seconds = Math.ceil((blockedUntil(connection) - now()) / 1_000);
      // Not noted as a reading, which would begin the wait anew.
      if (seconds > 0) {
        return withProviderName(provider, refuse('schedule-busy', { details: pauseOf(seconds) }));
      }
      const { location, timeZone } = connection.terms;
      const settings = { ...connection.settings, ...decryptSecrets(secretBox, connection) };
      const timeSlice = turns.sliceFor([team]);
      const request = { settings, signal, timeSlice, location: location?.id ?? null, timeZone, date };
      const schedule = withProviderName(
        provider,
        // Signing in with a secret that no longer decrypts would lock the account.
        missingField(provider.fields, settings)
          ? refuse('schedule-refused')
          : await telemetry.reading(key, () => fewAtOnce(team, () => provider.fetchSchedule(request))),
      );
      const at = now();
      const wasCancelled = !schedule.ok && schedule.problem.code === 'call-cancelled';
      if (!wasCancelled) {
        await store.noteRead(connection, { at, problem: schedule.ok ? null : schedule.problem });
      }
      if (!schedule.ok) return schedule;
      const { addresses = new Map(), ...read } = schedule.value;
      const reading = { ...read, readAt: at };
      // So that what waits for review is never older than what somebody has seen.
      if (connection.terms.everyMinutes !== null) await store.putReading(connection, date, reading);
      await told(team, key, addresses);
      return done(reading);
    },
  };
}

/** Adds a missing https://, and replaces the webcal:// of calendars. */
const toHttps = (text: string): string =>
  /^[\w.-]+\.\w+(:\d+)?([/?#]|$)/.test(text) ? `https://${text}` : text.replace(/^webcals?:/i, 'https:');

function parseSettings(
  fields: readonly ProviderField[],
  typed: ProviderSettings,
  checkAddress: SafeFetch['checkAddress'],
): Outcome<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const { name, kind } of fields) {
    const text = (typed[name] ?? '').trim();
    const value = kind === 'address' ? toHttps(text) : text;
    if (value.length > settingLimit) {
      return refuse('text-too-long', { field: name, details: { max: settingLimit } });
    }
    const problem = kind === 'address' && value !== '' ? checkAddress(value) : null;
    if (problem) return refuse(problem, { field: name });
    settings[name] = value;
  }
  return done(settings);
}

const missingField = (fields: readonly ProviderField[], settings: ProviderSettings): string | undefined =>
  fields.find(({ name, isRequired }) => isRequired && !settings[name])?.name;

function parseTerms(form: ConnectionForm): Outcome<StoredConnection['terms']> {
  const { location, timeZone, everyMinutes, takesAlone } = form;
  if (!isTimeZone(timeZone)) return refuse('time-zone-unknown', { field: 'timeZone' });
  const { least, most } = syncMinutes;
  const isValid =
    everyMinutes === null ||
    (Number.isInteger(everyMinutes) && everyMinutes >= least && everyMinutes <= most);
  if (!isValid)
    return refuse('every-minutes-unreadable', { field: 'everyMinutes', details: { least, most } });
  return done({ location, timeZone, everyMinutes, takesAlone });
}

function toConnection({ terms, ...connection }: StoredConnection): ScheduleConnection {
  const { provider, settings, sealed, roles, lastRead } = connection;
  return {
    provider,
    settings: { ...settings },
    secrets: Object.keys(sealed),
    ...terms,
    roles: roles && [...roles],
    lastRead: lastRead && {
      at: lastRead.at,
      problem: lastRead.problem && sentence(lastRead.problem),
      ...(lastRead.problem && { reason: lastRead.problem }),
    },
  };
}
