import { useState } from 'react';
import type { Shift } from '../../../../domain/day/shift.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import { type ClockTime, fromMinutes, shortTime, spanOf } from '../../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { readingsOf } from '../../../../domain/time/typed-times.ts';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { OnBoard } from './on-board.ts';

type LateChoicesProps = OnBoard & { shift: Shift; onDone: () => void; onBack: () => void };

const roundedTo = 5;

/** When somebody who is late is expected: in a quarter or half an hour, at a time, or unknown. */
export function LateChoices({ layout, shift, places, onDone, onBack }: LateChoicesProps) {
  const client = useClient();
  const timeZone = useTimeZone();
  const [typed, type] = useState('');
  const [problem, setProblem] = useState('');
  const { start, end } = spanOf(shift, layout.dayStart);
  const from = Math.max(start, minutesInto(layout.date, client.now(), timeZone));
  const quick = [15, 30]
    .map((later) => ({ later, at: Math.ceil((from + later) / roundedTo) * roundedTo }))
    .filter(({ at }) => at < end);

  function expect(expected: ClockTime | null) {
    const [at, by] = [client.now(), client.me.get()?.user?.id ?? null];
    if (places.change({ type: 'shift.late', shift: shift.id, expected, at, by })) onDone();
  }
  function save() {
    const times = readingsOf(typed);
    const during = times.find((time) => {
      const at = spanOf({ startTime: time, endTime: time }, layout.dayStart).start;
      return start <= at && at < end;
    });
    if (during) expect(during);
    else if (times.length > 0) setProblem(`Pick a time between ${shift.startTime} and ${shift.endTime}.`);
    else setProblem(sentence({ code: typed ? 'time-unreadable' : 'time-missing', details: { text: typed } }));
  }

  return (
    <>
      <p className="sheet__hint">When are they expected?</p>
      <div className="sheet__actions">
        {quick.map(({ later, at }) => (
          <Button key={later} size="big" onPress={() => expect(fromMinutes(at))}>
            {`+${later} min · ${shortTime(fromMinutes(at))}`}
          </Button>
        ))}
        <Button size="big" onPress={() => expect(null)}>
          Unknown
        </Button>
      </div>
      <Form onSubmit={save}>
        <div className="sheet__line">
          <TextField
            label="Or at"
            autoComplete="off"
            placeholder="e.g. 11:30"
            value={typed}
            onChange={type}
            error={problem || undefined}
          />
          <Button size="big" type="submit" variant="primary">
            Set
          </Button>
          <Button size="big" variant="quiet" onPress={onBack}>
            Back
          </Button>
        </div>
      </Form>
    </>
  );
}
