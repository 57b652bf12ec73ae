import fc from 'fast-check';
import type { BreakSlot } from '../domain/break/break.ts';
import type { Change, DocumentBody, SingleChange } from '../domain/change/change.ts';
import { type Layout, parseLayout } from '../domain/layout/layout.ts';
import { cleanNotes, type Notes } from '../domain/notes/notes.ts';
import type { Position } from '../domain/position/position.ts';
import type { Outcome } from '../domain/problem/problem.ts';
import type { Rotation } from '../domain/rotation/rotation.ts';
import type { Shift, Told } from '../domain/shift/shift.ts';
import type { Subarea } from '../domain/subarea/subarea.ts';
import { parseTeam, type Team } from '../domain/team/team.ts';
import { parseTemplate, type Template } from '../domain/template/template.ts';
import { fromMinutes } from '../domain/time/clock-time.ts';

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
const slotIndex = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
  fc.constantFrom(-1, Number.NaN, 1.5, 1e9),
);

const recordAt = (at: fc.Arbitrary<number>): fc.Arbitrary<BreakSlot> =>
  fc.option(fc.record({ startedAt: at, startedBy: idOrNull, endedAt: fc.option(at), endedBy: idOrNull }));

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

const told: fc.Arbitrary<Told> = fc.record({
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
    },
    {
      requiredKeys: ['id', 'teamMember', 'startTime', 'endTime', 'schedule', 'note', 'provider', 'breaks'],
    },
  );
const positionOf = (from: Ingredients): fc.Arbitrary<Position> =>
  fc.record({ id, name: from.name, seats: someIds });
const subareaOf = (from: Ingredients): fc.Arbitrary<Subarea> =>
  fc.record({ id, name: from.name, positions: uniqueById(positionOf(from), 3) });
const rotationOf = (from: Ingredients): fc.Arbitrary<Rotation> =>
  fc.record({
    id,
    name: from.name,
    startTime: from.time,
    endTime: from.time,
    subareas: uniqueById(subareaOf(from), 3).map(withOwnPositions),
  });

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

export const anyBody: fc.Arbitrary<DocumentBody> = fc.oneof(
  { weight: 4, arbitrary: anyLayout },
  { weight: 2, arbitrary: anyTemplate },
  anyTeam,
);

const of = <T extends SingleChange['type'], F extends object>(
  type: T,
  fields: { [K in keyof F]: fc.Arbitrary<F[K]> },
): fc.Arbitrary<{ type: T } & F> =>
  fc.record({ type: fc.constant(type), ...fields }) as unknown as fc.Arbitrary<{ type: T } & F>;

const place = { rotation: id, before: idOrNull };
const anySettings = { breakMinMinutes: minutes, breakTimerMinutes: minutes };
const shiftEdit = fc
  .record(
    { teamMember: name, startTime: time, endTime: time, schedule: name, note: name },
    { requiredKeys: [] },
  )
  .chain((fields) => id.map((shift) => ({ type: 'shift.edit' as const, shift, ...fields })));
const rotationEdit = fc
  .record({ name, startTime: time, endTime: time }, { requiredKeys: [] })
  .chain((fields) => id.map((rotation) => ({ type: 'rotation.edit' as const, rotation, ...fields })));

const anyColumns = fc.record({ name, start: name, end: name }, { requiredKeys: [] });

