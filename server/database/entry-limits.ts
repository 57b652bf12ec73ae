import { type Details, kindOf } from '../../domain/team/security-event.ts';
import type { SecurityLogEntry } from './security-log-store.ts';

/** Of what someone else can cause, the newest of each type are kept, for each person or team. */
export const mostFailures = 200;
/** Of what people and operators do in a day, as many of each type are kept one by one, for each team or account. */
export const mostInFull = 100;

const DAY = 86_400_000;

/** Guesses, and other attempts of people who may not be signed in. */
export const isByStrangers = ({ type }: SecurityLogEntry): boolean =>
  kindOf(type) === 'failure' || kindOf(type) === 'attempt';

/** What counts toward the same limit: never what one person did with what another did, nor two types. */
export function bucketOf(entry: SecurityLogEntry): string {
  const { team, user, by, type } = entry;
  const about = team ?? user ?? 'server';
  return isByStrangers(entry) ? `${about} ${type}` : `${by ?? user ?? 'server'} ${about} ${type}`;
}

/** The beginning of ids of entries at this time. */
export const idAt = (at: number): string => at.toString(36).padStart(9, '0');

/** Before the id of every entry of the same day. */
export const firstIdOfDay = ({ at }: SecurityLogEntry): string => idAt(at - (at % DAY));

/**
 * What to store when the day already has these entries of the same bucket, which it may replace one of. After so many, equal
 * ones become one entry with their number and the time of the first. It leaves out what can be made different each time:
 * device, network and name. So nobody can push out or hide what they did by doing it often.
 */
export function afterSoMany(
  today: readonly SecurityLogEntry[],
  entry: SecurityLogEntry,
): { readonly stored: SecurityLogEntry; readonly replaces: string | null } {
  if (today.length < mostInFull) return { stored: entry, replaces: null };
  const { name: _, ...details } = entry.details;
  const repeated = today.find((each) => isRepeat(each, entry, details));
  const { times, since } = repeated?.details ?? { times: 0, since: entry.at };
  const counted: Details = { ...details, times: Number(times) + 1, since: since ?? entry.at };
  return {
    stored: { ...entry, device: '', place: '', details: counted },
    replaces: repeated?.id ?? null,
  };
}

function isRepeat(kept: SecurityLogEntry, { user, by, team }: SecurityLogEntry, details: Details): boolean {
  const { times, since: _, ...others } = kept.details;
  const isSame = kept.user === user && kept.by === by && kept.team === team;
  return times !== undefined && isSame && keyOf(others) === keyOf(details);
}

const keyOf = (details: Details): string => JSON.stringify(Object.entries(details).sort());
