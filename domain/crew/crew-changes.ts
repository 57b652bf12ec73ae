import * as z from 'zod/mini';
import { crewChange, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { isSameName } from '../day/same-name.ts';
import { byId, replace, without } from '../list/list.ts';
import { done, refuse } from '../problem/problem.ts';
import {
  addressSchema,
  crewLimit,
  crewSchema,
  notes,
  type Person,
  parseCrew,
  personSchema,
  questionLimit,
  questionSchema,
  seenPersonSchema,
} from './crew.ts';
import { newPerson } from './crew-index.ts';
import {
  addPerson,
  deletePerson,
  editRecord,
  knownBefore,
  knownFields,
  learnedNames,
  learnedSchema,
  recordOf,
  recordSeen,
  renamePerson,
  reopenQuestion,
} from './person-records.ts';

export const crewChanges = {
  'crew.create': crewChange({
    fields: { crew: crewSchema },
    may: 'server',
    create: ({ crew }) => parseCrew(crew),
    apply: () => refuse('document-exists'),
    inverse: null,
  }),
  /** What the server learns from shifts that come in. Rows that don't make sense anymore have no effect. */
  'crew.seen': crewChange({
    fields: { people: list(seenPersonSchema, crewLimit), asked: list(questionSchema, questionLimit) },
    may: 'server',
    apply: (crew, { people, asked }) => done(recordSeen(crew, people, asked)),
    inverse: null,
  }),
  'person.add': crewChange({
    fields: { person: personSchema },
    apply: (crew, { person }) => addPerson(crew, person),
    inverse: (_, { person }): Steps => [{ type: 'person.delete', person: person.id }],
  }),
  'person.edit': crewChange({
    fields: {
      person: id,
      name: z.optional(name),
      notes: z.optional(notes),
      active: z.optional(z.boolean()),
    },
    apply: (crew, { person, name: typed, notes: noted, active }) => {
      const record = recordOf(crew, person);
      if (!record) return refuse('person-missing');
      const named =
        typed === undefined || typed.trim() === record.name ? done(record) : renamePerson(record, typed);
      if (!named.ok) return named;
      const { notes: before, active: wasActive } = record;
      return editRecord(crew, person, () => ({
        ...named.value,
        notes: noted ?? before,
        active: active ?? wasActive,
      }));
    },
    inverse: (before, { person }, after): Steps | null => {
      const [was, is] = [recordOf(before, person), recordOf(after, person)];
      if (!was || !is) return null;
      const fields = {
        ...(was.notes !== is.notes && { notes: was.notes }),
        ...(was.active !== is.active && { active: was.active }),
      };
      return [
        ...knownBefore(was, is),
        ...(Object.keys(fields).length > 0 ? [{ type: 'person.edit' as const, person, ...fields }] : []),
      ];
    },
  }),
  /** What a person is recognized by: takes back a name, and corrects what was recognized wrongly. */
  'person.known': crewChange({
    fields: { person: id, ...knownFields },
    apply: (crew, { person, ...change }) => editRecord(crew, person, (each) => learnedNames(each, change)),
    inverse: (before, { person }, after): Steps | null => {
      const [was, is] = [recordOf(before, person), recordOf(after, person)];
      return was && is ? knownBefore(was, is) : null;
    },
  }),
  'person.link': crewChange({
    fields: { person: id, account: idOrNull },
    // an account belongs to one person
    apply: (crew, { person, account }) => {
      if (!recordOf(crew, person)) return refuse('person-missing');
      const linked = <Each extends Person>(each: Each): Each => {
        if (each.id === person) return each.account === account ? each : { ...each, account };
        return account !== null && each.account === account ? { ...each, account: null } : each;
      };
      return done({ ...crew, people: crew.people.map(linked), merged: crew.merged.map(linked) });
    },
    inverse: (before, { person, account }): Steps => {
      const other = [...before.people, ...before.merged].find(
        (each) => each.id !== person && account !== null && each.account === account,
      );
      return [
        { type: 'person.link', person, account: recordOf(before, person)?.account ?? null },
        ...(other ? [{ type: 'person.link' as const, person: other.id, account }] : []),
      ];
    },
  }),
  /** What schedules say of people's addresses. Those who are gone have none. */
  'person.emails': crewChange({
    fields: { people: list(addressSchema, crewLimit) },
    may: 'server',
    apply: (crew, { people: addresses }) => {
      const known = new Map(addresses.map((each) => [each.person, each]));
      const know = <Each extends Person>(each: Each): Each => {
        const told = known.get(each.id);
        if (!told) return each;
        const { email: before, matched: was, ...rest } = each;
        const email = told.email ?? before;
        // another address may be found again
        const matched = told.matched ?? (email === before ? was : undefined);
        return { ...rest, ...(email && { email }), ...(matched && { matched }) } as Each;
      };
      return done({ ...crew, people: crew.people.map(know), merged: crew.merged.map(know) });
    },
    inverse: null,
  }),
  /** Forgets the name, so nothing takes it back. */
  'person.delete': crewChange({
    fields: { person: id, forget: z.optional(z.literal(true)) },
    apply: (crew, { person, forget }) => deletePerson(crew, person, forget === true),
    inverse: null,
  }),
  'question.answer': crewChange({
    // a new person's id stands for somebody who is not in the crew yet; `shift` is the one that is meant, null for all of this name
    fields: { question: id, person: id, shift: idOrNull },
    may: 'lead',
    apply: (crew, { question: questionId, person, shift }) => {
      const question = byId(crew.questions, questionId);
      if (!question) return refuse('question-missing');
      const { name, provider, providerId } = question;
      const isNew = !recordOf(crew, person);
      const added = isNew ? addPerson(crew, newPerson(person, name)) : done(crew);
      if (!added.ok) return added;
      const learn = (each: Person): Person => ({
        ...each,
        names: isSameName(each.name, name) ? each.names : [...each.names, name],
        providerIds: [
          ...(providerId === null ? [] : [{ provider, id: providerId, name }]),
          ...each.providerIds,
        ],
      });
      const known = shift === null ? editRecord(added.value, person, learn) : added;
      if (!known.ok) return known;
      const left = shift === null ? [] : question.shifts.filter((each) => each.shift !== shift);
      const questions =
        left.length === 0
          ? without(crew.questions, questionId)
          : replace(crew.questions, { ...question, shifts: left });
      return done({ ...known.value, questions });
    },
    inverse: (before, { question: questionId, person }, after): Steps | null => {
      const question = byId(before.questions, questionId);
      const [was, is] = [recordOf(before, person), recordOf(after, person)];
      if (!question || !is) return null;
      const name = is.names.length !== (was?.names ?? []).length;
      const id = is.providerIds.length !== (was?.providerIds ?? []).length;
      const learned = !was || name || id ? { person, name, id, added: !was } : null;
      return [{ type: 'question.ask', question, learned }];
    },
  }),
  /** Takes back an answer: the shifts are nobody's until it is answered again. The server compares it with the answer's record. */
  'question.ask': crewChange({
    fields: {
      question: questionSchema,
      learned: z.nullable(learnedSchema),
    },
    may: 'lead',
    apply: (crew, { question, learned }) => reopenQuestion(crew, question, learned),
    inverse: null,
  }),
};
