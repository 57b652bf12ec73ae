import type { Body } from '../../contract/endpoint.ts';
import type { ScheduleConnection, saveConnection } from '../../contract/schedule.ts';
import { done, type Outcome, refuse, sentence } from '../../domain/problem/problem.ts';
import { type IsoDate, isTimeZone } from '../../domain/time/date.ts';
import type { Door } from '../safe-fetch/safe-fetch.ts';
import type { ScheduleStore, StoredConnection, StoredReading } from '../store/schedule-store.ts';
import { openSecrets, sealSecrets } from './kept-secrets.ts';
import { createPauses } from './pauses.ts';
import type { Provider, ProviderField, ProviderLocation, ProviderSettings } from './providers/provider.ts';
import type { Seal } from './seal.ts';

export type ConnectionForm = Body<typeof saveConnection>;

/** In minutes: below, providers take a reader for an attack; above, it is no reading by itself any more. */
export const ownReading = { least: 5, most: 1_440 } as const;
const settingLimit = 2_000;

/** The schedule providers that teams have connected. Access to the team is the caller's to check. */
export interface ScheduleConnections {
  readonly providers: readonly Provider[];
  ofTeam(team: string): Promise<readonly ScheduleConnection[]>;
  save(team: string, provider: string, form: ConnectionForm): Promise<Outcome<ScheduleConnection>>;
  remove(team: string, provider: string): Promise<void>;
  pickRoles(team: string, provider: string, roles: readonly string[] | null): Promise<Outcome<object>>;
  /** Signs in with what was typed; kept secrets stand in for those that were not. */
  locations(
    team: string,
    provider: string,
    typed: ProviderSettings,
    signal: AbortSignal,
  ): Promise<Outcome<readonly ProviderLocation[]>>;
  /** Asks the provider now, and notes how that went; the answer is kept where the team reads by itself. */
  read(team: string, provider: string, date: IsoDate, signal: AbortSignal): Promise<Outcome<StoredReading>>;
}

interface Parts {
  readonly providers: readonly Provider[];
  readonly store: ScheduleStore;
  readonly seal: Seal;
  readonly now: () => number;
  /** What speaks against an address before it is asked; nothing, where none is asked. */
  readonly problemWith?: Door['problemWith'];
}

export function createScheduleConnections(parts: Parts): ScheduleConnections {
  const { providers, store, seal, now, problemWith = () => null } = parts;
  const byKey = new Map(providers.map((provider) => [provider.key, provider]));
  const pauses = createPauses(now);

  /** What was typed, with kept secrets where none were; a problem says which field it is about. */
  async function settingsOf(
    team: string,
    { key, fields }: Provider,
    typed: ProviderSettings,
  ): Promise<Outcome<ProviderSettings>> {
    const settings = readSettings(fields, typed, problemWith);
    if (!settings.ok) return settings;
    const kept = await store.find(team, key);
    // Who cannot read a secret must not have it sent to an address of theirs.
    const isSameAddress = fields.every(
      ({ name, kind, isSecret }) =>
        kind !== 'address' || isSecret || kept?.settings[name] === settings.value[name],
    );
    const secrets = kept && isSameAddress ? openSecrets(seal, kept) : {};
    const whole = Object.fromEntries(
      fields.map(({ name, isSecret }) => {
        const value = settings.value[name] ?? '';
        return [name, isSecret ? value || (secrets[name] ?? '') : value];
      }),
    );
    const missing = missingOf(fields, whole);
    return missing ? refuse('field-missing', { field: missing }) : done(whole);
  }

  return {
    providers,
    ofTeam: async (team) => (await store.ofTeam(team)).map(shown),

    async save(team, key, form) {
      const provider = byKey.get(key);
      if (!provider) return refuse('not-found');
      const settings = await settingsOf(team, provider, form.settings);
      if (!settings.ok) return settings;
      const terms = readTerms(form);
      if (!terms.ok) return terms;
      const valuesOf = (isWanted: (field: ProviderField) => boolean) =>
        Object.fromEntries(
          provider.fields
            .filter(isWanted)
            .map(({ name }) => [name, settings.value[name] ?? ''])
            .filter(([, value]) => value !== ''),
        );
      const whose = { team, provider: key };
      const connection: StoredConnection = {
        ...whose,
        settings: valuesOf(({ isSecret }) => !isSecret),
        sealed: sealSecrets(
          seal,
          whose,
          valuesOf(({ isSecret }) => isSecret),
        ),
        terms: terms.value,
        roles: (await store.find(team, key))?.roles ?? null,
        // What was refused before may be mended now.
        lastRead: null,
      };
      pauses.forget(keyOf(whose));
      return (await store.put(connection)) ? done(shown(connection)) : refuse('not-found');
    },

    remove: (team, provider) => store.remove(team, provider),

    async pickRoles(team, provider, roles) {
      if (!(await store.find(team, provider))) return refuse('not-connected');
      await store.setRoles(team, provider, roles);
      return done({});
    },

    async locations(team, key, typed, signal) {
      const provider = byKey.get(key);
      if (!provider) return refuse('not-found');
      const settings = await settingsOf(team, provider, typed);
      if (!settings.ok) return settings;
      return named(provider, await provider.locations({ settings: settings.value, signal }));
    },

    async read(team, key, date, signal) {
      const provider = byKey.get(key);
      const connection = provider && (await store.find(team, key));
      if (!connection) return refuse('not-connected');
      const { location, timeZone } = connection.terms;
      const settings = { ...connection.settings, ...openSecrets(seal, connection) };
      const schedule = named(
        provider,
        // Secrets that do not open any more are not tried as empty ones: accounts get locked.
        missingOf(provider.fields, settings)
          ? refuse('schedule-refused')
          : await pauses.keep(keyOf(connection), () =>
              provider.read({ settings, location: location?.id ?? null, timeZone, date, signal }),
            ),
      );
      const at = now();
      const wasCancelled = !schedule.ok && schedule.problem.code === 'call-cancelled';
      if (!wasCancelled) {
        await store.noteRead(connection, { at, problem: schedule.ok ? null : schedule.problem });
      }
      if (!schedule.ok) return schedule;
      const reading = { ...schedule.value, readAt: at };
      // What waits for a look is never older than what somebody has seen.
      if (connection.terms.everyMinutes !== null) await store.putReading(connection, date, reading);
      return done(reading);
    },
  };
}

