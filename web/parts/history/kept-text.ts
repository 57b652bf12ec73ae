import type { HistoryPage } from '../../../client/calls/history.ts';
import { showDate, wallClock } from '../../../domain/time/date.ts';

interface Kept {
  readonly entries: readonly { readonly at: number }[];
  readonly keptDays: HistoryPage['keptDays'] | undefined;
}

/** From when on everything is kept, where entries are older than that. */
export function keptText({ entries, keptDays }: Kept, now: number, timeZone: string): string {
  const { others = null, breaksAndSeats = null } = keptDays ?? {};
  const kept = (days: number) => wallClock(now - days * 86_400_000, timeZone).date;
  const oldest = wallClock(entries[entries.length - 1]?.at ?? now, timeZone).date;
  if (others === null || oldest > kept(others)) return '';
  const breaks =
    breaksAndSeats === null ? 'all' : `those since ${showDate(kept(Math.max(breaksAndSeats, others)))}`;
  return `Changes are kept since ${showDate(kept(others))}; of breaks and assignments, ${breaks}.`;
}
