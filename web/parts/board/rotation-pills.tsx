import { memo, type ReactNode } from 'react';
import type { Rotation } from '../../../domain/rotation/rotation.ts';
import { shortRange } from '../../../domain/time/clock-time.ts';
import { PillRow } from '../../ui/menu/pill.tsx';
import './rotation-pills.css';

type RotationPillsProps = {
  rotations: readonly Rotation[];
  current: string | undefined;
  /** Id of the current rotation. */
  now: string | undefined;
  onChoose: (id: string) => void;
  /** Shown at the end, also when the pills overflow. */
  children?: ReactNode;
};

/** The rotations of the day, sticky at the top. */
export const RotationPills = memo(function RotationPills(props: RotationPillsProps) {
  const items = props.rotations.map((rotation) => ({
    id: rotation.id,
    label: rotation.name,
    note: shortRange(rotation),
    isNow: rotation.id === props.now,
  }));
  return (
    <div className="rotation-pills">
      <PillRow label="Rotations" items={items} currentId={props.current} onChoose={props.onChoose} />
      {props.children && <div className="rotation-pills__end">{props.children}</div>}
    </div>
  );
});
