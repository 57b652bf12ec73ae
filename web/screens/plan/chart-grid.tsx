import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type KeyboardEvent, useId, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import type { ChartCell } from '../../../domain/day/chart-changes.ts';
import { byId } from '../../../domain/list/list.ts';
import { type ChartColumn, cellsLike, columnFor } from '../../../domain/plan/chart-table.ts';
import { type Duty, headcountLimit } from '../../../domain/plan/charts.ts';
import { type Position, positionsOf, type Rotation } from '../../../domain/plan/rotation.ts';
import { foldName } from '../../../domain/plan/typed-list.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { MenuButton, type MenuItems } from '../../ui/menu/menu.tsx';
import { focusLater } from '../../ui/page/focus.ts';
import './charts.css';

const t = words('charts');

/** Element ids: the focus goes from one to the next by them. */
const cellOf = (position: string, people: number): string => `chart ${people} ${position}`;
export const headOf = (people: number): string => `chart ${people}`;

type Column = ChartColumn & { readonly people: number };
type Choice = {
  readonly id: string;
  readonly label: string;
  readonly cell: ChartCell;
  readonly note?: string;
};

const seatId = 'seat';
const closedId = 'closed';
const choiceIn = (duty: Duty | undefined): string =>
  duty?.kind === 'covered' ? `by ${duty.by}` : duty?.kind === 'closed' ? closedId : seatId;

/** What a position can be in a column: itself a seat, closed, or covered from one that is a seat there, those beside it first. */
function choicesFor(rotation: Rotation, { id: position }: Position, { duties }: Column): readonly Choice[] {
  const home = rotation.subareas.find(({ positions }) => byId(positions, position));
  const subareas = [...rotation.subareas].sort((one, other) => Number(other === home) - Number(one === home));
  const seats = subareas.flatMap((subarea) =>
    subarea.positions
      .filter(({ id }) => id !== position && duties.get(id)?.kind === 'seat')
      .map(({ id, name }) => ({
        ...{ id: `by ${id}`, label: name, cell: { position, by: id } },
        ...(subarea !== home && { note: subarea.name }),
      })),
  );
  return [
    { id: seatId, label: t('seat'), cell: { position } },
    { id: closedId, label: t('closed'), cell: { position, by: null } },
    ...seats,
  ];
}

