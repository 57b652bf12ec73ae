import { useMemo, useRef, useState } from 'react';
import { bareTime, formats } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import { isSame } from '../../../../domain/change/same.ts';
import {
  fromUntilText,
  isPresent,
  type PersonCoverage,
  type PositionCoverage,
  type RotationCoverage,
  type Spared,
  showCovered,
} from '../../../../domain/day/coverage.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { sparedText } from '../../../parts/board/spared.ts';
import { useCoverage, useNames } from '../../../parts/board/use-board.tsx';
import { useSize } from '../../../ui/page/events.ts';
import { Card } from '../../../ui/page/page.tsx';
import { splitColumns } from '../../../ui/table/columns.tsx';
import { AutoPager, PagedCard, televisionPixel, useAutoPager } from './paged-card.tsx';
import {
  amberNote,
  calmNote,
  redNote,
  TelevisionLine,
  type TelevisionNote,
  useBreakNote,
} from './television-line.tsx';

const board = words('day');
const t = words('television');

/** Lines of a subarea that share a card: `from` up to, but not including, `to`. */
export interface CardSlice {
  readonly subarea: number;
  readonly from: number;
  readonly to: number;
}

/** A page is a list of columns. */
type Page = readonly (readonly CardSlice[])[];

/** In pixels of a 1920 x 1080 television. */
interface BoardSize {
  readonly width: number;
  readonly height: number;
}

const row = 78;
const gap = 12;
/** Height of a card's header, with its border; keep in sync with television.css. */
const header = 52;
const narrowestColumn = 320;
const columnGap = 16;
/** Height of the pager below the cards, if there are several pages. */
const pagerHeight = 60;

/**
 * Arranges subareas on a screen that can't scroll: whole subareas in columns if they fit, otherwise subareas that
 * continue in the next column, otherwise several pages. Depends only on how many lines there are, one for
 * each person and each open position, so that everything keeps its place whoever is assigned.
 */
export function televisionPages(counts: readonly number[], size: BoardSize): readonly Page[] {
  const most = Math.max(1, Math.floor((size.width + columnGap) / (narrowestColumn + columnGap)));
  for (let columns = Math.min(2, most); columns <= most; columns++) {
    const page = wholeSubareas(counts, columns);
    if (page.every((column) => heightOf(column) <= size.height)) return [page];
  }
  return flow(counts, size.height).length <= most
    ? [evenly(counts, size.height, most)]
    : inPages(evenly(counts, size.height - pagerHeight, most), most);
}

const rowsOf = (count: number): number => Math.max(1, count);

function wholeSubareas(counts: readonly number[], columns: number): Page {
  const heights = counts.map((count) => header + rowsOf(count) * row + gap);
  const all = counts.map((count, subarea) => ({ subarea, from: 0, to: rowsOf(count) }));
  return splitColumns(heights, columns).map((length) => all.splice(0, length));
}

const heightOf = (column: readonly CardSlice[]): number =>
  column.reduce((height, { from, to }) => height + header + (to - from) * row, gap * (column.length - 1));

/** Fills one column after another, each up to `height`. */
function flow(counts: readonly number[], height: number): CardSlice[][] {
  const columns: CardSlice[][] = [];
  let left = 0;
  counts.forEach((count, subarea) => {
    const rows = rowsOf(count);
    let from = 0;
    while (from < rows) {
      const remaining = rows - from;
      const fitting = Math.floor((left - gap - header) / row);
      const column = columns[columns.length - 1];
      if (!column || fitting < Math.min(2, remaining)) {
        columns.push([]);
        // no gap before the first card; every column holds something, however short the screen is
        left = Math.max(height + gap, gap + header + 2 * row);
        continue;
      }
      const take = Math.min(fitting, remaining);
      // avoid a single row alone in the next column
      const to = from + (remaining - take === 1 && take > 2 ? take - 1 : take);
      column.push({ subarea, from, to });
      left -= gap + header + (to - from) * row;
      from = to;
    }
  });
  return columns;
}

/** Like `flow`, with as few pages, but with columns of about the same height. */
function evenly(counts: readonly number[], height: number, perPage: number): CardSlice[][] {
  const fullest = flow(counts, height);
  const most = Math.ceil(fullest.length / perPage) * perPage;
  for (let lower = header + row; lower < height; lower += row / 2) {
    const columns = flow(counts, lower);
    if (columns.length <= most) return columns;
  }
  return fullest;
}

const inPages = (columns: CardSlice[][], perPage: number): Page[] =>
  Array.from({ length: Math.ceil(columns.length / perPage) }, (_, page) =>
    columns.slice(page * perPage, (page + 1) * perPage),
  );

/** Who stands where, and below that who stands nowhere. What doesn't fit is on further pages, shown in turn. */
export function TelevisionBoard({ layout, rotation }: { layout: Layout; rotation: Rotation }) {
  const coverage = useCoverage(layout, rotation);
  const timerMinutes = layout.breakTimerMinutes;
  const board = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<BoardSize | null>(null);
  useSize(board, ({ clientWidth, clientHeight }) => {
    const pixel = televisionPixel();
    const next = { width: Math.floor(clientWidth / pixel), height: Math.floor(clientHeight / pixel) };
    setSize((last) => (isSame(last, next) ? last : next));
  });
  const cards = useMemo(
    () =>
      rotation.subareas.map((subarea) => linesOf(subarea, coverage)).filter(({ lines }) => lines.length > 0),
    [rotation, coverage],
  );
  const counts = cards.map(({ lines }) => lines.length).join(' ');
  const pages = useMemo(
    () => (size && counts !== '' ? televisionPages(counts.split(' ').map(Number), size) : []),
    [counts, size],
  );
  const pager = useAutoPager(pages.length);
  return (
    <div className="tv-board">
      <div className="tv-board__pages" ref={board}>
        {pages.map((page, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
          <div key={index} className="tv-board__page" hidden={index !== pager.page}>
            {page.map((column, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do columns
              <div key={nth} className="tv-board__column">
                {column.map((slice) => {
                  const card = cards[slice.subarea];
                  return (
                    card && <BoardPart key={`${card.id} ${slice.from}`} {...{ card, slice, timerMinutes }} />
                  );
                })}
              </div>
            ))}
          </div>
        ))}
        {pages.length > 1 && <AutoPager what={t('positions')} {...pager} />}
      </div>
      <Unplaced unplaced={coverage.unplaced} out={coverage.out} />
    </div>
  );
}

