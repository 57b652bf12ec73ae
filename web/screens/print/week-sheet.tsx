import { shortRange, showDate, showTime, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { myDay, type PositionSpan } from '../../../domain/crew/my-day.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { fromMinutes, lengthOf } from '../../../domain/time/clock-time.ts';
import { addDays, type IsoDate } from '../../../domain/time/date.ts';
import { Paper, PaperHead } from '../../parts/paper/paper.tsx';
import { PaperBreaks } from '../../parts/paper/paper-breaks.tsx';
import { BlankLines } from '../../parts/paper/paper-notes.tsx';
import './week-sheet.css';

const t = words('paper');

export const daysOfWeek = 7;

type WeekSheetProps = {
  name: string;
  team: string;
  from: IsoDate;
  layouts: readonly Layout[];
  isTheirs: (shift: Shift) => boolean;
};

/** The shifts of one person on seven days, with their positions and breaks. */
export function WeekSheet({ name, team, from, layouts, isTheirs }: WeekSheetProps) {
  const days = Array.from({ length: daysOfWeek }, (_, day) => addDays(from, day));
  const work = days.map((date) =>
    layouts
      .filter((layout) => layout.date === date)
      .flatMap((layout) => layout.shifts.filter(isTheirs).map((shift) => ({ layout, shift }))),
  );
  const minutes = work.flat().reduce((sum, { shift }) => sum + (shift.out ? 0 : lengthOf(shift)), 0);
  return (
    <Paper label={t('week')} orientation="portrait" mostSize={12}>
      <PaperHead
        title={name}
        about={`${showDate(from)} – ${showDate(addDays(from, daysOfWeek - 1))} · ${team}`}
        date={from}
      />
      <table className="week-sheet">
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('shift')}</th>
            <th scope="col">{t('positions')}</th>
            <th scope="col">{t('breaks')}</th>
          </tr>
        </thead>
        {days.map((date, day) => (
          <tbody key={date}>
            {work[day]?.length === 0 && (
              <tr className="week-sheet__off">
                <DayCell date={date} shifts={1} />
                <td>{t('off')}</td>
                <td />
                <td />
              </tr>
            )}
            {work[day]?.map(({ layout, shift }, index) => (
              <tr key={shift.id}>
                {index === 0 && <DayCell date={date} shifts={work[day]?.length ?? 1} />}
                <td>
                  <b>{shift.out ? <s>{shortRange(shift)}</s> : shortRange(shift)}</b>
                  <p>
                    {shift.out
                      ? t('out-from', { time: showTime(shift.out.from) })
                      : showHours(lengthOf(shift))}
                  </p>
                  <p>{layout.area}</p>
                </td>
                <td>
                  {placesOf(layout, shift).map(({ rotation, position, covers, start, end }) => (
                    <p key={`${rotation.id} ${position.id}`}>
                      <span className="paper__time">
                        {shortRange({ startTime: fromMinutes(start), endTime: fromMinutes(end) })}
                      </span>{' '}
                      <b>{[position, ...covers].map(({ name }) => name).join(' + ')}</b> {rotation.name}
                      {position.secondDuty && <span className="paper__extra"> · {position.secondDuty}</span>}
                    </p>
                  ))}
                  {shift.note && <p>{shift.note}</p>}
                </td>
                <td>
                  <PaperBreaks layout={layout} shift={shift} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">{t('hours')}</th>
            <td>
              <b>{showHours(minutes)}</b>
            </td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
      <section className="paper__notes">
        <h3>{t('notes')}</h3>
        <BlankLines count={5} />
      </section>
    </Paper>
  );
}

/** Before the day, all of them are still to come. */
const placesOf = (layout: Layout, shift: Shift): readonly PositionSpan[] =>
  myDay(layout, shift, Number.NEGATIVE_INFINITY).later;

function DayCell({ date, shifts }: { date: IsoDate; shifts: number }) {
  return (
    <th scope="row" rowSpan={shifts}>
      <b>{weekday(date)}</b>
      <p>{showDate(date)}</p>
    </th>
  );
}

/** '8 h', '7 h 30 min'. */
function showHours(length: number): string {
  const [hours, minutes] = [Math.floor(length / 60), length % 60];
  if (minutes === 0) return t('length-hours', { hours });
  return hours === 0 ? t('length-minutes', { minutes }) : t('length-both', { hours, minutes });
}