/** The next choice that begins with a letter, as in a list of the browser; 'x' and '-' are what they are in a pasted table. */
function chosenBy(key: string, choices: readonly Choice[], now: string): Choice | undefined {
  const means = (choice: Choice) =>
    foldName(choice.label).startsWith(foldName(key)) ||
    (choice.id === seatId && key.toLowerCase() === 'x') ||
    (choice.id === closedId && key === '-');
  const fitting = choices.filter(means);
  return fitting[(fitting.findIndex(({ id }) => id === now) + 1) % fitting.length];
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key !== ' ' && [...key].length === 1 && !ctrlKey && !metaKey && !altKey;

export function ChartGrid({ rotation }: { rotation: Rotation }) {
  const { changePlan } = useOpenPlan();
  const hint = useId();
  const columns = (rotation.charts ?? []).map(
    ({ people }): Column => ({ people, ...columnFor(rotation, people) }),
  );
  const positions = positionsOf(rotation);
  /** The ids of the cells that the arrows lead to, by rows; the first row is that of the numbers. */
  const places = [
    columns.map(({ people }) => headOf(people)),
    ...positions.map(({ id }) => columns.map(({ people }) => cellOf(id, people))),
  ];
  const [focused, setFocused] = useState('');
  const current = places.some((row) => row.includes(focused)) ? focused : (places[1]?.[0] ?? '');

  function choose(column: Column, position: Position, choice: Choice) {
    if (choice.id === choiceIn(column.duties.get(position.id))) return;
    changePlan({
      ...{ type: 'chart.set', rotation: rotation.id, people: column.people, cells: [choice.cell] },
    });
  }

  /** Arrows lead on from wherever the focus is, before a button takes them for its menu. */
  function move(event: KeyboardEvent<HTMLTableElement>) {
    // an open menu is elsewhere on the page
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    const row = places.findIndex((each) => each.includes(current));
    const next = placeAfter(event, places, { row, column: places[row]?.indexOf(current) ?? 0 });
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const element = document.getElementById(next);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  function type(event: KeyboardEvent<HTMLTableElement>) {
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    const row = places.findIndex((each) => each.includes(current));
    const column = columns[places[row]?.indexOf(current) ?? -1];
    // the first row has the numbers
    const position = positions[row - 1];
    if (!column || !position) return;
    const choices = choicesFor(rotation, position, column);
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    if (!isDelete && !isLetter(event)) return;
    event.preventDefault();
    const now = choiceIn(column.duties.get(position.id));
    const choice = isDelete ? choices[0] : chosenBy(event.key, choices, now);
    if (choice) choose(column, position, choice);
  }

  return (
    <>
      <div className="charts">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are filled in is a grid
          role="grid"
          className="charts__grid"
          aria-label={t('charts-of', { name: rotation.name })}
          aria-describedby={hint}
          onKeyDownCapture={move}
          onKeyDown={type}
          onFocus={({ target, currentTarget }) => {
            if (currentTarget.contains(target)) setFocused(target.id);
          }}
        >
          <thead>
            <tr>
              <th scope="col" className="charts__corner">
                {t('position')}
              </th>
              {columns.map((column, index) => (
                <ColumnHead
                  key={column.people}
                  rotation={rotation}
                  column={column}
                  beside={[columns[index - 1]?.people, columns[index + 1]?.people]}
                  isCurrent={headOf(column.people) === current}
                />
              ))}
            </tr>
          </thead>
          {rotation.subareas
            .filter((subarea) => subarea.positions.length > 0)
            .map((subarea) => (
              <tbody key={subarea.id}>
                <tr>
                  <th scope="rowgroup" colSpan={columns.length + 1} className="charts__subarea">
                    <span>{subarea.name}</span>
                  </th>
                </tr>
                {subarea.positions.map((position) => (
                  <tr key={position.id}>
                    <th scope="row" className="charts__name">
                      {position.name}
                    </th>
                    {columns.map((column) => (
                      <Cell
                        key={column.people}
                        rotation={rotation}
                        position={position}
                        column={column}
                        isCurrent={cellOf(position.id, column.people) === current}
                        onChoose={(choice) => choose(column, position, choice)}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
        </table>
      </div>
      <p className="hint charts__keys" id={hint}>
        {t('keys')}
      </p>
    </>
  );
}

type Place = { readonly row: number; readonly column: number };

function placeAfter(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  places: readonly (readonly string[])[],
  { row, column }: Place,
): string | undefined {
  const isFar = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [places.length - 1, (places[0]?.length ?? 1) - 1];
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;
  const to: Readonly<Record<string, Place>> = {
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowDown: { row: isFar ? lastRow : row + 1, column },
    ArrowLeft: { row, column: column - ahead },
    ArrowRight: { row, column: column + ahead },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? lastRow : row, column: lastColumn },
    PageUp: { row: Math.max(1, row - 10), column },
    PageDown: { row: Math.min(lastRow, row + 10), column },
  };
  const place = to[key];
  // at an edge the focus stays
  return place && (places[place.row]?.[place.column] ?? places[row]?.[column]);
}

type CellProps = {
  rotation: Rotation;
  position: Position;
  column: Column;
  isCurrent: boolean;
  onChoose: (choice: Choice) => void;
};

function Cell({ rotation, position, column, isCurrent, onChoose }: CellProps) {
  const duty = column.duties.get(position.id);
  const now = choiceIn(duty);
  const by = duty?.kind === 'covered' ? byId(positionsOf(rotation), duty.by)?.name : undefined;
  const label = t('cell-of', { position: position.name, people: column.people });
  const items = choicesFor(rotation, position, column).map((choice) => ({
    ...{ id: choice.id, label: choice.label, isCurrent: choice.id === now },
    ...(choice.note !== undefined && { note: choice.note }),
    onAction: () => onChoose(choice),
  }));
  const [own, seats] = [items.slice(0, 2), items.slice(2)];
  const sections = [
    { items: own },
    ...(seats.length > 0 ? [{ title: t('covered-from'), items: seats }] : []),
  ];
  return (
    <td>
      <MenuButton
        id={cellOf(position.id, column.people)}
        className={`charts__cell charts__cell--${duty?.kind ?? 'seat'}`}
        variant="quiet"
        tabIndex={isCurrent ? 0 : -1}
        label={label}
        sections={sections}
      >
        {by !== undefined && <IconArrowRight className="charts__arrow" aria-hidden="true" />}
        <span className="charts__text">{by ?? (duty?.kind === 'closed' ? t('closed') : t('seat'))}</span>
      </MenuButton>
    </td>
  );
}

type ColumnHeadProps = {
  rotation: Rotation;
  column: Column;
  /** The numbers of the columns before and after. */
  beside: readonly [number | undefined, number | undefined];
  isCurrent: boolean;
};

function ColumnHead({ rotation, column, beside: [before, after], isCurrent }: ColumnHeadProps) {
  const { changePlan } = useOpenPlan();
  const { people, seats } = column;
  const inRotation = { rotation: rotation.id };

  function copyTo(to: number) {
    const made = changePlan(
      { type: 'chart.set', ...inRotation, people: to, cells: cellsLike(column) },
      t('copied', { from: people, people: to }),
    );
    if (made.ok) focusLater(headOf(to));
  }

  function remove() {
    const made = changePlan({ type: 'chart.remove', ...inRotation, people }, t('removed', { people }));
    const next = after ?? before;
    if (made.ok && next !== undefined) focusLater(headOf(next));
  }

  const targets = [
    { to: before ?? people - 1, isNew: before === undefined },
    { to: after ?? people + 1, isNew: after === undefined },
  ].filter(({ to }) => to > 0 && to <= headcountLimit);
  const sections: readonly MenuItems[] = [
    {
      items: targets.map(({ to, isNew }) => ({
        ...{ id: `copy ${to}`, label: t('copy-to', { people: to }), onAction: () => copyTo(to) },
        ...(isNew && { note: t('new-column') }),
      })),
    },
    {
      items: [
        {
          ...{ id: 'remove', label: t('remove-column'), icon: <IconTrash />, tone: 'danger' as const },
          onAction: remove,
        },
      ],
    },
  ];
  return (
    <th scope="col" className="charts__head">
      <MenuButton
        id={headOf(people)}
        className="charts__column"
        variant="quiet"
        tabIndex={isCurrent ? 0 : -1}
        label={t('column-menu', { people })}
        sections={sections}
      >
        <span className="charts__number">{t('with-people', { people })}</span>
        <IconDots aria-hidden="true" />
      </MenuButton>
      {seats === people ? (
        <span className="hint charts__seats">{t('seats', { seats })}</span>
      ) : (
        <span className="charts__seats charts__seats--off">
          <IconAlertTriangle aria-hidden="true" />
          {t('seats-for', { seats, people })}
        </span>
      )}
    </th>
  );
}
