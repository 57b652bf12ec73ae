import * as z from 'zod/mini';
import type { Steps } from '../change/define-change.ts';
import { id, name, type SchemaValue } from '../change/fields.ts';
import { isSame } from '../change/same.ts';
import { isSameName } from '../day/same-name.ts';
import { byId, replace, without } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import {
  type Crew,
  crewLimit,
  distinctIds,
  distinctTexts,
  type MergedPerson,
  names,
  type Person,
  parsePerson,
  parseQuestion,
  providerIds,
  type Question,
  questionLimit,
  type SeenPerson,
  skillsIn,
  sortedById,
} from './crew.ts';
import { crewIndex, newPerson, providerKey } from './crew-index.ts';
import { skillLimit, withKnownStations } from './station-schema.ts';

export const knownFields = {
  name: z.optional(name),
  named: z.optional(z.boolean()),
  names: z.strictObject({ add: names, remove: names }),
  ids: z.strictObject({ add: providerIds, remove: providerIds }),
};

/** Their own record, whether they were merged or not. */
export const recordOf = (crew: Crew, id: string): Person | MergedPerson | undefined =>
  byId(crew.people, id) ?? byId(crew.merged, id);

export function editRecord(crew: Crew, id: string, edit: (person: Person) => Person): Outcome<Crew> {
  const record = recordOf(crew, id);
  if (!record) return refuse('person-missing');
  const person = parsePerson(edit(record));
  if (!person.ok) return person;
  return done(
    'into' in record
      ? { ...crew, merged: replace(crew.merged, { ...person.value, into: record.into }) }
      : { ...crew, people: replace(crew.people, person.value) },
  );
}

export function addPerson(crew: Crew, added: Person): Outcome<Crew> {
  if (recordOf(crew, added.id)) return refuse('person-exists');
  if (crew.people.length + crew.merged.length >= crewLimit)
    return refuse('too-many', { details: { max: crewLimit } });
  const isTaken = [...crew.people, ...crew.merged].some(
    ({ account }) => account !== null && account === added.account,
  );
  const person = parsePerson(isTaken ? { ...added, account: null } : added);
  if (!person.ok) return person;
  const known = new Set(crew.stations?.map((each) => each.id));
  const people = sortedById([...crew.people, withKnownStations(person.value, known)]);
  return skillsIn({ ...crew, people }) > skillLimit
    ? refuse('too-many', { details: { max: skillLimit } })
    : done({ ...crew, people });
}

/** The name that a manager types stays. The one before is remembered, since schedules may go on using it. */
export function renamePerson(person: Person, typed: string): Outcome<Person> {
  const name = parseName(typed, 'name', 'name-missing');
  if (!name.ok) return name;
  return done({ ...person, name: name.value, named: true, names: [...person.names, person.name] });
}

/** With everyone who was merged into them. To forget somebody takes what is asked about their names along. */
export function deletePerson(crew: Crew, id: string, forget: boolean): Outcome<Crew> {
  if (!recordOf(crew, id)) return done(crew);
  const gone = new Set(byId(crew.people, id) ? crewIndex(crew).idsOf(id) : mergedUnder(crew, id));
  const names = [...crew.people, ...crew.merged].flatMap((each) =>
    gone.has(each.id) ? [each.name, ...each.names] : [],
  );
  return done({
    ...crew,
    people: crew.people.filter((each) => !gone.has(each.id)),
    merged: crew.merged.filter((each) => !gone.has(each.id)),
    questions: forget
      ? crew.questions.filter((each) => !names.some((name) => isSameName(name, each.name)))
      : crew.questions,
  });
}

function mergedUnder(crew: Crew, id: string): readonly string[] {
  const gone = [id];
  for (const each of gone) gone.push(...crew.merged.filter(({ into }) => into === each).map((one) => one.id));
  return gone;
}

/** Rows about a person who can't be added anymore have no effect. */
export function recordSeen(crew: Crew, seen: readonly SeenPerson[], asked: readonly Question[]): Crew {
  let next = crew;
  for (const each of seen) {
    const known = recordOf(next, each.person);
    const outcome = known
      ? editRecord(next, each.person, (person) => learn(person, each))
      : addPerson(next, learn(newPerson(each.person, each.name), each));
    if (outcome.ok) next = outcome.value;
  }
  for (const question of asked) next = addQuestion(next, question);
  return next;
}

