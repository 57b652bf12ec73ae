import { useState } from 'react';
import type { Shift } from '../../../../domain/day/shift.ts';
import type { Problem } from '../../../../domain/problem/problem.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import { shiftLengths } from '../../../../domain/time/typed-ranges.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { rangeOf, TimeRangeFields, useTimeRange } from '../../../parts/forms/time-range.tsx';
import type { OnBoard } from './on-board.ts';

type EditTimesProps = OnBoard & { shift: Shift; title: string; onClose: () => void };

/** New times of a shift. */
export function EditTimes({ layout, shift, places, title, onClose }: EditTimesProps) {
  const times = useTimeRange({ saved: shift, day: layout, lengths: shiftLengths });
  const [problem, setProblem] = useState<Problem>();

  async function save() {
    const range = rangeOf(times);
    if (!range.ok) return setProblem(range.problem);
    if (places.change({ type: 'shift.edit', shift: shift.id, ...range.value })) onClose();
  }

  return (
    <FormDialog
      title={title}
      action="Save"
      isBusy={false}
      whole={undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <TimeRangeFields
        times={times}
        examples={{ startTime: '9:00 AM', endTime: '5:00 PM' }}
        errorAt={(field) => (problem?.field === field ? sentence(problem) : undefined)}
        date={layout.date}
      />
    </FormDialog>
  );
}
