import { useEffect, useState } from 'react';
import { lengthOf, readTime, toMinutes } from '../../../domain/clock-time.ts';
import type { Layout } from '../../../domain/layout.ts';
import { byId } from '../../../domain/list.ts';
import { type Problem, sentence } from '../../../domain/problem.ts';
import { manualShift, type Shift, type ShiftChange } from '../../../domain/shift.ts';
import { useClient, useLayout, useReadable, useTeamId } from '../../parts/client-context.tsx';
import { showProblem } from '../../parts/problem-toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Form, FormError, FormFooter, FormRow } from '../../ui/form.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { urls } from '../../urls.ts';

/** `id` is 'add' for a new shift. */
export function ShiftFormScreen({ id }: { id: string }) {
  const layout = useLayout();
  const go = useNavigateTo();
  const shift = layout.state === 'ready' ? byId(layout.body.shifts, id) : undefined;
  const isUnknown = layout.state === 'ready' && id !== 'add' && !shift;

  // Also when someone else deletes the shift while it is being edited here.
  useEffect(() => {
    if (!isUnknown) return;
    showProblem({ code: 'shift-missing' });
    go(urls.shifts);
  }, [isUnknown, go]);

  if (layout.state !== 'ready' || isUnknown) return <Loading />;
  return <ShiftForm key={id} layout={layout.body} shift={shift} />;
}

const fields = ['teamMember', 'startTime', 'endTime'] as const;
type Fields = Record<(typeof fields)[number], string>;
const blank: Fields = { teamMember: '', startTime: '', endTime: '' };

function ShiftForm({ layout, shift }: { layout: Layout; shift: Shift | undefined }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const document = useReadable(client.choices.layout) ?? '';
  const go = useNavigateTo();
  // Untouched fields show what others save, and are not saved from here.
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const [problem, setProblem] = useState<Problem>();

  const { teamMember, startTime, endTime } = { ...(shift ?? blank), ...typed };
  const times = {
    startTime: readTime(startTime) ?? startTime.trim(),
    endTime: readTime(endTime) ?? endTime.trim(),
  };
  const errorAt = (field: string) => (problem?.field === field ? sentence(problem) : undefined);

  function change(): ShiftChange {
    if (!shift)
      return { type: 'shift.add', shift: manualShift(client.newId(), teamMember, times), seats: [] };
    const form: Fields = { teamMember, ...times };
    const touched = fields.filter((field) => typed[field] !== undefined && form[field] !== shift[field]);
    const edit = Object.fromEntries(touched.map((field) => [field, form[field]]));
    return { type: 'shift.edit', shift: shift.id, ...edit };
  }

  function save() {
    const outcome = client.open('layout', team, document).change(change());
    if (outcome.ok) go(urls.shifts);
    else setProblem(outcome.problem);
  }

  const type = (field: keyof Fields) => (text: string) => setTyped({ ...typed, [field]: text });
  const time = (field: 'startTime' | 'endTime') => ({
    autoComplete: 'off',
    onChange: type(field),
    onBlur: () => {
      const text = typed[field];
      if (text !== undefined) type(field)(readTime(text) ?? text);
    },
    error: errorAt(field),
  });

  return (
    <Page title={shift ? 'Edit Shift' : 'Add Shift'} width="narrow">
      <Form onSubmit={save}>
        <FormError>{problem && !problem.field && sentence(problem)}</FormError>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          autoFocus={!shift}
          value={teamMember}
          onChange={type('teamMember')}
          error={errorAt('teamMember')}
        />
        <FormRow>
          <TextField
            label="Start Time"
            name="start"
            placeholder="9:00 AM"
            value={startTime}
            {...time('startTime')}
          />
          <TextField
            label="End Time"
            name="end"
            placeholder="5:00 PM"
            value={endTime}
            description={describeLength(startTime, endTime)}
            {...time('endTime')}
          />
        </FormRow>
        {shift && !sameTimes(shift, times) && isSeated(layout, shift) && (
          <p>Positions outside the new times become open.</p>
        )}
        <FormFooter>
          <Button type="submit" variant="primary">
            Save
          </Button>
          <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
        </FormFooter>
      </Form>
    </Page>
  );
}

/** '8 h 30 min, ends the next day'; nothing until both times can be read. */
function describeLength(start: string, end: string): string | undefined {
  const startTime = readTime(start);
  const endTime = readTime(end);
  if (!startTime || !endTime) return undefined;
  const length = lengthOf({ startTime, endTime });
  const words = `${Math.floor(length / 60)} h${length % 60 ? ` ${length % 60} min` : ''}`;
  return toMinutes(endTime) <= toMinutes(startTime) ? `${words}, ends the next day` : words;
}

const sameTimes = (shift: Shift, times: { startTime: string; endTime: string }): boolean =>
  shift.startTime === times.startTime && shift.endTime === times.endTime;

const isSeated = (layout: Layout, shift: Shift): boolean =>
  layout.rotations.some((rotation) =>
    rotation.subareas.some((subarea) =>
      subarea.positions.some((position) => position.seats.includes(shift.id)),
    ),
  );
