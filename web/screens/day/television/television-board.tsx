import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  bareTime,
  isPresent,
  type PersonCoverage,
  type PositionCoverage,
  type RotationCoverage,
  showComings,
  showCovered,
} from '../../../../domain/day/coverage.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { useCoverage } from '../../../parts/board/use-coverage.ts';
import { Card } from '../../../ui/page/card.tsx';
import { AutoPager, useAutoPager } from './auto-pager.tsx';
import { PagedCard, televisionPixel } from './paged-card.tsx';
import { amber, calm, red, TelevisionLine, type TelevisionNote, useBreakNote } from './television-line.tsx';
import { type BoardSize, televisionPages } from './television-pages.ts';

type TelevisionBoardProps = { layout: Layout; rotation: Rotation };

/** Who stands where, and below that who stands nowhere. What doesn't fit is on further pages, shown in turn. */
export function TelevisionBoard({ layout, rotation }: TelevisionBoardProps) {
  const coverage = useCoverage(layout, rotation);
  const board = useRef<HTMLDivElement>(null);
  const size = useBoardSize(board);
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
  const { page: shown, turn } = useAutoPager(pages.length, board);
  return (
    <div className="tv-board">
      <div className="tv-board__pages" ref={board}>
        {pages.map((page, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity
          <div key={index} className="tv-board__page" hidden={index !== shown}>
            {page.map((column, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do columns
              <div key={nth} className="tv-board__column">
                {column.map(({ subarea, from, to }) => {
                  const card = cards[subarea];
                  return (
                    card && (
                      <div
                        key={`${card.id} ${from}`}
                        className="tv-board__part"
                        style={{ '--rows': to - from } as React.CSSProperties}
                      >
                        <Card
                          title={from > 0 ? `${card.name} (continued)` : card.name}
                          aside={from > 0 ? undefined : card.standing}
                        >
                          <ul>
                            {card.lines.slice(from, to).map((line) => (
                              <SeatLine key={line.key} line={line} timerMinutes={layout.breakTimerMinutes} />
                            ))}
                          </ul>
                        </Card>
                      </div>
                    )
                  );
                })}
              </div>
            ))}
          </div>
        ))}
        {pages.length > 1 && <AutoPager what="Positions" page={shown} count={pages.length} onTurn={turn} />}
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
  return { id, name, lines, standing: showCovered(coverage.subareas.get(id)) };
}

function SeatLine({ line: { covered, person }, timerMinutes }: { line: Line; timerMinutes: number }) {
  const label = covered.position.name;
  if (person)
    return <PersonLine label={label} covered={covered} person={person} timerMinutes={timerMinutes} />;
  return <TelevisionLine label={label} note={calm('')} name="Open" isOpen />;
}

type PersonLineProps = {
  label: string;
  covered: PositionCoverage;
  person: PersonCoverage;
  timerMinutes: number;
};

function PersonLine({ label, covered, person, timerMinutes }: PersonLineProps) {
  const onBreak = useBreakNote(person.shift, timerMinutes);
  return (
    <TelevisionLine
      label={label}
      note={(person.state === 'on-break' && onBreak) || seatNote(person, covered)}
      name={useNames()(person.shift).short}
      person={person.shift.id}
      isAway={person.state !== 'here'}
      isOpen={covered.isOpen && !isPresent(person)}
    />
  );
}

function seatNote(person: PersonCoverage, covered: PositionCoverage): TelevisionNote {
  const comings = showComings(person);
  if (person.state === 'late') return red(['late', comings].filter(Boolean).join(', '));
  if (covered.isOpen) return amber(person.from === null ? 'open' : `open to ${bareTime(person.from)}`);
  return person.until !== null && person.until === covered.opensAt ? amber(comings) : calm(comings);
}

/** Who is here and stands nowhere, and who is out. */
function Unplaced({ unplaced, out }: Pick<RotationCoverage, 'unplaced' | 'out'>) {
  const nameOf = useNames();
  if (unplaced.length === 0 && out.length === 0) return null;
  return (
    <PagedCard title={unplaced.length > 0 ? 'No position' : 'Out'} className="tv-unplaced" line={54}>
      <ul>
        {unplaced.map(({ shift }) => (
          <li key={shift.id} data-person={shift.id}>
            {nameOf(shift).short}
          </li>
        ))}
        {out.map((shift) => (
          <li key={shift.id} className="tv-unplaced__out" data-person={shift.id}>
            {nameOf(shift).short}
            {unplaced.length > 0 && <small> out</small>}
          </li>
        ))}
      </ul>
    </PagedCard>
  );
}

/** The room for pages, in pixels of a television of 1920 x 1080. */
function useBoardSize(board: RefObject<HTMLElement | null>): BoardSize | null {
  const [size, setSize] = useState<BoardSize | null>(null);
  useLayoutEffect(() => {
    const element = board.current;
    if (!element) return;
    const measure = () => {
      const pixel = televisionPixel();
      const [width, height] = [element.clientWidth / pixel, element.clientHeight / pixel].map(Math.floor);
      setSize((last) =>
        last?.width === width && last?.height === height ? last : { width: width ?? 0, height: height ?? 0 },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [board]);
  return size;
}