interface Line {
  readonly key: string;
  readonly covered: PositionCoverage;
  readonly person: PersonCoverage | null;
}

/** A line for each person who is there or comes; one for a position without anybody. */
function linesOf({ id, name, positions }: Rotation['subareas'][number], coverage: RotationCoverage) {
  const lines = positions.flatMap((position): readonly Line[] => {
    const covered = coverage.positions.get(position.id);
    if (!covered) return [];
    const people = covered.people.filter(({ state }) => state !== 'gone');
    if (people.length === 0) return [{ key: position.id, covered, person: null }];
    return people.map((person) => ({ key: `${position.id} ${person.shift.id}`, covered, person }));
  });
  return { id, name, lines, standing: showCovered(coverage.subareas.get(id), board) };
}

type BoardPartProps = { card: ReturnType<typeof linesOf>; slice: CardSlice; timerMinutes: number };

function BoardPart({ card: { name, standing, lines }, slice: { from, to }, timerMinutes }: BoardPartProps) {
  const isFirst = from === 0;
  return (
    <div className="tv-board__part" style={{ '--rows': to - from } as React.CSSProperties}>
      <Card title={isFirst ? name : t('continued', { subarea: name })} aside={isFirst ? standing : undefined}>
        <ul className="divided">
          {lines
            .slice(from, to)
            .map(({ key, covered, person }) =>
              person ? (
                <PersonLine key={key} covered={covered} person={person} timerMinutes={timerMinutes} />
              ) : covered.spared ? (
                <SparedLine key={key} position={covered.position.name} spared={covered.spared} />
              ) : (
                <TelevisionLine
                  key={key}
                  label={covered.position.name}
                  note={withBreaker(calmNote(''), covered)}
                  name={t('open')}
                  isOpen
                />
              ),
            )}
        </ul>
      </Card>
    </div>
  );
}

/** Who covers it, with the seat beside it; quiet, as nobody has to do anything. */
function SparedLine({ position, spared }: { position: string; spared: Spared }) {
  const nameOf = useNames();
  const people = spared.kind === 'covered' ? spared.people : [];
  const from = spared.kind === 'covered' && people.length > 0 ? spared.by.name : '';
  const names = people.map(({ shift }) => nameOf(shift).short).join(', ');
  return (
    <TelevisionLine
      label={position}
      note={calmNote(from)}
      name={names === '' ? sparedText(spared, nameOf) : names}
      isAway
    />
  );
}

type PersonLineProps = { covered: PositionCoverage; person: PersonCoverage; timerMinutes: number };

function PersonLine({ covered, person, timerMinutes }: PersonLineProps) {
  const onBreak = useBreakNote(person.shift, timerMinutes);
  return (
    <TelevisionLine
      label={covered.position.name}
      note={(person.state === 'on-break' && onBreak) || withBreaker(seatNote(person, covered), covered)}
      name={useNames()(person.shift).short}
      person={person.shift.id}
      isAway={person.state !== 'here'}
      isOpen={covered.isOpen && !isPresent(person)}
    />
  );
}

/** What somebody must do now is said alone. */
function withBreaker(note: TelevisionNote, { position }: PositionCoverage): TelevisionNote {
  if (!position.breaker || note.tone !== 'calm') return note;
  return note.text === ''
    ? { ...calmNote(board('relieves-breaks')), brief: t('relieves') }
    : { ...calmNote(t('relieves-and', { when: note.text })), brief: note.text };
}

function seatNote(person: PersonCoverage, covered: PositionCoverage): TelevisionNote {
  const comings = fromUntilText(person, board, formats.get());
  if (person.state === 'late') {
    const said = comings === '' ? t('late') : t('late-and', { when: comings });
    return { ...redNote(said), brief: t('late') };
  }
  if (covered.isOpen)
    return amberNote(person.from === null ? t('is-open') : t('open-to', { time: bareTime(person.from) }));
  return person.until !== null && person.until === covered.opensAt ? amberNote(comings) : calmNote(comings);
}

/** Who is here and stands nowhere, and who is out. */
function Unplaced({ unplaced, out }: Pick<RotationCoverage, 'unplaced' | 'out'>) {
  const nameOf = useNames();
  if (unplaced.length === 0 && out.length === 0) return null;
  return (
    <PagedCard title={t(unplaced.length > 0 ? 'no-position' : 'out')} className="tv-unplaced" line={54}>
      <ul>
        {unplaced.map(({ shift }) => (
          <li key={shift.id} data-person={shift.id}>
            {nameOf(shift).short}
          </li>
        ))}
        {out.map((shift) => (
          <li key={shift.id} className="quiet" data-person={shift.id}>
            {nameOf(shift).short}
            {unplaced.length > 0 && <small> {t('is-out')}</small>}
          </li>
        ))}
      </ul>
    </PagedCard>
  );
}
