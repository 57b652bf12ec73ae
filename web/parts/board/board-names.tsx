import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Shift } from '../../../domain/day/shift.ts';
import { type BoardName, boardNames } from '../../../domain/plan/board-names.ts';
import { shortName } from '../../../domain/problem/name.ts';
import { OthersContext, useOthersThere } from '../presence/use-presence.tsx';

export type NameOf = (shift: Shift) => BoardName;

/** The name of a shift that is not in the layout, such as one that was just deleted. */
const nameAlone: NameOf = ({ teamMember }) => {
  const short = shortName(teamMember);
  return { short, full: teamMember, first: teamMember.trim().split(/\s/)[0] ?? short };
};

const Names = createContext<NameOf>(nameAlone);

/** The display names in a layout. The function stays the same until a name changes. */
export function useNamesIn(shifts: readonly Shift[]): NameOf {
  const names = boardNames(shifts);
  return useMemo(() => (shift) => names.get(shift.id) ?? nameAlone(shift), [names]);
}

export function BoardNames({ shifts, children }: { shifts: readonly Shift[]; children: ReactNode }) {
  return (
    <Names value={useNamesIn(shifts)}>
      <OthersContext value={useOthersThere()}>{children}</OthersContext>
    </Names>
  );
}

export const useNames = (): NameOf => useContext(Names);
