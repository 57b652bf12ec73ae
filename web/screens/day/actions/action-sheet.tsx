import { useEffect } from 'react';
import { byId } from '../../../../domain/list/list.ts';
import { positionsOf } from '../../../../domain/plan/rotation.ts';
import { showToast } from '../../../ui/message/toast.tsx';
import type { Hand, Held } from '../floor/hand.ts';
import type { OnBoard } from './on-board.ts';
import { PersonSheet } from './person-sheet.tsx';
import { PositionSheet } from './position-sheet.tsx';
import { WalkInSheet } from './walk-in-sheet.tsx';

/** What can be done with what is picked up. Loaded with the first press, or before it. */
export function ActionSheet({ held, ...board }: OnBoard & { held: Held }) {
  const { layout, rotation, hand } = board;
  if (held.kind === 'walk-in') return <WalkInSheet {...board} held={held} />;
  const shift = held.kind === 'person' ? byId(layout.shifts, held.id) : undefined;
  if (shift) return <PersonSheet {...board} shift={shift} />;
  const position = held.kind === 'position' ? byId(positionsOf(rotation), held.id) : undefined;
  if (position) return <PositionSheet {...board} position={position} />;
  return <Vanished what={held.kind} hand={hand} />;
}

const vanished = {
  person: 'That person was just deleted from this day.',
  position: 'That position was just deleted.',
};

/** Someone else deleted what is picked up. */
function Vanished({ what, hand }: { what: keyof typeof vanished; hand: Hand }) {
  useEffect(() => {
    hand.set(null);
    showToast({ text: vanished[what], tone: 'problem' });
  }, [hand, what]);
  return null;
}
