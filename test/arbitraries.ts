import fc from 'fast-check';
import {
  type Change,
  type ChangeOf,
  type DocumentBody,
  type DocumentKind,
  registry,
  type SingleChange,
} from '../domain/change/change.ts';
import * as fields from '../domain/change/fields.ts';
import * as crewSchemas from '../domain/crew/crew.ts';
import { stationSchema } from '../domain/crew/station-schema.ts';
import type { BreakSlot } from '../domain/day/break.ts';
import { breakSlotSchema } from '../domain/day/break.ts';
import { type Layout, layoutSchema, parseLayout } from '../domain/day/layout.ts';
import {
  outReasons,
  type ScheduleValues,
  type Shift,
  scheduleValuesSchema,
  shiftSchema,
} from '../domain/day/shift.ts';
import { cleanNotes, type Notes, storedNotes } from '../domain/notes/notes.ts';
import { type Chart, chartSchema, headcount } from '../domain/plan/charts.ts';
import {
  type Position,
  positionSchema,
  positionsOf,
  priorities,
  type Rotation,
  rotationSchema,
  type Subarea,
  subareaSchema,
} from '../domain/plan/rotation.ts';
import type { Outcome } from '../domain/problem/problem.ts';
import { parseTeam, type Team, teamSchema } from '../domain/team/team.ts';
import { parseTemplate, type Template, templateSchema } from '../domain/team/template.ts';
import { fromMinutes } from '../domain/time/clock-time.ts';
import { crewArbitraries } from './crew-arbitraries.ts';
import { arbitraryOfFields, type Known } from './schema-arbitrary.ts';

/** Few ids, so that changes meet what is there; some are names that every object has. */
const ids = ['a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', ''] as const;
const id = fc.constantFrom(...ids);
const idOrNull = fc.option(id);
const someIds = fc.uniqueArray(id, { maxLength: 5 });

const goodName = fc.constantFrom('Ana', 'Bo', 'Cy', 'Kitchen', 'Front', '__proto__', '😀 Zoë');
const name = fc.oneof(
  { weight: 8, arbitrary: goodName },
  fc.constantFrom('', '  ', 'x'.repeat(101), '\ud800', 'toString'),
  fc.string(),
);

const quarter = fc.integer({ min: 0, max: 95 }).map((each) => fromMinutes(each * 15));
const goodTime = fc.oneof(quarter, fc.integer({ min: 0, max: 1439 }).map(fromMinutes));
const time = fc.oneof(
  { weight: 9, arbitrary: goodTime },
  fc.constantFrom('', '25:00', '9:00', 'noon', '13:00 PM'),
);
const dayStart = fc.constantFrom('12:00 AM', '4:00 AM', '5:30 AM', '12:00 PM');

const goodMinutes = fc.constantFrom(0, 30, 240, 300, 1440);
const minutes = fc.oneof(
  { weight: 6, arbitrary: goodMinutes },
  fc.constantFrom(-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1441, 1),
);
const goodInstant = fc.integer({ min: 1_795_000_000_000, max: 1_795_000_000_000 + 7_200_000 });
const instant = fc.oneof(
  { weight: 6, arbitrary: goodInstant },
  fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE),
);
const recordAt = (at: fc.Arbitrary<number>): fc.Arbitrary<BreakSlot> =>
  fc.option(
    fc.record(
      {
        startedAt: at,
        startedBy: idOrNull,
        endedAt: fc.option(at),
        endedBy: idOrNull,
        confirmedAt: goodInstant,
      },
      { requiredKeys: ['startedAt', 'startedBy', 'endedAt', 'endedBy'] },
    ),
  );

const attributes = fc.record(
  {
    header: fc.constantFrom(1 as const, 2 as const, 3 as const),
    bold: fc.constant(true as const),
    italic: fc.constant(true as const),
    link: fc.constantFrom('https://example.com', 'javascript:alert(1)'),
    list: fc.constantFrom('ordered' as const, 'bullet' as const),
  },
  { requiredKeys: [] },
);
const words = fc.constantFrom('Hello', ' there', '\n', 'Fryer 2', '😀', '', '\ud83d', 'ééé');
const run = fc.oneof(fc.record({ insert: words }), fc.record({ insert: words, attributes }));
export const anyNotes: fc.Arbitrary<Notes> = fc.array(run, { maxLength: 6 });