const keyOf = ({ team, provider }: { team: string; provider: string }): string =>
  JSON.stringify([team, provider]);

/** Without https:// it gets it, as does what calendars call webcal://. */
const asAddress = (text: string): string =>
  /^[\w.-]+\.\w+(:\d+)?([/?#]|$)/.test(text) ? `https://${text}` : text.replace(/^webcals?:/i, 'https:');

/** As typed, in their bounds. */
function readSettings(
  fields: readonly ProviderField[],
  typed: ProviderSettings,
  problemWith: Door['problemWith'],
): Outcome<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const { name, kind } of fields) {
    const text = (typed[name] ?? '').trim();
    const value = kind === 'address' ? asAddress(text) : text;
    if (value.length > settingLimit) {
      return refuse('text-too-long', { field: name, details: { max: settingLimit } });
    }
    const problem = kind === 'address' && value !== '' ? problemWith(value) : null;
    if (problem) return refuse(problem, { field: name });
    settings[name] = value;
  }
  return done(settings);
}

/** The first field that must be filled in and is not; null when there is none. */
const missingOf = (fields: readonly ProviderField[], settings: ProviderSettings): string | null =>
  fields.find(({ name, isRequired }) => isRequired && !settings[name])?.name ?? null;

function readTerms({
  location,
  timeZone,
  everyMinutes,
  takesAlone,
}: ConnectionForm): Outcome<StoredConnection['terms']> {
  if (!isTimeZone(timeZone)) return refuse('time-zone-unknown', { field: 'timeZone' });
  const { least, most } = ownReading;
  const isReadable =
    everyMinutes === null ||
    (Number.isInteger(everyMinutes) && everyMinutes >= least && everyMinutes <= most);
  if (!isReadable)
    return refuse('every-minutes-unreadable', { field: 'everyMinutes', details: { least, most } });
  return done({ location, timeZone, everyMinutes, takesAlone });
}

/** The problem with the provider's name for its sentence, and the field where that can be told. */
function named<T>({ name, fields }: Provider, outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok) return outcome;
  const { problem } = outcome;
  const address = fields.find(({ kind }) => kind === 'address');
  const field = /^address-/.test(problem.code) && address ? { field: address.name } : {};
  return { ok: false, problem: { ...problem, ...field, details: { provider: name, ...problem.details } } };
}

const shown = ({
  provider,
  settings,
  sealed,
  terms,
  roles,
  lastRead,
}: StoredConnection): ScheduleConnection => ({
  provider,
  settings: { ...settings },
  secrets: Object.keys(sealed),
  ...terms,
  roles: roles && [...roles],
  lastRead: lastRead && { ...lastRead, problem: lastRead.problem && sentence(lastRead.problem) },
});
