import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs';
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef } from 'react';
import { words } from '../../../../client/words/words.ts';
import type { Level } from '../../../../domain/crew/station-schema.ts';
import { VisuallyHidden } from '../../../ui/page/page.tsx';
import type { Column } from './columns.ts';

const t = words('skills');

export type LevelOrNone = Level | 0;

const levelIcons = { 0: null, 1: <IconSchool />, 2: <IconCheck />, 3: <IconStarFilled /> } as const;
const levelKeys = { 0: 'none', 1: 'training', 2: 'can', 3: 'best' } as const;
export const levelName = (level: LevelOrNone): string => t(levelKeys[level]);

/** As one tap after the other gives them. */
export const levelOrder: readonly LevelOrNone[] = [0, 2, 3, 1];
export const levelAfter = (level: LevelOrNone): LevelOrNone =>
  levelOrder[(levelOrder.indexOf(level) + 1) % levelOrder.length] ?? 0;

export const LevelIcon = ({ level }: { level: LevelOrNone }) => (
  <span className={`skill skill--${levelKeys[level]}`} aria-hidden="true">
    {levelIcons[level]}
  </span>
);

export interface GridRow {
  readonly person: string;
  readonly name: string;
  /** One digit for each column, so that rows that stay as they are aren't drawn again. */
  readonly levels: string;
}

interface SkillGridProps {
  readonly rows: readonly GridRow[];
  readonly columns: readonly Column[];
  readonly onCycle?: ((person: string, column: number) => void) | undefined;
  readonly onPerson: (person: string) => void;
  readonly onStation: (column: number) => void;
}

const stop = '[data-stop]';
const stopsIn = (row: Element | undefined): readonly HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>(stop) ?? []),
];

/** Beside and below the names, which stay in sight and would lie over it. */
function showFocused(element: HTMLElement): void {
  const table = element.closest('table');
  const [corner, around] = [table?.rows[0]?.cells[0], table?.parentElement];
  element.focus({ preventScroll: true });
  if (!corner || !around) return;
  const cell = element.closest('td, th');
  // a name itself is in sight
  around.style.scrollPaddingTop = `${cell?.closest('thead') ? 0 : corner.offsetHeight}px`;
  around.style.scrollPaddingInlineStart = `${cell === cell?.parentElement?.firstElementChild ? 0 : corner.offsetWidth}px`;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** People by stations. One stop for Tab; arrows go on from there, with the names of people and stations. */
export function SkillGrid({ rows, columns, onCycle, onPerson, onStation }: SkillGridProps) {
  const grid = useRef<HTMLTableElement>(null);

  // the cell that Tab comes to may have gone with a search
  useEffect(() => {
    if (grid.current?.querySelector(`${stop}[tabindex="0"]`)) return;
    const first = grid.current?.querySelector(`tbody ${stop}`) ?? grid.current?.querySelector(stop);
    first?.setAttribute('tabindex', '0');
  });

  function comeTo(element: HTMLElement | undefined) {
    if (!element) return;
    for (const each of grid.current?.querySelectorAll(`${stop}[tabindex="0"]`) ?? [])
      each.setAttribute('tabindex', '-1');
    element.setAttribute('tabindex', '0');
  }

  function press(event: KeyboardEvent<HTMLTableElement>) {
    const at = (event.target as Element).closest<HTMLElement>(stop);
    const all = [...(grid.current?.rows ?? [])];
    const row = all.findIndex((each) => each.contains(at));
    if (!at || row < 0 || event.altKey || event.metaKey) return;
    const stops = stopsIn(all[row]);
    // the corner of the grid has no stop
    const column = stops.indexOf(at) + (row === 0 ? 1 : 0);
    const isRtl = getComputedStyle(at).direction === 'rtl';
    const last = columns.length;
    const target = {
      ArrowRight: [row, column + (isRtl ? -1 : 1)],
      ArrowLeft: [row, column + (isRtl ? 1 : -1)],
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      Home: [event.ctrlKey ? 1 : row, 0],
      End: [event.ctrlKey ? all.length - 1 : row, last],
      PageDown: [Math.min(row + 10, all.length - 1), column],
      PageUp: [Math.max(row - 10, 0), column],
    }[event.key];
    if (target) {
      event.preventDefault();
      const [to = row, wanted = column] = target;
      const next = stopsIn(all[to])[to === 0 ? Math.max(wanted - 1, 0) : wanted];
      comeTo(next);
      if (next) showFocused(next);
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && at.tagName === 'TD') {
      event.preventDefault();
      cycle(at);
    }
  }

  function cycle(cell: HTMLElement) {
    const { person, column } = cell.dataset;
    if (person !== undefined && column !== undefined) onCycle?.(person, Number(column));
  }

  function tap({ target }: MouseEvent<HTMLTableElement>) {
    const at = (target as Element).closest<HTMLElement>(stop);
    if (!at) return;
    comeTo(at);
    const { person, station } = at.dataset;
    if (at.tagName === 'TD') {
      at.focus();
      cycle(at);
    } else if (station !== undefined) onStation(Number(station));
    else if (person !== undefined) onPerson(person);
  }

  return (
    <div className="skills__scroll">
      <table
        ref={grid}
        className="skills__grid"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of cells that are pressed is what a grid is
        role="grid"
        aria-label={t('skills')}
        aria-readonly={onCycle === undefined}
        onKeyDown={press}
        onClick={tap}
      >
        <thead>
          <tr>
            <th scope="col" className="skills__corner">
              {t('person')}
            </th>
            {columns.map(({ station }, index) => (
              <th key={station.id} scope="col">
                <button
                  type="button"
                  className="skills__station"
                  data-stop
                  data-station={index}
                  tabIndex={-1}
                >
                  <span className="skills__subarea">{station.subarea}</span>
                  {station.name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SkillRow key={row.person} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SkillRow = memo(function SkillRow({ person, name, levels }: GridRow) {
  return (
    <tr>
      <th scope="row">
        <button type="button" className="skills__person" data-stop data-person={person} tabIndex={-1}>
          {name}
        </button>
      </th>
      {[...levels].map((digit, column) => {
        const level = Number(digit) as LevelOrNone;
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={column}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell that is pressed
            role="gridcell"
            data-stop
            data-person={person}
            data-column={column}
            tabIndex={-1}
          >
            <LevelIcon level={level} />
            <VisuallyHidden>{levelName(level)}</VisuallyHidden>
          </td>
        );
      })}
    </tr>
  );
});