interface Ingredients {
  readonly name: fc.Arbitrary<string>;
  readonly time: fc.Arbitrary<string>;
  readonly instant: fc.Arbitrary<number>;
}
const good: Ingredients = { name: goodName, time: goodTime, instant: goodInstant };
const any: Ingredients = { name, time, instant };

const told: fc.Arbitrary<ScheduleValues> = fc.record({
  teamMember: goodName,
  startTime: goodTime,
  endTime: goodTime,
  schedule: goodName,
  note: goodName,
  role: goodName,
});
const shiftOf = (from: Ingredients): fc.Arbitrary<Shift> =>
  fc.record(
    {
      id,
      teamMember: from.name,
      startTime: from.time,
      endTime: from.time,
      schedule: from.name.map((text) => text.slice(0, 100)),
      note: from.name,
      provider: fc.constant('manual'),
      breaks: fc.array(recordAt(from.instant), { maxLength: 3 }),
      told,
      person: fc.constantFrom('p-1', 'p-2'),
      out: fc.record({
        reason: fc.constantFrom(...outReasons),
        from: from.time,
        at: from.instant,
        by: idOrNull,
      }),
      late: fc.record({ expected: fc.option(from.time), at: from.instant, by: idOrNull }),
    },
    {
      requiredKeys: ['id', 'teamMember', 'startTime', 'endTime', 'schedule', 'note', 'provider', 'breaks'],
    },
  );
const positionOf = (from: Ingredients): fc.Arbitrary<Position> =>
  fc.record(
    {
      id,
      name: from.name,
      secondDuty: from.name.map((text) => text.slice(0, 60)),
      station: fc.constantFrom('Kitchen/Grill', 'Front/Register'),
      priority: fc.constantFrom(...priorities),
      breaker: fc.constant(true as const),
      seats: someIds,
    },
    { requiredKeys: ['id', 'name', 'seats'] },
  );
const subareaOf = (from: Ingredients): fc.Arbitrary<Subarea> =>
  fc.record({ id, name: from.name, positions: uniqueById(positionOf(from), 3) });
/** As a key of an object, '__proto__' and 'constructor' are others’ business, and '' is no id. */
const positionId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const fewPeople = fc.integer({ min: 0, max: 9 });
const chart: fc.Arbitrary<Chart> = fc.record({
  people: fewPeople,
  coveredBy: fc.dictionary(positionId, fc.option(positionId)),
});
const rotationOf = (from: Ingredients): fc.Arbitrary<Rotation> =>
  fc.record(
    {
      id,
      name: from.name,
      startTime: from.time,
      endTime: from.time,
      subareas: uniqueById(subareaOf(from), 3).map(withOwnPositions),
      charts: fc.array(chart, { maxLength: 3 }),
      people: fewPeople,
    },
    { requiredKeys: ['id', 'name', 'startTime', 'endTime', 'subareas'] },
  );

function uniqueById<T extends { id: string }>(item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  return fc.uniqueArray(item, { maxLength, selector: (each) => each.id });
}

/** Each position's id in the first subarea that has it only. */
function withOwnPositions(subareas: readonly Subarea[]): readonly Subarea[] {
  const taken = new Set<string>();
  return subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.filter((position) => !taken.has(position.id) && taken.add(position.id)),
  }));
}

const settings = { breakMinMinutes: goodMinutes, breakTimerMinutes: goodMinutes, dayStart };

const valid = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`An arbitrary broke a rule: ${outcome.problem.code}`);
  return outcome.value;
};

/** Layouts, templates and teams that obey every rule. */
export const anyLayout: fc.Arbitrary<Layout> = fc
  .record({
    kind: fc.constant('layout' as const),
    date: fc.constant('2026-11-21'),
    area: goodName,
    template: goodName,
    notes: anyNotes.map(cleanNotes),
    shifts: uniqueById(shiftOf(good), 5),
    rotations: uniqueById(rotationOf(good), 3),
    ...settings,
  })
  .map((layout) => valid(parseLayout(layout)));

export const anyTemplate: fc.Arbitrary<Template> = fc
  .record({
    kind: fc.constant('template' as const),
    name: goodName,
    area: goodName,
    notes: anyNotes.map(cleanNotes),
    rotations: uniqueById(rotationOf(good), 3),
    type: fc.constant('fixed' as const),
  })
  .map((template) => valid(parseTemplate(template)));

