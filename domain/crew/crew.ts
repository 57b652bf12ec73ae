import * as z from 'zod/mini';
import { date, id, idOrNull, list, name, type SchemaValue, text } from '../change/fields.ts';
import { compareText, hasDuplicateIds } from '../list/list.ts';
import { noteLimit, parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { isIsoDate } from '../time/date.ts';
import { crewIndex, providerKey } from './crew-index.ts';
import { stationLimit } from './station.ts';
import {
  parsePlanning,
  planningFields,
  type Station,
  skillLimit,
  stationSchema,
  withKnownStations,
  withStation,
} from './station-schema.ts';

/** People, with those who were merged. */
export const crewLimit = 1_000;
export const questionLimit = 200;
export const askedShiftLimit = 50;
export const personListLimit = 20;
export const emailLimit = 254;

export const notes = text(noteLimit);
export const names = list(name, personListLimit);

const email = z.optional(z.string().check(z.maxLength(emailLimit)));
const matched = z.optional(z.literal(true));

/** `name` as the schedule last wrote it. */
export const providerIdSchema = z.strictObject({ provider: name, id, name });
export type ProviderId = SchemaValue<typeof providerIdSchema>;
export const providerIds = list(providerIdSchema, personListLimit);

const personFields = {
  id,
  name,
  /** A manager typed the name, so that no schedule changes it. */
  named: z.optional(z.literal(true)),
  names,
  providerIds,
  jobs: list(name, personListLimit),
  active: z.boolean(),
  notes,
  account: idOrNull,
  /** As a schedule says it; a member with this confirmed address is linked. */
  email,
  /** A member was linked by the address once, so that it isn't done again. */
  matched,
  lastDate: z.optional(date),
  ...planningFields,
};
/** Somebody who works in the team, whether they have an account or not. */
export const personSchema = z.strictObject(personFields);
export type Person = SchemaValue<typeof personSchema>;

/** A person who turned out to be another one. Kept as it is, so that the merge can be taken back. */
const mergedSchema = z.strictObject({ ...personFields, into: id });
export type MergedPerson = SchemaValue<typeof mergedSchema>;

const askedShiftSchema = z.strictObject({ layout: id, shift: id, date, job: name });
export type AskedShift = SchemaValue<typeof askedShiftSchema>;

/** Shifts of somebody who may be a person of the crew. A lead or a manager decides who it is. */
export const questionSchema = z.strictObject({
  id,
  name,
  provider: name,
  providerId: idOrNull,
  shifts: list(askedShiftSchema, askedShiftLimit),
});
export type Question = SchemaValue<typeof questionSchema>;

/** The people of a team, and what they can do where. Lists are in the order of their ids. */
export const crewSchema = z.strictObject({
  kind: z.literal('crew'),
  people: list(personSchema, crewLimit),
  merged: list(mergedSchema, crewLimit),
  questions: list(questionSchema, questionLimit),
  stations: z.optional(list(stationSchema, stationLimit)),
});
export type Crew = SchemaValue<typeof crewSchema>;

export const addressSchema = z.strictObject({ person: id, email, matched });

/** A new person's id, if nobody has it; `providerId` is what the schedule calls them, if it has ids. */
export const seenPersonSchema = z.strictObject({
  person: id,
  name,
  provider: name,
  providerId: idOrNull,
  jobs: list(name, personListLimit),
  date,
});
export type SeenPerson = SchemaValue<typeof seenPersonSchema>;

export function parsePerson(person: Person): Outcome<Person> {
  const name = parseName(person.name, 'name', 'name-missing');
  if (!name.ok) return name;
  if (person.notes.length > noteLimit)
    return refuse('text-too-long', { field: 'notes', details: { max: noteLimit } });
  const { id, active, notes, account, named, email, matched, lastDate, turns16On, turns18On } = person;
  return done({
    id,
    name: name.value,
    ...(named && { named }),
    names: distinctTexts(person.names.filter((each) => each !== name.value)),
    providerIds: distinctIds(person.providerIds),
    jobs: distinctTexts(person.jobs),
    active,
    notes,
    account,
    ...(email && { email }),
    ...(matched && { matched }),
    ...(lastDate !== undefined && isIsoDate(lastDate) && { lastDate }),
    ...parsePlanning({
      ...person,
      turns16On: isIsoDate(turns16On) ? turns16On : undefined,
      turns18On: isIsoDate(turns18On) ? turns18On : undefined,
    }),
  });
}

const isMerged = (record: Person | MergedPerson): record is MergedPerson => 'into' in record;

export function parseCrew(crew: Crew): Outcome<Crew> {
  if (crew.people.length + crew.merged.length > crewLimit)
    return refuse('too-many', { details: { max: crewLimit } });
  if (hasDuplicateIds([...crew.people, ...crew.merged])) return refuse('person-exists');
  if (hasDuplicateIds(crew.questions)) return refuse('question-missing');
  const stations = parseStations(crew.stations ?? []);
  if (!stations.ok) return stations;
  const known = new Set(stations.value.map(({ id }) => id));
  const people: Person[] = [];
  const merged: MergedPerson[] = [];
  const accounts = new Set<string>();
  for (const each of [...crew.people, ...crew.merged]) {
    const person = parsePerson(each);
    if (!person.ok) return person;
    const { account } = person.value;
    const unlinked = account !== null && accounts.has(account);
    if (account !== null) accounts.add(account);
    const read = withKnownStations(unlinked ? { ...person.value, account: null } : person.value, known);
    if (isMerged(each)) merged.push({ ...read, into: each.into });
    else people.push(read);
  }
  const parsed: Crew = {
    kind: 'crew',
    people: sortedById(people),
    merged: sortedById(merged),
    questions: sortedById(crew.questions.map(parseQuestion)).slice(0, questionLimit),
    ...(stations.value.length > 0 && { stations: stations.value }),
  };
  if (skillsIn(parsed) > skillLimit) return refuse('too-many', { details: { max: skillLimit } });
  const index = crewIndex(parsed);
  return merged.every(({ id }) => index.personOf(id)) ? done(parsed) : refuse('person-missing');
}

function parseStations(stations: readonly Station[]): Outcome<readonly Station[]> {
  if (hasDuplicateIds(stations)) return refuse('station-exists');
  let read: readonly Station[] = [];
  for (const each of stations) {
    const next = withStation(read, each);
    if (!next.ok) return next;
    read = next.value;
  }
  return done(read);
}

/** How many levels there are of all people together. */
export const skillsIn = ({ people, merged }: Crew): number =>
  [...people, ...merged].reduce((count, { skills = [] }) => count + skills.length, 0);

export const parseQuestion = ({ id, name, provider, providerId, shifts }: Question): Question => ({
  id,
  name,
  provider,
  providerId,
  shifts: shifts.slice(0, askedShiftLimit),
});

/** In the order of ids, so that what is taken out and put back stands where it stood. */
export const sortedById = <T extends { readonly id: string }>(list: readonly T[]): readonly T[] =>
  [...list].sort((a, b) => compareText(a.id, b.id));

export const distinctTexts = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.map((text) => text.trim()))]
    .filter((text) => text !== '')
    .sort(compareText)
    .slice(0, personListLimit);

/** One name for each id, in their order. */
export const distinctIds = (ids: readonly ProviderId[]): readonly ProviderId[] =>
  [...new Map(ids.map((each) => [providerKey(each), each]))]
    .sort(([one], [other]) => compareText(one, other))
    .map(([, each]) => each)
    .slice(0, personListLimit);
