import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import { anyLayout, anyTeam, anyTemplate } from '../../../test/arbitraries.ts';
import { buildTeam } from '../../../test/builders.ts';
import { layoutToHosted, teamToHosted, templateToHosted } from './export.ts';
import { hostedDocument } from './hosted-value.ts';
import { readLayout, readTeam, readTemplate } from './read-documents.ts';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

type Path = readonly (string | number)[];

/** Every place in a document, without the document itself. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return [place, ...placesIn(inside, place)];
  });
}

function damaged(document: unknown, [key = '', ...rest]: Path, damage: unknown): unknown {
  const copy = Array.isArray(document) ? [...document] : { ...Object(document) };
  copy[key] = rest.length === 0 ? damage : damaged(copy[key], rest, damage);
  return copy;
}

const anyDamage = fc.record({
  at: fc.nat(100_000),
  damage: fc.constantFrom<unknown>(7, -1e300, null, '', ' ', true, [], {}),
  isFromLineup: fc.boolean(),
});

const named = (plan: Plan) =>
  plan.map(({ name, startTime, endTime, subareas }) => ({
    ...{ name, startTime, endTime },
    subareas: subareas.map((subarea) => [
      subarea.name,
      ...subarea.positions.map((position) => position.name),
    ]),
  }));
const shiftsOf = ({ shifts }: Pick<Layout, 'shifts'> | Pick<ReturnType<typeof layoutToHosted>, 'shifts'>) =>
  shifts.map(({ teamMember, startTime, endTime, note }) => ({ teamMember, startTime, endTime, note }));

/** The entries but the one at the damaged place; none if all of them are there. */
function besides<T>(entries: readonly T[], [list, index]: Path, name: string): readonly T[] {
  if (list !== name) return entries;
  return typeof index === 'number' ? entries.filter((_, at) => at !== index) : [];
}

const team = buildTeam({ areas: ['Kitchen'] });

test('a damaged value of a layout costs no more than the entry it is in, and never in silence', () => {
  fc.assert(
    fc.property(anyLayout, anyDamage, (layout, { at, damage, isFromLineup }) => {
      const { lineup, ...hosted } = throughJson(layoutToHosted({ ...layout, deleted: undefined }, 't'));
      const good = isFromLineup ? { ...hosted, lineup } : hosted;
      const places = placesIn(good).filter(([first]) => first !== 'date' && first !== 'teamID');
      const damagedAt = places[at % places.length] ?? [];
      const place = damagedAt[1] === 'body' ? damagedAt.slice(2) : damagedAt;
      const bodyOf = (document: unknown) => {
        const losses: string[] = [];
        const read = readLayout(
          hostedDocument(document, (...loss) => losses.push(String(loss))),
          team,
        );
        if (!read.ok) throw new Error(JSON.stringify(read.problem));
        return { body: read.value, losses };
      };
      const [before, after] = [bodyOf(good), bodyOf(damaged(good, damagedAt, damage))];
      expect(shiftsOf(after.body)).toEqual(
        expect.arrayContaining([...besides(shiftsOf(good), place, 'shifts')]),
      );
      expect(named(after.body.rotations)).toEqual(
        expect.arrayContaining([...besides(named(before.body.rotations), place, 'rotations')]),
      );
      if (place[0] !== 'notes') expect(after.body.notes).toEqual(before.body.notes);
      // Other damage can be a value: a number, nothing, a list that is empty.
      const known = new Set(before.losses);
      if (damage === true && after.losses.every((loss) => known.has(loss)))
        expect(after.body).toEqual(before.body);
    }),
  );
});

test('so it is with a template', () => {
  fc.assert(
    fc.property(anyTemplate, anyDamage, (template, { at, damage, isFromLineup }) => {
      const { lineup, ...hosted } = throughJson(templateToHosted(template, 't'));
      const good = isFromLineup ? { ...hosted, lineup } : hosted;
      const places = placesIn(good).filter(([first]) => first !== 'teamID');
      const damagedAt = places[at % places.length] ?? [];
      const place = damagedAt[1] === 'body' ? damagedAt.slice(2) : damagedAt;
      const made = readTemplate(hostedDocument(damaged(good, damagedAt, damage)), team);
      expect(made).toMatchObject({ ok: true });
      expect(made.ok && named(made.value.rotations)).toEqual(
        expect.arrayContaining([...besides(named(template.rotations), place, 'rotations')]),
      );
    }),
  );
});

test('a damaged value of a team costs none of its members and areas but itself', () => {
  fc.assert(
    fc.property(anyTeam, anyDamage, (team, { at, damage }) => {
      const good = throughJson({ ...teamToHosted(team, ['ana', 'bo', 'cy']), lineup: undefined });
      const places = placesIn(good);
      const place = places[at % places.length] ?? [];
      const document = hostedDocument(damaged(good, place, damage));
      const read = readTeam(document, 'UTC', null);
      const members = document.list('members');
      expect([read.ok && read.value.areas, members.map((each) => each.text())]).toEqual(
        [good.areas, good.members].map((each, index) =>
          expect.arrayContaining([...besides(each, place, index === 0 ? 'areas' : 'members')]),
        ),
      );
    }),
  );
});

test('a document that is deeper than any of Firestore’s is read as far as those go', () => {
  const nested = JSON.parse(`${'[{"in":'.repeat(20_000)}1${'}]'.repeat(20_000)}`);
  expect(JSON.stringify(hostedDocument(nested).value).match(/in/g)?.length).toBeLessThan(100);
});