export const anyTeam: fc.Arbitrary<Team> = fc
  .record({
    kind: fc.constant('team' as const),
    name: goodName,
    areas: fc.uniqueArray(goodName, { minLength: 1, maxLength: 4 }),
    timeZone: fc.constantFrom('America/Chicago', 'UTC'),
    primaryColor: fc.constantFrom(null, '#1f5fbf'),
    logoUrl: fc.constantFrom(null, 'https://example.com/logo.png'),
    ...settings,
  })
  .map((team) => valid(parseTeam(team)));

export const { anyCrew, anyPerson, anyQuestion, anyProviderId, anyStation } = crewArbitraries({
  id,
  idOrNull,
  goodName,
  name,
  valid,
});

export const anyBody: fc.Arbitrary<DocumentBody> = fc.oneof(
  { weight: 4, arbitrary: anyLayout },
  { weight: 2, arbitrary: anyTemplate },
  anyTeam,
  anyCrew,
);

const schemas = new Map<unknown, fc.Arbitrary<unknown>>([
  [fields.id, id],
  [fields.name, name],
  [fields.time, time],
  [fields.instant, instant],
  [fields.minutes, minutes],
  [fields.color, fc.constantFrom(null, '#123456', 'red', '')],
  [breakSlotSchema, recordAt(instant)],
  [storedNotes, anyNotes],
  [scheduleValuesSchema, told],
  [shiftSchema, shiftOf(any)],
  [headcount, fewPeople],
  [chartSchema, chart],
  [positionSchema, positionOf(any)],
  [subareaSchema, subareaOf(any)],
  [rotationSchema, rotationOf(any)],
  [teamSchema, anyTeam],
  [templateSchema, anyTemplate],
  [layoutSchema, anyLayout],
  [crewSchemas.providerIdSchema, anyProviderId],
  [crewSchemas.personSchema, anyPerson],
  [crewSchemas.questionSchema, anyQuestion],
  [stationSchema, anyStation],
  [crewSchemas.crewSchema, anyCrew],
]) as Known['schemas'];

const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Nowhere', ''),
  logoUrl: fc.constantFrom(null, 'https://a.example/b', 'javascript:alert(1)'),
  dayStart: fc.oneof(dayStart, time),
};

/** What a document's body has by the names of the fields that refer to it. */
function idsIn(body: DocumentBody | null): Readonly<Record<string, readonly string[]>> {
  if (body === null) return {};
  if (body.kind === 'team') return { area: body.areas };
  if (body.kind === 'crew') {
    const people = [...body.people, ...body.merged].map((each) => each.id);
    const station = (body.stations ?? []).map((each) => each.id);
    const question = body.questions.map((each) => each.id);
    return { person: people, from: people, into: people, question, station };
  }
  const shift = body.kind === 'layout' ? body.shifts.map((each) => each.id) : [];
  const position = body.rotations.flatMap((each) => positionsOf(each).map(({ id }) => id));
  return {
    shift,
    other: shift,
    rotation: body.rotations.map((each) => each.id),
    subarea: body.rotations.flatMap(({ subareas }) => subareas.map((each) => each.id)),
    position,
    otherPosition: position,
  };
}

/** Changes drawn from their schemas and the ids of a body, so that a new kind of change needs no line here. */
function changesOf(kinds: readonly DocumentKind[], body: DocumentBody | null = null) {
  const ids = idsIn(body);
  const field: Known['field'] = (fieldName, schema) => {
    const known = ids[fieldName] ?? [];
    const isReference = schema === fields.id || (schema === fields.name && fieldName === 'area');
    if (!isReference || known.length === 0) return byName[fieldName];
    const other = schemas.get(schema) ?? id;
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, other);
  };
  const fitting = Object.entries(registry).filter(([, { fits }]) => fits.join() === kinds.join());
  return fc.oneof(
    ...fitting.map(([type, definition]) => ({
      // a deleted document takes nothing but what brings it back
      weight: type.endsWith('.restore') && definition.fits.length === 1 ? 3 : 1,
      arbitrary: arbitraryOfFields(definition.fields, { schemas, field }).map(
        (each) => ({ type, ...each }) as unknown as SingleChange,
      ),
    })),
  );
}
const planned = ['template', 'layout'] as const;

