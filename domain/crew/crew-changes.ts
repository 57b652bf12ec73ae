import * as z from 'zod/mini';
import { read, wholeDay } from '../change/cost.ts';
import { crewChange, dayChange, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { type Shift, shiftLimit, sortShifts, withPerson } from '../day/shift.ts';
import { byId } from '../list/list.ts';
import { parseName } from '../problem/name.ts';
import { done, refuse } from '../problem/problem.ts';
import {
  addressSchema,
  crewLimit,
  crewSchema,
  names,
  notes,
  parseCrew,
  personSchema,
  providerIds,
  questionLimit,
  questionSchema,
  seenSchema,
} from './crew.ts';
import {
  addPerson,
  answer,
  askAgain,
  deletePerson,
  editRecord,
  knowAddresses,
  knownBefore,
  learnedNames,
  linkAccount,
  mergePerson,
  recordOf,
  rename,
  see,
  unmergePerson,
} from './crew-edits.ts';

/** What stands where the name of somebody stood who was deleted. */
export const formerName = 'Former team member';

export const forgetChanges = {
  /** Made by the server in every layout of a person who is deleted; what history holds is rewritten besides. */
  'shift.forget': dayChange({
    fields: { shifts: list(id, shiftLimit) },
    may: 'server',
    whenDeleted: true,
    apply: (layout, { shifts: forgotten }) => {
      const ids = new Set(forgotten);
      const shifts = layout.shifts.map((shift) => (ids.has(shift.id) ? withoutPerson(shift) : shift));
      return done({ ...layout, shifts: sortShifts(shifts, layout.dayStart) });
    },
    inverse: null,
    cost: wholeDay,
  }),
};

function withoutPerson({ person: _, told, ...shift }: Shift): Shift {
  const forgotten = { ...shift, teamMember: formerName, note: '' };
  return told ? { ...forgotten, told: { ...told, teamMember: formerName, note: '' } } : forgotten;
}

export const personChanges = {
  /** Made by the server: who works which shifts, and what they are called since a manager renamed them. */
  'shift.people': dayChange({
    fields: {
      people: list(z.strictObject({ shift: id, person: idOrNull, teamMember: z.optional(name) }), shiftLimit),
    },
    may: 'server',
    apply: (layout, { people }) => {
      const byShift = new Map(people.map((each) => [each.shift, each]));
      const named = (shift: Shift): Shift => {
        const found = byShift.get(shift.id);
        if (!found) return shift;
        const known = parseName(found.teamMember ?? shift.teamMember, 'name');
        return { ...withPerson(shift, found.person), ...(known.ok && { teamMember: known.value }) };
      };
      return done({ ...layout, shifts: sortShifts(layout.shifts.map(named), layout.dayStart) });
    },
    inverse: null,
    cost: wholeDay,
  }),
};

export const crewChanges = {
  'crew.create': crewChange({
    fields: { crew: crewSchema },
    may: 'server',
    create: ({ crew }) => parseCrew(crew),
    apply: () => refuse('document-exists'),
    inverse: null,
    cost: (_, { crew }) => read.step + read.shift * (crew.people.length + crew.merged.length),
  }),
  /** What the server learns from shifts that come in. Rows that don't make sense anymore have no effect. */
  'crew.seen': crewChange({
    fields: { people: list(seenSchema, crewLimit), asked: list(questionSchema, questionLimit) },
    may: 'server',
    apply: (crew, { people, asked }) => done(see(crew, people, asked)),
    inverse: null,
    cost: (_, { people, asked }) => read.step + read.shift * (people.length + asked.length),
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
        typed === undefined || typed.trim() === record.name ? done(record) : rename(record, typed);
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
    fields: {
      person: id,
      name: z.optional(name),
      named: z.optional(z.boolean()),
      names: z.strictObject({ add: names, remove: names }),
      ids: z.strictObject({ add: providerIds, remove: providerIds }),
    },
    apply: (crew, { person, ...change }) => editRecord(crew, person, (each) => learnedNames(each, change)),
    inverse: (before, { person }, after): Steps | null => {
      const [was, is] = [recordOf(before, person), recordOf(after, person)];
      return was && is ? knownBefore(was, is) : null;
    },
  }),
  /** Both stay as they are, and count as one from now on. */
  'person.merge': crewChange({
    fields: { from: id, into: id },
    apply: (crew, { from, into }) => mergePerson(crew, from, into),
    inverse: (_, { from }): Steps => [{ type: 'person.unmerge', person: from }],
  }),
  'person.unmerge': crewChange({
    fields: { person: id },
    apply: (crew, { person }) => unmergePerson(crew, person),
    inverse: (before, { person }): Steps | null => {
      const merged = byId(before.merged, person);
      return merged ? [{ type: 'person.merge', from: person, into: merged.into }] : null;
    },
  }),
  'person.link': crewChange({
    fields: { person: id, account: idOrNull },
    apply: (crew, { person, account }) => linkAccount(crew, person, account),
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
    apply: (crew, { people }) => done(knowAddresses(crew, people)),
    inverse: null,
    cost: (_, { people }) => read.step + read.shift * people.length,
  }),
  /** Forgets the name, so nothing takes it back. */
  'person.delete': crewChange({
    fields: { person: id, forget: z.optional(z.literal(true)) },
    apply: (crew, { person, forget }) => deletePerson(crew, person, forget === true),
    inverse: null,
  }),
  'question.answer': crewChange({
    fields: { question: id, person: id, shift: idOrNull },
    may: 'lead',
    apply: (crew, change) => answer(crew, change),
    inverse: (before, { question: questionId, person }, after): Steps | null => {
      const question = byId(before.questions, questionId);
      const [was, is] = [recordOf(before, person), recordOf(after, person)];
      if (!question || !is) return null;
      const name = is.names.length !== (was?.names ?? []).length;
      const id = is.providerIds.length !== (was?.providerIds ?? []).length;
      const learned = !was || name || id ? { person, name, id } : null;
      return [{ type: 'question.ask', question, learned }];
    },
  }),
  /** Takes back an answer: the shifts are nobody's until it is answered again. */
  'question.ask': crewChange({
    fields: {
      question: questionSchema,
      learned: z.nullable(z.strictObject({ person: id, name: z.boolean(), id: z.boolean() })),
    },
    may: 'lead',
    apply: (crew, { question, learned }) => askAgain(crew, question, learned),
    inverse: null,
  }),
};
