import { useEffect, useState } from 'react';
import { shortRange } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { ShiftChange } from '../../../../domain/change/change.ts';
import { nearName } from '../../../../domain/crew/name-matching.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { jobOf, manualShift, type Shift } from '../../../../domain/day/shift.ts';
import { byId } from '../../../../domain/list/list.ts';
import { seatedIn } from '../../../../domain/plan/rotation.ts';
import { parseName } from '../../../../domain/problem/name.ts';
import type { Outcome } from '../../../../domain/problem/problem.ts';
import { type RangeReading, shiftLengths } from '../../../../domain/time/am-or-pm.ts';
import { overlaps, type TimeRange } from '../../../../domain/time/clock-time.ts';
import { showChangeToast, showProblem } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useFormOutcome } from '../../../parts/forms/submit.tsx';
import { rangeOf, TimeRangeFields, useTimeRange } from '../../../parts/forms/time-range.tsx';
import {
  useClient,
  useKnownCrew,
  useObservable,
  useReadyLayout,
  useTeamId,
} from '../../../parts/page/client-context.tsx';
import { forgetTyped, useTyped } from '../../../parts/page/use-typed.ts';
import { Button, ButtonLink, useNavigateTo } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/form/form.tsx';
import { Loading } from '../../../ui/message/message.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { markAdded } from './added-shift.ts';

const t = words('editor');
const page = words('page');

/** `id` is 'add' for a new shift. */
export function ShiftFormScreen({ id }: { id: string }) {
  const layout = useReadyLayout();
  const go = useNavigateTo();
  const shift = byId(layout.shifts, id);
  const isUnknown = id !== 'add' && !shift;

  // also when someone else deletes the shift while it is being edited
  useEffect(() => {
    if (!isUnknown) return;
    showProblem({ code: 'shift-missing' });
    go(urls.shifts, { replace: true });
  }, [isUnknown, go]);

  return isUnknown ? <Loading /> : <ShiftForm key={id} layout={layout} shift={shift} />;
}

type Typed = Partial<TimeRange & { teamMember: string; job: string; note: string }>;

function ShiftForm({ layout, shift }: { layout: Layout; shift: Shift | undefined }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const document = useObservable(client.choices.layout) ?? '';
  const go = useNavigateTo();
  // an untouched field shows what others save and isn't saved
  const [typed, setTyped] = useTyped<Typed>({});
  const type = (more: Typed) => setTyped({ ...typed, ...more });
  const [newId] = useState(() => client.newId());
  const form = useFormOutcome('teamMember', 'startTime', 'endTime', 'schedule', 'note');
  const times = useTimeRange({ saved: shift, day: layout, lengths: shiftLengths, typing: [typed, type] });

  const teamMember = typed.teamMember ?? shift?.teamMember ?? '';
  const job = typed.job ?? (shift ? jobOf(shift) : '');
  const note = typed.note ?? shift?.note ?? '';
  const field = (name: keyof Typed, value: string, errorAt: string = name) => ({
    value,
    onChange: (text: string) => type({ [name]: text }),
    error: form.at(errorAt),
  });
  const people = useKnownCrew().people.filter(({ active }) => active);
  const names = [...new Set(people.map(({ name }) => name))];
  const meant = typed.teamMember === undefined ? null : nearName(names, typed.teamMember);
  const { reading } = times;
  const twice =
    reading.kind === 'read'
      ? layout.shifts.find(
          (each) =>
            each.id !== shift?.id &&
            each.teamMember === teamMember.trim() &&
            overlaps(each, reading.range, layout.dayStart),
        )
      : undefined;

  function change(range: TimeRange): ShiftChange {
    if (!shift) {
      return { type: 'shift.add', shift: manualShift(newId, teamMember, range, { job, note }), seats: [] };
    }
    const { startTime, endTime } = range;
    return {
      type: 'shift.edit',
      shift: shift.id,
      ...(typed.teamMember !== undefined && typed.teamMember !== shift.teamMember && { teamMember }),
      ...(job.trim() !== jobOf(shift) && { schedule: job.trim() }),
      ...(note.trim() !== shift.note && { note: note.trim() }),
      ...(startTime !== shift.startTime && { startTime }),
      ...(endTime !== shift.endTime && { endTime }),
    };
  }

  function store(range: TimeRange): Outcome<unknown> {
    const opened = client.open('layout', team, document);
    const changed = opened.change(change(range));
    if (changed.ok && !shift) {
      markAdded(newId);
      showChangeToast(changed.value);
    }
    return changed;
  }

  function save(): Outcome<unknown> {
    const name = parseName(teamMember, 'teamMember', 'name-missing');
    if (!name.ok) return name;
    const range = rangeOf(times);
    return range.ok ? store(range.value) : range;
  }

  function leave() {
    forgetTyped();
    go(urls.shifts);
  }

  return (
    <Page title={shift ? t('edit-shift') : t('add-shift')} width="narrow">
      <SubmitForm
        form={form}
        action={t('save')}
        work={save}
        onDone={leave}
        footer={<ButtonLink href={urls.shifts}>{page('cancel')}</ButtonLink>}
      >
        <TextField
          label={t('name')}
          name="name"
          autoFocus={!shift}
          list="crew-names"
          {...field('teamMember', teamMember)}
        />
        <datalist id="crew-names">
          {names.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {meant !== null && (
          <p role="status">
            <Button onPress={() => type({ teamMember: meant })}>{t('did-you-mean', { name: meant })}</Button>
          </p>
        )}
        <TimeRangeFields
          times={times}
          examples={{ startTime: '9:00 AM', endTime: '5:00 PM' }}
          errorAt={form.at}
          date={layout.date}
        />
        {twice && (
          <p role="status">{t('works-already', { name: twice.teamMember, times: shortRange(twice) })}</p>
        )}
        <TextField label={t('job')} name="job" list="jobs-of-the-day" {...field('job', job, 'schedule')} />
        <datalist id="jobs-of-the-day">
          {[...new Set(layout.shifts.map(jobOf))].filter(Boolean).map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <TextField label={t('note')} name="note" {...field('note', note)} />
        {shift && !sameTimes(shift, times.reading) && isSeated(layout, shift) && (
          <p>{t('removed-outside')}</p>
        )}
      </SubmitForm>
    </Page>
  );
}

const sameTimes = (shift: Shift, reading: RangeReading): boolean =>
  reading.kind === 'read' &&
  shift.startTime === reading.range.startTime &&
  shift.endTime === reading.range.endTime;

const isSeated = (layout: Layout, shift: Shift): boolean =>
  layout.rotations.some((rotation) => seatedIn(rotation).has(shift.id));
