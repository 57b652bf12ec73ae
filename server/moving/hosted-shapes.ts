import * as z from 'zod/mini';
import { id, plainId } from '../../contract/changes.ts';
import { roles } from '../../domain/account/access.ts';
import { crewSchema } from '../../domain/crew/crew-schema.ts';
import { done, type Outcome, type Problem, refuse } from '../../domain/problem/problem.ts';
import { parseShift } from '../../domain/shift/shift.ts';
import { callOutSchema, latenessSchema } from '../../domain/shift/shift-changes.ts';
import { parseMinutes } from '../../domain/team/team.ts';
import { parseTime } from '../../domain/time/clock-time.ts';
import { isTimeZone } from '../../domain/time/date.ts';
import { syncMinutes } from '../schedule/connections.ts';
import { plain } from './collections.ts';
import {
  type HostedLayout,
  type HostedShift,
  type HostedTeam,
  type HostedTemplate,
  shiftFromHosted,
} from './hosted/hosted-format.ts';

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
      dayStart: z.string(),
      timeZone: z.string(),
      columns: z.optional(z.record(z.string(), z.string())),
      members: z.record(z.string(), z.object({ role, joinedAt: z.number() })),
      logo: z.optional(picture),
      crew: z.optional(crewSchema),
      connections: z.array(connection),
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
  positions: orElse(
    z.array(z.object({ name: text, subarea: orElse(number, 0), teamMembers: orElse(z.array(shiftId), []) })),
    [],
  ),
});
const planned = { notes: text, rotations: orElse(z.array(rotation), []), teamID: z.string() };

const template = z.object({
  name: text,
  area: text,
  ...planned,
  type: text,
  lineup: z.optional(z.object({ ids: planIds, deleted: z.optional(z.literal(true)) })),
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

const layout = z.object({
  date: text,
  area: text,
  template: text,
  ...planned,
  type: text,
  shifts: orElse(z.array(z.unknown()), []),
  lineup: z.optional(
    z.object({
      ids: planIds,
      breakMinMinutes: z.number(),
      breakTimerMinutes: z.number(),
      dayStart: z.string(),
      shifts: z.array(
        z.object({
          breaks: z.array(breakSlot),
          told: z.optional(z.any()),
          person: z.optional(id),
          out: z.optional(callOutSchema),
          late: z.optional(latenessSchema),
          id: z.optional(id),
        }),
      ),
      deletedByHand: z.optional(z.array(z.string())),
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

/** Parses with a schema; the problem names the first invalid field. */
function parserOf<T>(shape: z.ZodMiniType<T>) {
  return (document: unknown): Outcome<T> => {
    const read = z.safeParse(shape, plain(document));
    if (read.success) return done(read.data);
    const field = read.error.issues[0]?.path.map(String).join('.') ?? '';
    return { ok: false, problem: { code: 'request-invalid', ...(field !== '' && { field }) } };
  };
}

export const parseHostedTeam = parserOf<WholeTeam>(team);
export const parseHostedTemplate = parserOf<HostedTemplate>(template as z.ZodMiniType<HostedTemplate>);
const parseHostedDay = parserOf(layout);
const parseShiftFields = parserOf<HostedShift>(shift);

/** An invalid shift is left out alone, so that it doesn't cost the whole layout. */
export function parseHostedLayout(
  document: unknown,
  leftOut: (shift: number, problem: Problem) => void,
): Outcome<HostedLayout & { readonly type: string }> {
  const day = parseHostedDay(document);
  if (!day.ok) return day;
  const { shifts, lineup, ...rest } = day.value;
  const ids = new Set<string>();
  const kept = new Map<number, HostedShift>();
  for (const [index, each] of shifts.entries()) {
    const shift = parseHostedShift(each, lineup?.shifts[index]?.id, ids);
    if (shift.ok) kept.set(index, shift.value);
    else leftOut(index, shift.problem);
  }
  const beside = lineup && { ...lineup, shifts: lineup.shifts.filter((_, index) => kept.has(index)) };
  return done({ ...rest, shifts: [...kept.values()], ...(beside && { lineup: beside }) } as HostedLayout & {
    type: string;
  });
}

/** `own` is the id from a Lineup export. */
function parseHostedShift(
  document: unknown,
  own: string | undefined,
  before: Set<string>,
): Outcome<HostedShift> {
  const shift = parseShiftFields(document);
  if (!shift.ok) return shift;
  const made = shiftFromHosted(shift.value);
  const id = own ?? made.id;
  if (before.has(id)) return refuse('shift-exists', { field: 'id' });
  const read = parseShift(made, 0);
  if (!read.ok) return read;
  before.add(id);
  return shift;
}

/** A team as hosted/hosted-format.ts reads it. */
export const hostedTeamOf = ({ theme, lineup, ...rest }: WholeTeam): HostedTeam => ({
  ...rest,
  theme: theme?.primaryColor ? { primaryColor: theme.primaryColor } : null,
  ...(lineup && { lineup }),
});
