import * as z from 'zod/mini';
import { date, id, list, name, type Of } from '../change/fields.ts';

/**
 * They were not there, had no seat then, share their name with somebody, or their position isn't there or has somebody
 * else.
 */
export const leftReasons = ['new', 'no-seat', 'same-name', 'no-position', 'taken'] as const;
export type LeftReason = (typeof leftReasons)[number];

export const laidLeftLimit = 200;

const leftSchema = z.strictObject({ shift: id, why: z.enum(leftReasons), position: z.optional(name) });
export type StoredLeftOut = Of<typeof leftSchema>;

/** `from` is the day that people were placed as on; null until they were. */
export const laidSchema = z.strictObject({ from: z.nullable(date), left: list(leftSchema, laidLeftLimit) });
export type Laid = Of<typeof laidSchema>;
