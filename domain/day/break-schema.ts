import * as z from 'zod/mini';
import { idOrNull, instant } from '../change/fields.ts';
import type { BreakSlot } from './break.ts';

export const breakSlotSchema: z.ZodMiniType<BreakSlot> = z.nullable(
  z.strictObject({
    startedAt: instant,
    startedBy: idOrNull,
    endedAt: z.nullable(instant),
    endedBy: idOrNull,
    confirmedAt: z.optional(instant),
  }),
);
