import { showTime } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import { positionsOf } from '../../../../domain/plan/rotation.ts';
import type { ProposedBreaks } from '../../../../domain/planner/proposal.ts';
import { useNamesIn } from '../../../parts/board/use-board.tsx';
import { Checkbox } from '../../../ui/form/form.tsx';

const t = words('planner');

type BreakRowProps = {
  layout: Layout;
  row: ProposedBreaks;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** 'Ana Price: 12:05 PM (30 min)', with when it was planned before, and who relieves. */
export function BreakRow({ layout, row, isChosen, onChoose }: BreakRowProps) {
  const nameOf = useNamesIn(layout.shifts);
  const shift = byId(layout.shifts, row.shift);
  if (!shift) return null;
  const positions = layout.rotations.flatMap(positionsOf);
  const named = (id: string | null) => {
    const by = id === null ? undefined : byId(layout.shifts, id);
    return by ? nameOf(by).full : '';
  };
  const timesOf = (breaks: ProposedBreaks['planned']) =>
    breaks.map(({ start, minutes }) => t('break-at', { time: showTime(start), minutes })).join(', ');
  const relief = row.planned.flatMap((each) =>
    each.relief.map(({ position, by }) => {
      const gaps = { position: byId(positions, position)?.name ?? '', name: named(by) };
      return by === null ? t('not-relieved', gaps) : t('relieved', gaps);
    }),
  );
  return (
    <li className="planner__row">
      <Checkbox
        label={t('break-of', { name: nameOf(shift).full, times: timesOf(row.planned) || t('no-break') })}
        description={
          <>
            {row.was.length > 0 && (
              <span className="planner__was">{t('was', { names: timesOf(row.was) })}</span>
            )}
            {[...new Set(relief)].map((text) => (
              <span key={text} className="planner__why">
                {text}
              </span>
            ))}
          </>
        }
        isSelected={isChosen}
        onChange={onChoose}
      />
    </li>
  );
}
