import { useEffect } from 'react';

/** Picks the only row, and drops a choice that is no longer in the list. */
export function usePreselect(
  rows: readonly { readonly id: string }[] | undefined,
  chosen: string,
  onChoose: (id: string) => void,
): void {
  const only = rows?.length === 1 ? (rows[0]?.id ?? '') : '';
  const isThere = rows?.some(({ id }) => id === chosen) ?? true;
  useEffect(() => {
    if (!isThere || (chosen === '' && only !== '')) onChoose(only);
  }, [isThere, chosen, only, onChoose]);
}
