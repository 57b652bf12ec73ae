import * as z from 'zod/mini';
import { id, idOrNull, list, name, text } from '../change/fields.ts';
import { noteLimit } from '../problem/name.ts';
import {
  type AskedShift,
  askedShiftLimit,
  type Crew,
  crewLimit,
  emailLimit,
  type MergedPerson,
  type Person,
  type ProviderId,
  personListLimit,
  type Question,
  questionLimit,
} from './crew.ts';

export const date = z.string().check(z.maxLength(10));
export const notes = text(noteLimit);
export const email = z.string().check(z.maxLength(emailLimit));
export const names = list(name, personListLimit);

export const providerIdSchema: z.ZodMiniType<ProviderId> = z.strictObject({ provider: name, id, name });
export const providerIds = list(providerIdSchema, personListLimit);

const personFields = {
  id,
  name,
  named: z.optional(z.literal(true)),
  names,
  providerIds,
  jobs: list(name, personListLimit),
  active: z.boolean(),
  notes,
  account: idOrNull,
  email: z.optional(email),
  matched: z.optional(z.literal(true)),
  lastDate: z.optional(date),
};
export const personSchema: z.ZodMiniType<Person> = z.strictObject(personFields);
const mergedSchema: z.ZodMiniType<MergedPerson> = z.strictObject({ ...personFields, into: id });

const askedShiftSchema: z.ZodMiniType<AskedShift> = z.strictObject({
  layout: id,
  shift: id,
  date,
  job: name,
});
export const questionSchema: z.ZodMiniType<Question> = z.strictObject({
  id,
  name,
  provider: name,
  providerId: idOrNull,
  shifts: list(askedShiftSchema, askedShiftLimit),
});

export const crewSchema: z.ZodMiniType<Crew> = z.strictObject({
  kind: z.literal('crew'),
  people: list(personSchema, crewLimit),
  merged: list(mergedSchema, crewLimit),
  questions: list(questionSchema, questionLimit),
});

/** What is known of a person's address. */
export const addressSchema = z.strictObject({
  person: id,
  email: z.optional(email),
  matched: z.optional(z.literal(true)),
});

/** What is learned of a person from their shifts. */
export interface Seen {
  /** A new person's, if nobody has it. */
  readonly person: string;
  readonly name: string;
  readonly provider: string;
  /** What the schedule calls the person, if it has ids. */
  readonly providerId: string | null;
  readonly jobs: readonly string[];
  readonly date: string;
}

export const seenSchema: z.ZodMiniType<Seen> = z.strictObject({
  person: id,
  name,
  provider: name,
  providerId: idOrNull,
  jobs: list(name, personListLimit),
  date,
});
