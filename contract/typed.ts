import * as z from 'zod/mini';

/** What somebody typed: more than any rule allows, so that the rule answers, with its sentence at the field. */
export const typed = z.string().check(z.maxLength(20_000));
