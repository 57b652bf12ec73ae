import fc from 'fast-check';
import { type Crew, type Person, parseCrew, type Question } from '../domain/crew/crew.ts';
import { equipmentKinds, keyOfStation, toughClasses } from '../domain/crew/station.ts';
import type { PersonPlanning, Station } from '../domain/crew/station-schema.ts';
import type { Outcome } from '../domain/problem/problem.ts';

interface Ingredients {
  readonly id: fc.Arbitrary<string>;
  readonly idOrNull: fc.Arbitrary<string | null>;
  readonly goodName: fc.Arbitrary<string>;
  /** Names that a rule may refuse. */
  readonly name: fc.Arbitrary<string>;
  readonly valid: <T>(outcome: Outcome<T>) => T;
}

export function crewArbitraries({ id, idOrNull, goodName, name, valid }: Ingredients) {
  const date = fc.constantFrom('2026-11-20', '2026-11-21');
  const anyProviderId = fc.record({ provider: goodName, id, name: goodName });
  const level = fc.constantFrom(1 as const, 2 as const, 3 as const);
  const planned: fc.Arbitrary<PersonPlanning> = fc.record(
    {
      skills: fc.uniqueArray(fc.record({ station: id, level }), {
        maxLength: 3,
        selector: ({ station }) => station,
      }),
      likes: fc.uniqueArray(id, { maxLength: 2 }),
      dislikes: fc.uniqueArray(id, { maxLength: 2 }),
      turns16On: fc.constantFrom('2026-11-20', '2027-02-28'),
      turns18On: fc.constantFrom('2026-11-25', '2029-02-28'),
    },
    { requiredKeys: [] },
  );
  const stationNamed = (named: fc.Arbitrary<string>): fc.Arbitrary<Station> =>
    fc.record({
      id,
      name: named,
      subarea: goodName,
      equipment: fc.subarray([...equipmentKinds]),
      classes: fc.subarray([...toughClasses]),
    });
  const unplanned = (named: fc.Arbitrary<string>): fc.Arbitrary<Person> =>
    fc.record(
      {
        id,
        name: named,
        named: fc.constant(true as const),
        names: fc.array(goodName, { maxLength: 2 }),
        providerIds: fc.array(anyProviderId, { maxLength: 2 }),
        jobs: fc.array(goodName, { maxLength: 2 }),
        active: fc.boolean(),
        notes: named,
        account: idOrNull,
        lastDate: date,
      },
      { requiredKeys: ['id', 'name', 'names', 'providerIds', 'jobs', 'active', 'notes', 'account'] },
    );
  const personNamed = (named: fc.Arbitrary<string>): fc.Arbitrary<Person> =>
    fc.tuple(unplanned(named), planned).map(([person, more]) => ({ ...person, ...more }));
  const shift = fc.record({ layout: id, shift: id, date: fc.constant('2026-11-21'), job: goodName });
  const anyQuestion: fc.Arbitrary<Question> = fc.record({
    id,
    name: goodName,
    provider: goodName,
    providerId: idOrNull,
    shifts: fc.array(shift, { maxLength: 3 }),
  });
  const byId = ({ id: own }: { readonly id: string }) => own;

  /** Some of its people were merged into the first one. */
  const anyCrew: fc.Arbitrary<Crew> = fc
    .record({
      people: fc.uniqueArray(personNamed(goodName), { maxLength: 5, selector: byId }),
      merged: fc.nat({ max: 2 }),
      questions: fc.uniqueArray(anyQuestion, { maxLength: 2, selector: byId }),
      stations: fc.uniqueArray(stationNamed(goodName), {
        maxLength: 4,
        comparator: (one, other) =>
          one.id === other.id || keyOfStation(one).toLowerCase() === keyOfStation(other).toLowerCase(),
      }),
    })
    .map(({ people: [first, ...others], merged, questions, stations }) => {
      const into = first?.id ?? '';
      const people = [...(first ? [first] : []), ...others.slice(merged)];
      const gone = others.slice(0, merged).map((person) => ({ ...person, into }));
      return valid(parseCrew({ kind: 'crew', people, merged: gone, questions, stations }));
    });
  const anyStation = stationNamed(name);
  return { anyCrew, anyPerson: personNamed(name), anyQuestion, anyProviderId, anyStation };
}
