import type { LawRow } from '../../day/law-row.ts';
import { daySettings, type LayoutSettings } from '../../day/layout.ts';
import type { Jurisdiction } from '../../team/planning-settings.ts';
import type { Team } from '../../team/team.ts';
import type { IsoDate } from '../../time/date.ts';
import type { DatedRow } from './dated-rows.ts';
import { britishRows, germanRows } from './europe.ts';
import {
  californiaRows,
  coloradoRows,
  connecticutRows,
  delawareRows,
  illinoisRows,
  louisianaRows,
  michiganRows,
  minnesotaRows,
  newYorkRows,
  oregonRows,
  washingtonRows,
} from './united-states.ts';

/** All rows, by whose law they are. */
export const lawsByJurisdiction: Readonly<Record<Jurisdiction, readonly DatedRow[]>> = {
  CA: californiaRows,
  CO: coloradoRows,
  CT: connecticutRows,
  DE: delawareRows,
  IL: illinoisRows,
  LA: louisianaRows,
  MI: michiganRows,
  MN: minnesotaRows,
  NY: newYorkRows,
  OR: oregonRows,
  WA: washingtonRows,
  Germany: germanRows,
  UK: britishRows,
};

/** The rows that are in force there on a day; none for a place whose law Lineup doesn't know. */
export const lawsOn = (jurisdiction: string | undefined, date: IsoDate): readonly LawRow[] =>
  (
    new Map<string, readonly DatedRow[]>(Object.entries(lawsByJurisdiction)).get(jurisdiction ?? '') ?? []
  ).flatMap(({ from, until, ...row }) =>
    (from === undefined || from <= date) && (until === undefined || date < until) ? [row] : [],
  );

/** What a layout of that day keeps of its team's settings. */
export function settingsOn(team: Team, date: IsoDate): LayoutSettings {
  const laws = lawsOn(team.planning?.jurisdiction, date);
  return { ...daySettings(team), ...(laws.length > 0 && { laws }) };
}
