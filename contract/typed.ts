import * as z from 'zod/mini';

/** Typed text: longer than any rule allows, so that the rule's sentence is shown at the field. */
export const typed = z.string().check(z.maxLength(20_000));
