import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type Change, mapRecords, registry, type SingleChange, stampChange } from '../change/change.ts';
import { date, instant } from '../change/fields.ts';
import { personSchema, questionSchema } from '../crew/crew.ts';
import { stationSchema } from '../crew/station-schema.ts';
import { breakSlotSchema } from '../day/break.ts';
import { lawRowSchema } from '../day/law-row.ts';
import { layingSchema, layoutSchema } from '../day/layout.ts';
import {
  callOutSchema,
  latenessSchema,
  plannedBreakSchema,
  scheduleValuesSchema,
  shiftSchema,
} from '../day/shift.ts';
import { storedNotes } from '../notes/notes.ts';
import { rotationSchema, subareaSchema } from '../plan/rotation.ts';
import { asAnswered } from './history.ts';

/**
 * Each field of a change that names a person, a time, or a state from before, and why nobody can make it up. A new one fails here
 * until it is signed, looked up, or has its reason.
 */
const signed = 'signed';
const lookedUp = 'looked up';
const asked = 'it is what its author wants, as far as their role may';
const claims: Readonly<Record<string, string>> = {
  'shift.out at': signed,
  'shift.out by': signed,
  'shift.late at': signed,
  'shift.late by': signed,
  'break.waive at': signed,
  'break.waive by': signed,
  'break.miss at': signed,
  'break.miss by': signed,
  'break.press at': signed,
  'break.press by': signed,
  'break.confirm at': signed,
  'break.confirm by': signed,
  'break.restore record': lookedUp,
  'shift.attendance out': lookedUp,
  'shift.attendance late': lookedUp,
  'shift breaks': lookedUp,
  'shift out': lookedUp,
  'shift late': lookedUp,
  'shift skipped': lookedUp,
  'call-out at': 'looked up with the call-out',
  'call-out by': 'looked up with the call-out',
  'call-out stood': 'whoever says it may seat the person there, which says the same',
  'question.ask question': lookedUp,
  'question.ask learned': lookedUp,
  'question.answer person': asked,
  'shift person': `${asked}: who runs the day says who works`,
  'shift.edit person': `${asked}: who runs the day says who works`,
  'schedule.take edit': asked,
  'schedule.take edit person': `${asked}: who runs the day says who works`,
  'schedule.take edit told': 'whoever imports a schedule has read it on their device',
  'schedule.take add': asked,
  'shift told': 'whoever imports a schedule has read it on their device',
  'schedule person': 'whoever imports a schedule has read it on their device',
  'shift planned': asked,
  'planned relief': asked,
  'planned relief by': `${asked}: who is to take a position, not who says so`,
  'shift.add shift': asked,
  'shift.add seats': asked,
  'layout.create layout': asked,
  'layout date': asked,
  'layout notes': asked,
  'layout shifts': asked,
  'layout rotations': asked,
  'layout locks': asked,
  'layout laws': 'the server puts those of the team there instead',
  'layout laid': 'the server takes it away',
  'plan.take seats': 'a row that does not fit what is there has no effect',
  'plan.take breaks': 'a row that does not fit what is there has no effect',
  'plan.take breaks planned': asked,
  'plan.take breaks was': 'a row that does not fit what is there has no effect',
  'seats.fill seats': asked,
  'seats.swap taken': asked,
  'seats.swap given': asked,
  'seats.restore taken': 'seats that no longer fit have no effect, and the others may be given anyway',
  'seats.restore given': 'seats that no longer fit have no effect, and the others may be given anyway',
  'notes.edit base': 'only what differs from it is laid over what is there',
  'notes.edit next': asked,
  'template.create template': asked,
  'template.create template notes': asked,
  'template.create template rotations': asked,
  'rotation.add rotation': asked,
  'rotation subareas': asked,
  'rotation charts': asked,
  'rotation charts coveredBy': 'they are positions',
  'subarea.add subarea': asked,
  'subarea positions': asked,
  'position.add position': asked,
  'chart.set cells': asked,
  'chart.set cells by': 'it is a position',
  'team.create team': 'no person may',
  'team.create team weekdays': 'no person may',
  'team.create team planning': 'no person may',
  'team.create team planning rush': 'no person may',
  'team.planning rush': asked,
  'person.add person': 'managers say who is in the crew',
  'person account': 'only of a member, whom the manager may link as well',
  'person providerIds': 'managers say what somebody is recognized by',
  'person email': 'it links whom the manager may link as well',
  'person matched': 'it keeps an address from being linked, as the manager may',
  'person named': 'managers say what somebody is called',
  'person lastDate': 'the next shift says it anew',
  'person skills': asked,
  'person turns16On': asked,
  'person turns18On': asked,
  'person.edit person': asked,
  'person.known person': asked,
  'person.known named': 'managers say what somebody is called',
  'person.known names': 'managers say what somebody is recognized by',
  'person.known ids': 'managers say what somebody is recognized by',
  'person.known ids add': 'managers say what somebody is recognized by',
  'person.known ids remove': 'managers say what somebody is recognized by',
  'person.link person': asked,
  'person.link account': 'only of a member',
  'person.delete person': asked,
  'person.unmerge person': asked,
  'person.ages person': asked,
  'person.ages turns16On': asked,
  'person.ages turns18On': asked,
  'person.skills skills': asked,
  'person.skills skills person': asked,
  'person.skills stations': asked,
  'person.likes likes': asked,
  'person.likes likes person': asked,
  'person.likes stations': asked,
  'station.put station': asked,
};

