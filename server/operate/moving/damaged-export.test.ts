import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import { anyLayout, anyTeam, anyTemplate } from '../../../test/arbitraries.ts';
import { buildTeam } from '../../../test/builders.ts';
import { type HostedLayout, layoutToHosted, teamToHosted, templateToHosted } from './hosted-format.ts';
import { parseHostedTeam } from './hosted-shapes.ts';
import { readLayout, readTemplate } from './read-documents.ts';

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
const shiftsOf = ({ shifts }: Pick<HostedLayout, 'shifts'> | Layout) =>
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
      const place = places[at % places.length] ?? [];
      const bodyOf = (document: unknown) => {
        const read = readLayout(document);
        if (!read.ok) throw new Error(JSON.stringify(read.problem));
        const made = read.value.make(team);
        if (!made.ok) throw new Error(JSON.stringify(made.problem));
        return made.value;
      };
      const [before, after] = [bodyOf(good), bodyOf(damaged(good, place, damage))];
      expect(shiftsOf(after.body)).toEqual(
        expect.arrayContaining([...besides(shiftsOf(good), place, 'shifts')]),
      );
      expect(named(after.body.rotations)).toEqual(
        expect.arrayContaining([...besides(named(before.body.rotations), place, 'rotations')]),
      );
      if (place[0] !== 'notes') expect(after.body.notes).toEqual(before.body.notes);
      // Other damage can be a value: a number, nothing, a list that is empty.
      const known = new Set(before.losses.map(String));
      if (damage === true && after.losses.every((loss) => known.has(String(loss))))
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
      const place = places[at % places.length] ?? [];
      const read = readTemplate(damaged(good, place, damage));
      const made = read.ok && read.value.make(team);
      expect(made).toMatchObject({ ok: true });
      expect(made ? made.ok && named(made.value.body.rotations) : null).toEqual(
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
      const { read } = parseHostedTeam(damaged(good, place, damage));
      expect(read).toMatchObject({ ok: true });
      for (const list of ['members', 'areas'] as const)
        expect(read.ok && read.value[list]).toEqual(
          expect.arrayContaining([...besides(good[list], place, list)]),
        );
    }),
  );
});
