/** A change that arrives this much later is told with both times; in milliseconds. */
const late = 60_000;

/** When it was pressed, as screens show it, if it arrived within a minute; else when it arrived, beside when it was pressed. */
export const timesOf = ({ at, madeAt }: { readonly at: number; readonly madeAt: number | null }) =>
  madeAt !== null && at - madeAt < late ? { at: madeAt, pressed: null } : { at, pressed: madeAt };