const changesByRoom: Record<'team' | 'template' | 'layout' | 'plan', fc.Arbitrary<SingleChange>> = {
  team: fc.oneof(
    anyTeam.map((team): SingleChange => ({ type: 'team.create', team })),
    of('team.rename', { name }),
    of('team.breaks', anySettings),
    of('team.day', { dayStart: time, timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Nowhere', '') }),
    of('team.theme', { primaryColor: fc.constantFrom(null, '#123456', 'red', '') }),
    of('team.logo', { logoUrl: fc.constantFrom(null, 'https://a.example/b', 'javascript:alert(1)') }),
    of('team.columns', { columns: anyColumns }),
    of('area.add', { name }),
    of('area.rename', { area: name, name }),
    of('area.delete', { area: name }),
  ),
  template: fc.oneof(
    anyTemplate.map((template): SingleChange => ({ type: 'template.create', template })),
    of('template.rename', { name }),
    of('template.area', { area: name }),
    of('template.delete', {}),
    { weight: 3, arbitrary: of('template.restore', {}) },
  ),
  layout: fc.oneof(
    anyLayout.map((layout): SingleChange => ({ type: 'layout.create', layout })),
    of('layout.area', { area: name }),
    of('layout.delete', {}),
    { weight: 3, arbitrary: of('layout.restore', {}) },
    of('layout.settings', { ...anySettings, dayStart: fc.oneof(dayStart, time) }),
    of('shift.add', {
      shift: shiftOf(any),
      seats: fc.array(fc.record({ ...place, position: id }), { maxLength: 3 }),
    }),
    shiftEdit,
    of('shift.delete', { shift: id }),
    of('schedule.take', {
      remove: someIds,
      edit: fc.array(
        fc.record(
          { shift: id, teamMember: name, startTime: time, endTime: time, note: name, told: fc.option(told) },
          { requiredKeys: ['shift', 'told'] },
        ),
        { maxLength: 3 },
      ),
      add: uniqueById(shiftOf(any), 3),
      remember: someIds,
      forget: someIds,
    }),
    of('shift.seat', { ...place, shift: id, position: id }),
    of('shift.unseat', { shift: id, rotation: id, position: id }),
    of('break.press', {
      shift: id,
      slot: slotIndex,
      wants: fc.constantFrom('start' as const, 'end' as const, 'clear' as const),
      at: instant,
      by: idOrNull,
    }),
    of('break.restore', { shift: id, slot: slotIndex, record: recordAt(instant) }),
  ),
  plan: fc.oneof(
    of('notes.edit', { base: anyNotes, next: anyNotes }),
    of('rotation.add', { rotation: rotationOf(any), before: idOrNull }),
    rotationEdit,
    of('rotation.move', place),
    of('rotation.delete', { rotation: id }),
    of('subarea.add', { ...place, subarea: subareaOf(any) }),
    of('subarea.rename', { rotation: id, subarea: id, name }),
    of('subarea.move', { ...place, subarea: id }),
    of('subarea.delete', { rotation: id, subarea: id }),
    of('position.add', { ...place, subarea: id, position: positionOf(any) }),
    of('position.rename', { rotation: id, position: id, name }),
    of('position.move', { ...place, position: id, subarea: id }),
    of('position.delete', { rotation: id, position: id }),
  ),
};

export const anyStep: fc.Arbitrary<SingleChange> = fc.oneof(
  changesByRoom.team,
  changesByRoom.template,
  { weight: 4, arbitrary: changesByRoom.layout },
  { weight: 3, arbitrary: changesByRoom.plan },
);

/** Every kind of change, many of which do not fit, or name what is not there. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: anyStep },
  fc.array(anyStep, { maxLength: 4 }).map((changes): Change => ({ type: 'batch', changes })),
);

/** A document with changes that mostly fit it. */
export const anyHistory: fc.Arbitrary<{ body: DocumentBody; changes: Change[] }> = fc.oneof(
  history(anyLayout, fc.oneof({ weight: 2, arbitrary: changesByRoom.layout }, changesByRoom.plan)),
  history(anyTemplate, fc.oneof(changesByRoom.template, { weight: 4, arbitrary: changesByRoom.plan })),
  history(anyTeam, changesByRoom.team),
);

function history(body: fc.Arbitrary<DocumentBody>, step: fc.Arbitrary<SingleChange>) {
  const change: fc.Arbitrary<Change> = fc.oneof(
    { weight: 5, arbitrary: step },
    fc.array(step, { maxLength: 3 }).map((changes): Change => ({ type: 'batch', changes })),
  );
  return fc.record({ body, changes: fc.array(change, { minLength: 1, maxLength: 12 }) });
}
