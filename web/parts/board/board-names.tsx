import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import type { Shift } from '../../../domain/day/shift.ts';
import { type BoardName, boardNames } from '../../../domain/plan/board-names.ts';
import { shortName } from '../../../domain/problem/name.ts';
import { HandsContext, useHands } from '../presence/use-presence.tsx';

export type NameOf = (shift: Shift) => BoardName;

/** The name of a shift that is not in the layout, such as one that was just deleted. */
const nameAlone: NameOf = ({ teamMember }) => {
  const short = shortName(teamMember);
  return { short, full: teamMember, first: teamMember.trim().split(/\s/)[0] ?? short };
};

const Names = createContext<NameOf>(nameAlone);

/** The display names in a layout. The function stays the same until a name changes. */
export function useNamesIn(shifts: readonly Shift[]): NameOf {
  const last = useRef<{ names: ReadonlyMap<string, BoardName>; nameOf: NameOf }>(null);
  return useMemo(() => {
    const names = boardNames(shifts);
    if (!last.current || !isSame(last.current.names, names)) {
      last.current = { names, nameOf: (shift) => names.get(shift.id) ?? nameAlone(shift) };
    }
    return last.current.nameOf;
  }, [shifts]);
}

function isSame(before: ReadonlyMap<string, BoardName>, after: ReadonlyMap<string, BoardName>): boolean {
  if (before.size !== after.size) return false;
  for (const [id, { short, full, first }] of after) {
    const former = before.get(id);
    if (former?.short !== short || former.full !== full || former.first !== first) return false;
  }
  return true;
}

export function BoardNames({ shifts, children }: { shifts: readonly Shift[]; children: ReactNode }) {
  return (
    <Names value={useNamesIn(shifts)}>
      <HandsContext value={useHands()}>{children}</HandsContext>
    </Names>
  );
}

export const useNames = (): NameOf => useContext(Names);
