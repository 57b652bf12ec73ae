import * as z from 'zod/mini';
import { list, name, type SchemaValue, time } from '../change/fields.ts';
import { crewLimit } from '../crew/crew.ts';
import { stationLimit } from '../crew/station.ts';
import { lockLimit, lockSchema } from '../day/layout.ts';
import { priorities } from '../plan/rotation.ts';
import { areaLimit } from '../team/team.ts';

// What the planner knows of a day besides its layout, in the shape of docs/planner.md.

/** Minutes, years or people: all that is counted with them stays in whole numbers. */
const minutes = z.int().check(z.minimum(0), z.maximum(100_000));
const level = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const record = <T extends z.core.$ZodType>(item: T, limit: number) =>
  z.record(name, item).check(z.refine((entries) => Object.keys(entries).length <= limit));
const classes = list(name, 12);

export const planningSchema = z.object({
  /** By the name of the team member. */
  people: record(
    z.object({
      age: z.optional(z.nullable(minutes)),
      skills: record(level, stationLimit),
      likes: list(name, stationLimit),
      dislikes: list(name, stationLimit),
      past: record(minutes, 12),
    }),
    crewLimit,
  ),
  /** By 'Subarea/Station'. */
  stations: record(z.object({ tags: list(name, 12), classes }), stationLimit),
  /** By the id of the position; what is missing is a station of its own name, and 'should'. */
  positions: record(
    z.object({ station: z.optional(z.nullable(name)), priority: z.optional(z.enum(priorities)) }),
    40_000,
  ),
  /** The team's average of minutes in each class. */
  previous: record(minutes, 12),
  locks: list(lockSchema, lockLimit),
  settings: z.object({
    variety: z.enum(['rotate', 'stay']),
    classCap: minutes,
    minSeat: minutes,
    jurisdiction: z.optional(name),
    rush: list(z.object({ startTime: time, endTime: time }), 12),
    outCap: record(minutes, areaLimit * 24),
    edge: minutes,
    gap: minutes,
  }),
});
export type Planning = SchemaValue<typeof planningSchema>;
