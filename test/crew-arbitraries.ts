import fc from 'fast-check';
import { type Crew, type Person, parseCrew, type Question } from '../domain/crew/crew.ts';
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
  const personNamed = (named: fc.Arbitrary<string>): fc.Arbitrary<Person> =>
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
    })
    .map(({ people: [first, ...others], merged, questions }) => {
      const into = first?.id ?? '';
      const people = [...(first ? [first] : []), ...others.slice(merged)];
      const gone = others.slice(0, merged).map((person) => ({ ...person, into }));
      return valid(parseCrew({ kind: 'crew', people, merged: gone, questions }));
    });
  return { anyCrew, anyPerson: personNamed(name), anyQuestion, anyProviderId };
}
