import type { CSSProperties } from 'react';
import { shortRange, showDate, showTime, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { PersonCoverage, PositionCoverage, Spared } from '../../../domain/day/coverage.ts';
import { dayTable } from '../../../domain/day/day-table.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { isOutDuring, overlapping, presentSpan, unassigned } from '../../../domain/day/who-is-there.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { sparedText } from '../board/spared.ts';
import { useNames } from '../board/use-board.tsx';
import { Paper, PaperHead, WriteIn } from './paper.tsx';
import { PaperBreaks } from './paper-breaks.tsx';
import { PaperNotes } from './paper-notes.tsx';
import { partOf } from './part-of.ts';
import './day-sheet.css';

const t = words('paper');

/** More columns would have no room for a name. */
const mostRotations = 7;

/** The whole day: its positions by rotations, and everybody's breaks. */
export function DaySheet({ layout, team }: { layout: Layout; team: string }) {
  const { date, area, rotations, shifts, notes } = layout;
  const tables = Math.ceil(rotations.length / mostRotations);
  const columns = Math.ceil(rotations.length / tables);
  return (
    <Paper label={t('day')} orientation="landscape">
      <PaperHead
        title={`${weekday(date)} ${showDate(date)}`}
        about={`${area} · ${team}`}
        date={date}
        blanks={[t('lead')]}
      />
      <div className="day-sheet">
        <div className="day-sheet__board">
          {rotations.length === 0 && <p>{t('no-rotations')}</p>}
          {Array.from({ length: tables || 0 }, (_, at) =>
            rotations.slice(at * columns, (at + 1) * columns),
          ).map((some) => (
            <DayTable key={some[0]?.id} layout={layout} rotations={some} />
          ))}
          <PaperNotes notes={notes} lines={2} />
        </div>
        {shifts.length > 0 && (
          <div className="day-sheet__crew">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('team-member')}</th>
                  <th scope="col">{t('shift')}</th>
                  <th scope="col">{t('breaks')}</th>
                </tr>
              </thead>
              <tbody>
                {shifts.map((shift) => (
                  <CrewRow key={shift.id} layout={layout} shift={shift} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </Paper>
  );
}

function CrewRow({ layout, shift }: { layout: Layout; shift: Shift }) {
  const name = useNames()(shift).full;
  return (
    <tr>
      <th scope="row">{presentSpan(shift, layout.dayStart) ? name : <s>{name}</s>}</th>
      <td className="paper__time">{shortRange(shift)}</td>
      <td>
        {shift.out && `${t('out-from', { time: showTime(shift.out.from) })} `}
        <PaperBreaks layout={layout} shift={shift} />
      </td>
    </tr>
  );
}

function DayTable({ layout, rotations }: { layout: Layout; rotations: readonly Rotation[] }) {
  const { shifts, dayStart } = layout;
  const names = useShortNames();
  const people = (title: string, inRotation: (rotation: Rotation) => readonly Shift[]) => {
    const cells = rotations.map((rotation) => inRotation(rotation));
    if (cells.every((cell) => cell.length === 0)) return null;
    return (
      <tr>
        <th scope="row">{title}</th>
        {cells.map((cell, column) => (
          <td key={rotations[column]?.id}>{names(cell)}</td>
        ))}
      </tr>
    );
  };
  const parts = dayTable(layout, rotations);
  const rows = parts.reduce((sum, part) => sum + part.rows.length + 1, 1);
  return (
    <table className="day-sheet__table" style={{ '--rows': rows } as CSSProperties}>
      <colgroup>
        <col className="day-sheet__positions" />
        {rotations.map(({ id }) => (
          <col key={id} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('position')}</th>
          {rotations.map((rotation) => (
            <th key={rotation.id} scope="col">
              {rotation.name} <span className="paper__time">{shortRange(rotation)}</span>
            </th>
          ))}
        </tr>
      </thead>
      {parts.map(({ subarea, rows }, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: subareas of a day have no other identity
        <tbody key={part}>
          <tr className="paper__part">
            <th scope="rowgroup" colSpan={rotations.length + 1}>
              {subarea}
            </th>
          </tr>
          {rows.map(({ position, secondDuty, cells }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have its positions
            <tr key={row}>
              <th scope="row">
                {position}
                {secondDuty && <span className="paper__extra"> {secondDuty}</span>}
              </th>
              {cells.map((cell, column) => (
                <Cell key={rotations[column]?.id} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
      <tbody className="day-sheet__others">
        {people(t('no-position'), (rotation) => unassigned(shifts, rotation, dayStart))}
        {people(t('out'), (rotation) =>
          overlapping(shifts, rotation, dayStart).filter((shift) => isOutDuring(shift, rotation, dayStart)),
        )}
      </tbody>
    </table>
  );
}

function useShortNames() {
  const nameOf = useNames();
  return (shifts: readonly Shift[]) => shifts.map((shift) => nameOf(shift).short).join(', ');
}

function Cell({ cell }: { cell: PositionCoverage | null }) {
  if (!cell) return <td className="day-sheet__none">–</td>;
  const people = coming(cell);
  if (people.length === 0 && cell.spared) return <SparedCell spared={cell.spared} />;
  return (
    <td>
      {people.length === 0 ? (
        <WriteIn label={t('open')} />
      ) : (
        people.map((person) => <PlacedPerson key={person.shift.id} person={person} />)
      )}
    </td>
  );
}

const SparedCell = ({ spared }: { spared: Spared }) => (
  <td>
    <i>{sparedText(spared, useNames())}</i>
  </td>
);

const coming = ({ people }: PositionCoverage): readonly PersonCoverage[] =>
  people.filter(({ state }) => state !== 'gone');

function PlacedPerson({ person }: { person: PersonCoverage }) {
  const name = useNames()(person.shift).short;
  return (
    <p>
      <b>{name}</b> <span className="paper__time">{partOf(person)}</span>
    </p>
  );
}
