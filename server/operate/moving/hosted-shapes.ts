import * as z from 'zod/mini';
import { id, plainId } from '../../../contract/changes.ts';
import { crewSchema } from '../../../domain/crew/crew-edits.ts';
import { callOutSchema, latenessSchema, toldSchema } from '../../../domain/day/shift-changes.ts';
import { parseMinutes } from '../../../domain/team/team.ts';
import { roles } from '../../../domain/team/user.ts';
import { parseTime } from '../../../domain/time/clock-time.ts';
import { isTimeZone } from '../../../domain/time/date.ts';
import { syncMinutes } from '../../schedules/connections.ts';
import { plain } from './collections.ts';
import type { HostedShift, HostedTeam } from './hosted/hosted-format.ts';
import { parseReadable } from './readable.ts';

/** Missing and null values become empty: the hosted product didn't validate what it stored. */
const orElse = <S extends z.ZodMiniType>(shape: S, empty: z.output<S>) =>
  z.pipe(
    z.nullish(shape),
    z.transform((value): z.output<S> => value ?? empty),
  );
const text = orElse(z.string(), '');
/** The hosted product stored some numbers as text. */
const number = z.union([
  z.number(),
  z.pipe(
    z.string().check(z.regex(/^\s*\d+\s*$/)),
    z.transform((digits: string) => Number(digits)),
  ),
]);
const texts = orElse(z.array(text), []);
/** Without its empty entries. */
const list = <S extends z.ZodMiniType>(shape: S) =>
  z.pipe(
    z.nullish(z.array(z.nullish(shape))),
    z.transform((all) => (all ?? []).filter((each) => each !== null && each !== undefined) as z.output<S>[]),
  );
/** A missing value is 0; an invalid one becomes a number that validation rejects. */
const minutes = z.pipe(
  z.nullish(z.union([z.number(), z.string()])),
  z.transform((value) => (typeof value === 'string' ? parseMinutes(value || '0') : (value ?? 0))),
);
/** Also times as people write them. */
const time = z.pipe(
  text,
  z.transform((typed) => parseTime(typed) ?? typed),
);
const instant = z.union([
  number,
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((text: string) => Date.parse(text)),
  ),
]);
/** Some schedules number their shifts. */
const shiftId = z.pipe(z.union([z.string(), z.pipe(z.number(), z.transform(String))]), id);

const planIds = z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.array(z.string())]))]));
const role = z.enum(roles);
const picture = z.object({ type: z.string(), base64: z.string() });

const connection = z.object({
  provider: plainId,
  settings: z.record(z.string(), z.string()),
  terms: z.object({
    location: z.nullable(z.object({ id: z.string(), name: z.string() })),
    timeZone: z.string().check(z.refine(isTimeZone)),
    everyMinutes: z.nullable(z.int().check(z.minimum(syncMinutes.least), z.maximum(syncMinutes.most))),
    takesAlone: z.boolean(),
  }),
  roles: z.nullable(z.array(z.string())),
});

const team = z.object({
  name: text,
  members: texts,
  breakMinMinutes: minutes,
  breakTimerMinutes: minutes,
  areas: texts,
  theme: orElse(z.nullable(z.object({ primaryColor: z.nullish(z.string()) })), null),
  logoURL: orElse(z.nullable(z.string()), null),
  integrations: z.nullish(z.object({ hotschedules: z.nullish(z.object({ user: text, pass: text })) })),
  lineup: z.optional(
    z.object({
      dayStart: text,
      timeZone: text,
      columns: z.optional(z.record(z.string(), z.string())),
      members: orElse(z.record(z.string(), z.object({ role, joinedAt: z.number() })), {}),
      logo: z.optional(picture),
      crew: z.optional(crewSchema),
      connections: list(connection),
    }),
  ),
});
/** With what stands beside what hosted/hosted-format.ts reads. */
export type WholeTeam = z.output<typeof team>;

const rotation = z.object({
  name: text,
  startTime: time,
  endTime: time,
  subareas: texts,
  positions: list(z.object({ name: text, subarea: orElse(number, 0), teamMembers: list(shiftId) })),
});
/** The place of a rotation is its place among the ids too. */
const rotations = orElse(z.array(z.nullable(rotation)), []);
const planned = { notes: text, rotations, teamID: z.string() };

const template = z.object({
  name: text,
  area: text,
  ...planned,
  type: text,
  lineup: z.optional(z.object({ ids: orElse(planIds, []), deleted: z.optional(z.literal(true)) })),
});

const breakSlot = z.nullable(
  z.object({
    startedAt: z.number(),
    startedBy: z.nullable(z.string()),
    endedAt: z.nullable(z.number()),
    endedBy: z.nullable(z.string()),
    confirmedAt: z.optional(z.number()),
  }),
);

const shift = z.object({
  id: shiftId,
  teamMember: text,
  startTime: time,
  endTime: time,
  schedule: text,
  note: text,
  provider: text,
  breaks: orElse(z.array(orElse(instant, 0)), []),
});

/** What stands beside a shift in an export from Lineup. */
const beside = z.object({
  breaks: z.optional(z.array(breakSlot)),
  told: z.optional(toldSchema),
  person: z.optional(id),
  out: z.optional(callOutSchema),
  late: z.optional(latenessSchema),
  id: z.optional(id),
});

const layout = z.object({
  date: text,
  area: text,
  template: text,
  ...planned,
  type: text,
  shifts: orElse(z.array(z.unknown()), []),
  lineup: z.optional(
    z.object({
      ids: orElse(planIds, []),
      breakMinMinutes: z.nullish(z.number()),
      breakTimerMinutes: z.nullish(z.number()),
      dayStart: text,
      shifts: orElse(z.array(orElse(beside, {})), []),
      deletedByHand: z.optional(list(z.string())),
      deleted: z.optional(z.literal(true)),
    }),
  ),
});

const person = z.catch(z.object({ firstName: text, lastName: text, teams: texts }), {
  firstName: '',
  lastName: '',
  teams: [],
});
/** A person's document, which may be missing or invalid. */
export const parseHostedPerson = (document: unknown) => person.parse(plain(document));

export const parseHostedTeam = (document: unknown) => parseReadable<WholeTeam>(team, document);
export const parseHostedTemplate = (document: unknown) => parseReadable(template, document);
export const parseHostedLayout = (document: unknown) => parseReadable(layout, document);
export const parseHostedShift = (document: unknown) => parseReadable<HostedShift>(shift, document);
export type ParsedTemplate = z.output<typeof template>;
export type ParsedLayout = z.output<typeof layout>;

/** A team as hosted/hosted-format.ts reads it. */
export const hostedTeamOf = ({ theme, lineup, ...rest }: WholeTeam): HostedTeam => ({
  ...rest,
  theme: theme?.primaryColor ? { primaryColor: theme.primaryColor } : null,
  ...(lineup && { lineup }),
});