/** Swaps of two people who sit where the change says; drawn from the schema, that happens too seldom. */
function swapsOf(body: DocumentBody): readonly SingleChange[] {
  if (body.kind !== 'layout') return [];
  return body.rotations.flatMap((rotation) => {
    const [one, other] = positionsOf(rotation).filter(({ seats }) => seats.length > 0);
    const [shift, otherShift] = [one?.seats[0], other?.seats[0]];
    if (!one || !other || shift === undefined || otherShift === undefined) return [];
    const places = { position: other.id, other: otherShift, otherPosition: one.id };
    return [{ type: 'shift.swap' as const, rotation: rotation.id, shift, ...places }];
  });
}

const plannedBreaks = fc.array(
  fc.record({
    kind: fc.constantFrom('meal' as const, 'rest' as const),
    start: goodTime,
    minutes: fc.constantFrom(10, 30),
    relief: fc.array(fc.record({ position: id, from: goodTime, to: goodTime, by: idOrNull }), {
      maxLength: 2,
    }),
  }),
  { maxLength: 2 },
);

/** A plan whose rows mostly saw the day as it is, for some of its people. */
export const anyTaking = (body: Layout): fc.Arbitrary<ChangeOf<'plan.take'>> => {
  const seats = body.rotations.flatMap((rotation) => {
    const positions = positionsOf(rotation);
    const seatsOf = new Map(positions.map((position) => [position.id, position.seats]));
    return body.shifts.map(({ id: shift }) => {
      const was = positions.find((position) => position.seats.includes(shift))?.id ?? null;
      return fc
        .record({
          position: fc.constantFrom(null, ...seatsOf.keys()),
          was: fc.oneof({ weight: 9, arbitrary: fc.constant(was) }, idOrNull),
          there: fc.option(someIds, { freq: 9 }),
        })
        .map(({ position, was: saw, there }) => ({
          ...{ rotation: rotation.id, shift, position, was: saw },
          there: there ?? (position === null ? [] : (seatsOf.get(position) ?? [])),
        }));
    });
  });
  const breaks = body.shifts.map(({ id: shift, planned = [] }) =>
    fc.record({ shift: fc.constant(shift), planned: plannedBreaks, was: fc.constant(planned) }),
  );
  return fc
    .tuple(fc.tuple(...seats), fc.tuple(...breaks), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
    .map(([rows, plans, kept]) => ({
      type: 'plan.take',
      seats: rows.filter((_, index) => kept[index % 8]),
      breaks: plans.filter((_, index) => kept[(index + 3) % 8]),
    }));
};

export const anyStep: fc.Arbitrary<SingleChange> = fc.oneof(
  changesOf(['team']),
  changesOf(['crew']),
  changesOf(['template']),
  { weight: 4, arbitrary: changesOf(['layout']) },
  { weight: 3, arbitrary: changesOf(planned) },
);

/** Every kind of change, many of which do not fit, or name what is not there. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: anyStep },
  fc.array(anyStep, { maxLength: 4 }).map((changes): Change => ({ type: 'batch', changes })),
);

/** A document with changes that mostly fit it. */
export const anyHistory: fc.Arbitrary<{ body: DocumentBody; changes: Change[] }> = anyBody.chain((body) => {
  const own = changesOf([body.kind], body);
  const plan = { weight: body.kind === 'template' ? 8 : 2, arbitrary: changesOf(planned, body) };
  const weight = body.kind === 'layout' ? 2 : 1;
  const swaps: readonly fc.Arbitrary<SingleChange>[] = [
    ...swapsOf(body).map((swap) => fc.constant(swap)),
    ...(body.kind === 'layout' ? [anyTaking(body)] : []),
  ];
  const step = !('rotations' in body)
    ? own
    : fc.oneof({ weight: weight * 2, arbitrary: own }, plan, ...swaps);
  const change: fc.Arbitrary<Change> = fc.oneof(
    { weight: 5, arbitrary: step },
    fc.array(step, { maxLength: 3 }).map((changes): Change => ({ type: 'batch', changes })),
  );
  return fc.record({
    body: fc.constant(body),
    changes: fc.array(change, { minLength: 1, maxLength: 12 }),
  });
});
