import * as z from 'zod/mini';
import { roles } from '../../domain/access.ts';
import type { HostedLayout, HostedTeam, HostedTemplate } from '../../domain/hosted.ts';
import { done, type Outcome } from '../../domain/problem.ts';
import { plain } from './collections.ts';

/** What is not there, or null, is as if it were empty: the hosted product checked nothing that it kept. */
const orElse = <S extends z.ZodMiniType>(shape: S, empty: z.output<S>) =>
  z.pipe(
    z.nullish(shape),
    z.transform((value): z.output<S> => value ?? empty),
  );
const text = orElse(z.string(), '');
/** Forms of the hosted product kept some numbers as text. */
const number = z.union([
  z.number(),
  z.pipe(
    z.string().check(z.regex(/^\s*\d+\s*$/)),
    z.transform((digits: string) => Number(digits)),
  ),
]);
const texts = orElse(z.array(z.string()), []);

const planIds = z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.array(z.string())]))]));
const role = z.enum(roles);
const picture = z.object({ type: z.string(), base64: z.string() });

const team = z.object({
  name: text,
  members: texts,
  breakMinMinutes: number,
  breakTimerMinutes: number,
  areas: texts,
  theme: orElse(z.nullable(z.object({ primaryColor: z.nullish(z.string()) })), null),
  logoURL: orElse(z.nullable(z.string()), null),
  integrations: z.nullish(z.object({ hotschedules: z.nullish(z.object({ user: text, pass: text })) })),
  lineup: z.optional(
    z.object({
      dayStart: z.string(),
      timeZone: z.string(),
      columns: z.optional(z.record(z.string(), z.string())),
      roles: z.record(z.string(), role),
      logo: z.optional(picture),
    }),
  ),
});
/** With what stands beside what domain/hosted.ts reads. */
export type WholeTeam = z.output<typeof team>;

const rotation = z.object({
  name: text,
  startTime: text,
  endTime: text,
  subareas: texts,
  positions: orElse(z.array(z.object({ name: text, subarea: orElse(number, 0), teamMembers: texts })), []),
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
  }),
);

const layout = z.object({
  date: text,
  area: text,
  template: text,
  ...planned,
  shifts: orElse(
    z.array(
      z.object({
        id: z.string(),
        teamMember: text,
        startTime: text,
        endTime: text,
        schedule: text,
        note: text,
        provider: text,
        breaks: orElse(z.array(orElse(z.number(), 0)), []),
      }),
    ),
    [],
  ),
  lineup: z.optional(
    z.object({
      ids: planIds,
      breakMinMinutes: z.number(),
      breakTimerMinutes: z.number(),
      dayStart: z.string(),
      shifts: z.array(z.object({ breaks: z.array(breakSlot), told: z.optional(z.any()) })),
      deletedByHand: z.optional(z.array(z.string())),
      deleted: z.optional(z.literal(true)),
    }),
  ),
});

/** Of the document of a person; their names are read as those from a provider are. */
export const hostedNames = z.catch(z.object({ firstName: text, lastName: text }), {
  firstName: '',
  lastName: '',
});

/** The fields that cannot be read, as they are named in the document. */
function reader<T>(shape: z.ZodMiniType<T>) {
  return (document: unknown): Outcome<T> => {
    const read = z.safeParse(shape, plain(document));
    if (read.success) return done(read.data);
    const field = read.error.issues[0]?.path.map(String).join('.') ?? '';
    return { ok: false, problem: { code: 'request-invalid', ...(field !== '' && { field }) } };
  };
}

export const readHostedTeam = reader<WholeTeam>(team);
export const readHostedTemplate = reader<HostedTemplate>(template as z.ZodMiniType<HostedTemplate>);
export const readHostedLayout = reader<HostedLayout>(layout as z.ZodMiniType<HostedLayout>);

/** A team as domain/hosted.ts reads it. */
export const hostedTeamOf = ({ theme, lineup, ...rest }: WholeTeam): HostedTeam => ({
  ...rest,
  theme: theme?.primaryColor ? { primaryColor: theme.primaryColor } : null,
  ...(lineup && { lineup }),
});
