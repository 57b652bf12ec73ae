import { shortRange, showDate, showTime, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { myDay, type PositionSpan } from '../../../domain/crew/my-day.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { presentMinutes, presentSpan } from '../../../domain/day/who-is-there.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { addDays, type IsoDate } from '../../../domain/time/date.ts';
import { useTimeZone } from '../../parts/page/client-context.tsx';
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
  const timeZone = useTimeZone();
  const minutes = work
    .flat()
    .reduce((sum, { layout, shift }) => sum + presentMinutes(shift, layout, timeZone), 0);
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
                  <b>{isGone(shift, layout) ? <s>{shortRange(shift)}</s> : shortRange(shift)}</b>
                  <Hours layout={layout} shift={shift} />
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

const isGone = (shift: Shift, { dayStart }: Layout): boolean => presentSpan(shift, dayStart) === null;

/** As long as somebody is there. */
function Hours({ layout, shift }: { layout: Layout; shift: Shift }) {
  const timeZone = useTimeZone();
  const minutes = presentMinutes(shift, layout, timeZone);
  return (
    <>
      {shift.out && <p>{t('out-from', { time: showTime(shift.out.from) })}</p>}
      {minutes > 0 && <p>{showHours(minutes)}</p>}
    </>
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
