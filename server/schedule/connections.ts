import type { Body } from '../../contract/endpoint.ts';
import type { ScheduleConnection, saveConnection } from '../../contract/schedule.ts';
import { type IsoDate, isTimeZone } from '../../domain/date.ts';
import { done, type Outcome, refuse, sentence } from '../../domain/problem.ts';
import type { ScheduleStore, StoredConnection, StoredReading } from '../store/store.ts';
import type { Provider, ProviderLocation, ProviderSettings } from './provider.ts';
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
  /** Asks the provider now, and notes how that went. */
  read(team: string, provider: string, date: IsoDate, signal: AbortSignal): Promise<Outcome<StoredReading>>;
}

interface Parts {
  readonly providers: readonly Provider[];
  readonly store: ScheduleStore;
  readonly seal: Seal;
  readonly now: () => number;
}

export function createScheduleConnections({ providers, store, seal, now }: Parts): ScheduleConnections {
  const byKey = new Map(providers.map((provider) => [provider.key, provider]));

  /** Settings and secrets together, as the provider needs them. */
  function settingsOf(kept: StoredConnection | null, typed: ProviderSettings): ProviderSettings {
    const opened = Object.entries(kept?.sealed ?? {}).map(([name, sealed]) => [
      name,
      seal.open(sealed, placeOf(kept as StoredConnection, name)) ?? '',
    ]);
    return { ...kept?.settings, ...Object.fromEntries(opened), ...withoutBlanks(typed) };
  }

  return {
    providers,
    ofTeam: async (team) => (await store.ofTeam(team)).map(shown),

    async save(team, key, form) {
      const provider = byKey.get(key);
      if (!provider) return refuse('not-found');
      const kept = await store.find(team, key);
      const settings = settingsOf(kept, form.settings);
      const checked = readSettings(provider, settings);
      if (!checked.ok) return checked;
      const terms = readTerms(form);
      if (!terms.ok) return terms;
      const isSecret = (name: string) =>
        provider.fields.some((field) => field.name === name && field.kind === 'secret');
      const entries = provider.fields.map(({ name }) => [name, settings[name] ?? ''] as const);
      const connection: StoredConnection = {
        team,
        provider: key,
        settings: Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
        sealed: Object.fromEntries(
          entries
            .filter(([name, value]) => isSecret(name) && value !== '')
            .map(([name, value]) => [name, seal.seal(value, placeOf({ team, provider: key }, name))]),
        ),
        terms: terms.value,
        roles: kept?.roles ?? null,
        // What was refused before may be mended now.
        lastRead: null,
      };
      await store.put(connection);
      return done(shown(connection));
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
      const settings = settingsOf(await store.find(team, key), typed);
      const checked = readSettings(provider, settings);
      if (!checked.ok) return checked;
      return named(provider, await provider.locations({ settings, signal }));
    },

    async read(team, key, date, signal) {
      const provider = byKey.get(key);
      const connection = provider && (await store.find(team, key));
      if (!connection) return refuse('not-connected');
      const { location, timeZone } = connection.terms;
      const settings = settingsOf(connection, {});
      const schedule = named(
        provider,
        await provider.read({ settings, location: location?.id ?? null, timeZone, date, signal }),
      );
      const at = now();
      const wasCancelled = !schedule.ok && schedule.problem.code === 'call-cancelled';
      if (!wasCancelled) {
        await store.noteRead(team, key, { at, problem: schedule.ok ? null : sentence(schedule.problem) });
      }
      return schedule.ok ? done({ ...schedule.value, readAt: at }) : schedule;
    },
  };
}

/** A secret opens for its team, provider and field alone. */
const placeOf = ({ team, provider }: Pick<StoredConnection, 'team' | 'provider'>, name: string) => [
  'schedule',
  team,
  provider,
  name,
];

const withoutBlanks = (typed: ProviderSettings): ProviderSettings =>
  Object.fromEntries(
    Object.entries(typed)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );

function readSettings({ fields }: Provider, settings: ProviderSettings): Outcome<null> {
  for (const { name, kind, isRequired } of fields) {
    const value = settings[name] ?? '';
    if (isRequired && value === '') return refuse('field-missing', { field: name });
    if (value.length > settingLimit) {
      return refuse('text-too-long', { field: name, details: { max: settingLimit } });
    }
    if (kind === 'address' && value !== '' && URL.parse(value) === null) {
      return refuse('address-unsafe', { field: name });
    }
  }
  return done(null);
}

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

/** The problem with the provider's name for its sentence. */
function named<T>({ name }: Provider, outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok) return outcome;
  const { problem } = outcome;
  return { ok: false, problem: { ...problem, details: { provider: name, ...problem.details } } };
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
  lastRead,
});