function learn(person: Person, { name, provider, providerId, jobs, date }: SeenPerson): Person {
  const learned = {
    ...person,
    active: true,
    jobs: distinctTexts([...jobs, ...person.jobs]),
    lastDate: person.lastDate !== undefined && person.lastDate > date ? person.lastDate : date,
  };
  if (providerId === null) {
    return isSameName(name, person.name) ? learned : { ...learned, names: [...person.names, name] };
  }
  const told = { provider, id: providerId, name };
  const before = person.providerIds.find((each) => providerKey(each) === providerKey(told));
  const isRenamed = before !== undefined && !isSameName(before.name, name) && !person.named;
  return {
    ...learned,
    ...(isRenamed && { name }),
    providerIds: distinctIds([...person.providerIds, told]),
  };
}

export function addQuestion(crew: Crew, question: Question): Crew {
  const known = byId(crew.questions, question.id);
  if (!known && crew.questions.length >= questionLimit) return crew;
  return {
    ...crew,
    questions: sortedById([...without(crew.questions, question.id), parseQuestion(question)]),
  };
}

/** What an answer taught: the name, the id, and `added` where the person is there because of it; missing in older history. */
export const learnedSchema = z.strictObject({
  person: id,
  name: z.boolean(),
  id: z.boolean(),
  added: z.optional(z.boolean()),
});
type Learned = SchemaValue<typeof learnedSchema>;

export function reopenQuestion(crew: Crew, question: Question, learned: Learned | null): Outcome<Crew> {
  const person = learned ? recordOf(crew, learned.person) : undefined;
  const known = learned && person ? unlearn(crew, person, question, learned) : done(crew);
  return known.ok ? done(addQuestion(known.value, question)) : known;
}

/** Somebody who was added by the answer goes, unless more is known of them since. */
function unlearn(crew: Crew, person: Person, question: Question, learned: Learned): Outcome<Crew> {
  const key = keyOf(question);
  const without = {
    ...person,
    names: learned.name ? person.names.filter((each) => each !== question.name.trim()) : person.names,
    providerIds: learned.id
      ? person.providerIds.filter((each) => providerKey(each) !== key)
      : person.providerIds,
  };
  const isElseUnknown = isSame(without, newPerson(person.id, question.name.trim()));
  return learned.added !== false && isElseUnknown && crewIndex(crew).idsOf(person.id).length === 1
    ? deletePerson(crew, person.id, false)
    : editRecord(crew, person.id, () => without);
}

const keyOf = ({ provider, providerId }: Question): string | null =>
  providerId === null ? null : providerKey({ provider, id: providerId });

export function learnedNames(
  person: Person,
  { name, named, names, ids }: SchemaValue<z.ZodMiniObject<typeof knownFields>>,
): Person {
  const { named: wasNamed, ...rest } = person;
  const removed = new Set(ids.remove.map(providerKey));
  return {
    ...rest,
    ...((named ?? wasNamed) && { named: true as const }),
    name: name ?? person.name,
    names: [...person.names.filter((each) => !names.remove.includes(each)), ...names.add],
    providerIds: [...person.providerIds.filter((each) => !removed.has(providerKey(each))), ...ids.add],
  };
}

/** What takes back a change of what a person is recognized by; what was learned since stays. */
export function knownBefore(was: Person, is: Person): Steps {
  const keys = (person: Person) => new Map(person.providerIds.map((each) => [JSON.stringify(each), each]));
  const [before, after] = [keys(was), keys(is)];
  const names = {
    add: was.names.filter((each) => !is.names.includes(each)),
    remove: is.names.filter((each) => !was.names.includes(each)),
  };
  const ids = {
    add: [...before].filter(([key]) => !after.has(key)).map(([, each]) => each),
    remove: [...after].filter(([key]) => !before.has(key)).map(([, each]) => each),
  };
  const isNamed = was.named === true;
  const head = {
    ...(was.name !== is.name && { name: was.name }),
    ...(isNamed !== (is.named === true) && { named: isNamed }),
  };
  const count = names.add.length + names.remove.length + ids.add.length + ids.remove.length;
  return count + Object.keys(head).length > 0
    ? [{ type: 'person.known', person: was.id, ...head, names, ids }]
    : [];
}
