import { memo, type ReactNode } from 'react';
import { bareTime, shortRange } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { toMinutes } from '../../../domain/time/clock-time.ts';
import { PillRow } from '../../ui/menu/pill.tsx';
import { singleKeys, useSingleKeys } from '../keys/use-keys.ts';
import { useObservable } from '../page/client-context.tsx';
import './rotation-pills.css';

const t = words('day');

type RotationPillsProps = {
  rotations: readonly Rotation[];
  current: string | undefined;
  now: string | undefined;
  onChoose: (id: string) => void;
  /** Where days are planned, each shows its times; elsewhere the one that is now says until when. */
  showsTimes?: boolean;
  /** Shown at the end, also when the pills overflow. */
  children?: ReactNode;
};

export const RotationPills = memo(function RotationPills(props: RotationPillsProps) {
  const { rotations, onChoose, showsTimes } = props;
  const hasKeys = useObservable(singleKeys);
  useSingleKeys((key) => {
    const rotation = /^[1-9]$/.test(key) ? rotations[Number(key) - 1] : undefined;
    if (rotation) onChoose(rotation.id);
    return rotation !== undefined;
  });
  const items = rotations.map((rotation, index) => ({
    id: rotation.id,
    label: rotation.name,
    note: showsTimes ? shortRange(rotation) : rotation.id === props.now ? untilEnd(rotation) : undefined,
    isNow: rotation.id === props.now,
    shortcut: hasKeys && index < 9 ? `${index + 1}` : undefined,
  }));
  return (
    <div className="rotation-pills">
      <PillRow label={t('rotations')} items={items} currentId={props.current} onChoose={onChoose} />
      {props.children && <div className="rotation-pills__end">{props.children}</div>}
    </div>
  );
});

const untilEnd = ({ endTime }: Rotation): string => t('until', { time: bareTime(toMinutes(endTime)) });
