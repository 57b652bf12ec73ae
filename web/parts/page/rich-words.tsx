import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

/** Marks where an element goes: nobody types it, and no text has it. */
const mark = '\u2063';

/** A text of words with elements in its gaps: `richWords((gaps) => t('by', gaps), { name: <b>Ana</b> })`. */
export function richWords<Name extends string>(
  // what fits in every gap, as the words check their own
  text: (gaps: Readonly<Record<Name, never>>) => string,
  gaps: Readonly<Record<Name, string | number | ReactElement>>,
): ReactNode {
  const named: Record<string, ReactNode> = gaps;
  const marked = Object.entries(named).map(([name, gap]) => [
    name,
    isValidElement(gap) ? `${mark}${name}${mark}` : gap,
  ]);
  return (
    text(Object.fromEntries(marked))
      .split(mark)
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
      .map((part, index) => <Fragment key={index}>{index % 2 === 1 ? named[part] : part}</Fragment>)
  );
}