type Schema = z.core.$ZodType;
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** What is in many changes is listed once, by these names. */
const named = new Map<Schema, string>([
  [shiftSchema, 'shift'],
  [layoutSchema, 'layout'],
  [rotationSchema, 'rotation'],
  [subareaSchema, 'subarea'],
  [personSchema, 'person'],
  [callOutSchema, 'call-out'],
  [scheduleValuesSchema, 'schedule'],
  [plannedBreakSchema, 'planned'],
]);
/** Nothing of these is a claim of its own: the field that holds them is. */
const closed = new Set<Schema>([
  lawRowSchema,
  layingSchema,
  breakSlotSchema,
  latenessSchema,
  questionSchema,
  stationSchema,
  storedNotes,
]);

const namesPerson = /^(by|person|account|email|matched|named)$|By$/;

/** The schema without 'or nothing' and 'a list of', and whether it is closed on the way. */
function inner(schema: Schema): { readonly schema: Schema; readonly isClosed: boolean } {
  const def = defOf(schema);
  if (closed.has(schema)) return { schema, isClosed: true };
  if (def.type === 'nullable' || def.type === 'optional' || def.type === 'readonly')
    return inner(def.innerType);
  return def.type === 'array' ? inner(def.element) : { schema, isClosed: false };
}

interface Claim {
  /** As the table names it. */
  readonly name: string;
  readonly field: string;
}

function* claimsIn(owner: string, fields: Readonly<Record<string, Schema>>): Generator<Claim> {
  for (const [field, outer] of Object.entries(fields)) {
    const { schema, isClosed } = inner(outer);
    const name = `${owner} ${field}`;
    const isState = isClosed || defOf(schema).type === 'object';
    if (isState || schema === instant || schema === date || namesPerson.test(field)) yield { name, field };
    const def = defOf(schema);
    const looksInside = claims[name] !== signed && claims[name] !== lookedUp;
    if (isClosed || def.type !== 'object' || !(looksInside || named.has(schema))) continue;
    yield* claimsIn(named.get(schema) ?? name, def.shape);
  }
}

const changes = Object.entries(registry).filter(([, { may }]) => may !== 'server');
const found = new Set(
  changes.flatMap(([type, { fields }]) => Array.from(claimsIn(type, fields), ({ name }) => name)),
);

test('[CH61] each person, time and former state that a change names is signed, looked up, or has a reason', () => {
  expect([...found].filter((name) => claims[name] === undefined)).toEqual([]);
  expect(Object.keys(claims).filter((name) => !found.has(name))).toEqual([]);
});

/** A value with everything in it that the schema allows. */
function fullValue(schema: Schema, at: number): unknown {
  const def = defOf(schema);
  if (schema === instant) return at;
  switch (def.type) {
    case 'string':
      return 'another';
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'nullable':
    case 'optional':
    case 'readonly':
      return fullValue(def.innerType, at);
    case 'array':
      return [fullValue(def.element, at)];
    case 'union':
      return fullValue(def.options[0] as Schema, at);
    case 'record':
      return { another: fullValue(def.valueType, at) };
    case 'object':
      return fullFields(def.shape, at);
    default:
      throw new Error(`Nothing is known about schemas of type ${def.type}. Add it here.`);
  }
}
const fullFields = (fields: Readonly<Record<string, Schema>>, at: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, fullValue(schema, at)]));

const fullChange = (type: string, fields: Readonly<Record<string, Schema>>, at: number): SingleChange =>
  ({ type, ...fullFields(fields, at) }) as unknown as SingleChange;

const now = 1_795_000_000_000;
const signedTypes = changes.filter(([type]) => claims[`${type} by`] === signed);

test.each(signedTypes)(
  '[CH61] the server signs %s, whoever it says and whatever time',
  (type, { fields }) => {
    for (const at of [0, now + 86_400_000]) {
      const stamped = stampChange(fullChange(type, fields, at), { now, by: 'author' });
      expect(stamped).toMatchObject({ at: now, by: 'author' });
    }
  },
);

/** The values of a field, wherever in a change it is. */
function* valuesOf(
  owner: string,
  fields: Readonly<Record<string, Schema>>,
  value: object,
): Generator<[string, unknown]> {
  for (const [field, outer] of Object.entries(fields)) {
    const own = (value as Readonly<Record<string, unknown>>)[field];
    yield [`${owner} ${field}`, own];
    const { schema, isClosed } = inner(outer);
    const def = defOf(schema);
    if (isClosed || def.type !== 'object') continue;
    for (const each of Array.isArray(own) ? own : [own])
      yield* valuesOf(named.get(schema) ?? `${owner} ${field}`, def.shape, each);
  }
}

const bringing = changes.filter(
  ([type, { fields }]) =>
    type !== 'question.ask' &&
    [...valuesOf(type, fields, fullChange(type, fields, now))].some(([name]) => claims[name] === lookedUp),
);

test.each(bringing)('[CH61] all records that %s brings are looked up', (type, { fields }) => {
  const change = fullChange(type, fields, now);
  const seen = new Set<unknown>();
  const see = <Each>(_: string, each: Each): Each => {
    seen.add(each);
    return each;
  };
  mapRecords(change, { taken: see, said: see });
  for (const [name, value] of valuesOf(type, fields, change)) {
    if (claims[name] !== lookedUp) continue;
    for (const each of Array.isArray(value) ? value : [value]) expect(seen, name).toContain(each);
  }
});

test('[CH61] what an answer taught is looked up', () => {
  const change: Change = fullChange('question.ask', registry['question.ask'].fields, now);
  expect(asAnswered(change, {})).toMatchObject({ ok: false, problem: { code: 'answer-not-yours' } });
});
