import { compareNames } from '../../../../client/words/lists.ts';
import { stationFinder } from '../../../../domain/crew/station.ts';
import type { Station } from '../../../../domain/crew/station-schema.ts';
import { stationAt } from '../../../../domain/crew/suggest-skills.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { stationName, stationOf } from '../../../../domain/plan/station-key.ts';

export interface Place {
  readonly subarea: string;
  readonly name: string;
  readonly station?: string | undefined;
}

/** A station of the crew, or one that its first level will make. */
export interface Column {
  readonly station: Station;
  readonly isMade: boolean;
}

export const placesOf = (rotations: readonly Rotation[]): readonly Place[] =>
  rotations.flatMap(({ subareas }) =>
    subareas.flatMap((subarea) =>
      subarea.positions.flatMap((position) =>
        stationOf(subarea, position) === null
          ? []
          : { subarea: subarea.name, name: stationName(position.name), station: position.station },
      ),
    ),
  );

/** By subarea and name: what the crew has, and what there is in templates and on the last days. */
export function columnsOf(stations: readonly Station[], places: readonly Place[]): readonly Column[] {
  const find = stationFinder(stations);
  const found = new Map<string, Column>(stations.map((station) => [station.id, { station, isMade: true }]));
  for (const place of places) {
    const station = stationAt(find, place);
    const key = station.id.toLowerCase();
    if (!found.has(station.id) && !found.has(key)) found.set(key, { station, isMade: false });
  }
  return [...found.values()].sort(
    ({ station: one }, { station: other }) =>
      compareNames(one.subarea, other.subarea) || compareNames(one.name, other.name),
  );
}
