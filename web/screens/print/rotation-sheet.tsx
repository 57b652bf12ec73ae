import type { ReactNode } from 'react';
import { shortRange, showDate, showTime, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { coverRotation, type PersonCoverage, type Spared } from '../../../domain/day/coverage.ts';
import { beforeTheDay } from '../../../domain/day/day-table.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { isOutDuring, overlapping, unassigned } from '../../../domain/day/who-is-there.ts';
import type { Position, Rotation, Subarea } from '../../../domain/plan/rotation.ts';
import { sparedText } from '../../parts/board/spared.ts';
import { useNames } from '../../parts/board/use-board.tsx';
import { Paper, PaperHead, WriteIn } from '../../parts/paper/paper.tsx';
import { PaperBreaks } from '../../parts/paper/paper-breaks.tsx';
import { PaperNotes } from '../../parts/paper/paper-notes.tsx';
import { partOf } from '../../parts/paper/part-of.ts';
import './rotation-sheet.css';

const t = words('paper');

type RotationSheetProps = { layout: Layout; rotation: Rotation; team: string };

/** One rotation: who has which position, what else each looks after, and their breaks. */
export function RotationSheet({ layout, rotation, team }: RotationSheetProps) {
  const { date, area, shifts, dayStart, notes } = layout;
  const nameOf = useNames();
  const { positions } = coverRotation(layout, rotation, beforeTheDay);
  const nowhere = unassigned(shifts, rotation, dayStart);
  const out = overlapping(shifts, rotation, dayStart).filter((shift) =>
    isOutDuring(shift, rotation, dayStart),
  );
  const part = ({ id, name, positions: places }: Subarea) => (
    <tbody key={id}>
      <tr className="paper__part">
        <th scope="rowgroup" colSpan={columns.length}>
          {name}
        </th>
      </tr>
      {places.map((position) => (
        <PositionRows
          key={position.id}
          layout={layout}
          position={position}
          people={(positions.get(position.id)?.people ?? []).filter(({ state }) => state !== 'gone')}
          spared={positions.get(position.id)?.spared ?? null}
        />
      ))}
    </tbody>
  );
  return (
    <Paper label={t('rotation')} orientation="portrait" mostSize={13}>
      <PaperHead
        title={`${rotation.name} ${showTime(rotation.startTime)} – ${showTime(rotation.endTime)}`}
        about={`${weekday(date)} ${showDate(date)} · ${area} · ${team}`}
        date={date}
      />
      <p className="rotation-sheet__blanks">
        <WriteIn label={t('lead')} />
        <WriteIn label={t('goal')} />
      </p>
      <table className="rotation-sheet">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        {rotation.subareas.map(part)}
        {nowhere.length > 0 && (
          <tbody>
            <tr className="paper__part">
              <th scope="rowgroup" colSpan={columns.length}>
                {t('no-position')}
              </th>
            </tr>
            {nowhere.map((shift) => (
              <tr key={shift.id}>
                <td />
                <PersonCells layout={layout} shift={shift}>
                  <td />
                </PersonCells>
              </tr>
            ))}
          </tbody>
        )}
      </table>
      {out.length > 0 && (
        <p>
          <b>{t('out')}</b> {out.map((shift) => `${nameOf(shift).full} ${shortRange(shift)}`).join(', ')}
        </p>
      )}
      <PaperNotes notes={notes} lines={4} />
    </Paper>
  );
}

const columns = ['position', 'team-member', 'second-duty', 'shift', 'breaks'] as const;

type PositionRowsProps = {
  layout: Layout;
  position: Position;
  people: readonly PersonCoverage[];
  spared: Spared | null;
};

function PositionRows({ layout, position, people, spared }: PositionRowsProps) {
  const nameOf = useNames();
  const place = (
    <th scope="row" rowSpan={Math.max(1, people.length)}>
      {position.name}
    </th>
  );
  if (people.length === 0) {
    return (
      <tr>
        {place}
        {spared ? (
          <td>
            <i>{sparedText(spared, nameOf)}</i>
          </td>
        ) : (
          <td className="rotation-sheet__open">{t('open')}</td>
        )}
        <td>{position.secondDuty}</td>
        <td />
        <td />
      </tr>
    );
  }
  // one for all who are on it; where it has none, each has room to write it
  const duty = position.secondDuty && <td rowSpan={people.length}>{position.secondDuty}</td>;
  return people.map((person, index) => (
    <tr key={person.shift.id}>
      {index === 0 && place}
      <PersonCells layout={layout} shift={person.shift} during={partOf(person)}>
        {duty ? index === 0 && duty : <td />}
      </PersonCells>
    </tr>
  ));
}

type PersonCellsProps = { layout: Layout; shift: Shift; during?: string; children: ReactNode };

function PersonCells({ layout, shift, during, children }: PersonCellsProps) {
  return (
    <>
      <td>
        <b>{useNames()(shift).full}</b> {during}
      </td>
      {children}
      <td className="paper__time">{shortRange(shift)}</td>
      <td>
        <PaperBreaks layout={layout} shift={shift} />
      </td>
    </>
  );
}
