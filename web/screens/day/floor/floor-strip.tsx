import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import {
  type ComponentType,
  lazy,
  memo,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formats, showRange, showTime } from '../../../../client/words/formats.ts';
import { withWords, words } from '../../../../client/words/words.ts';
import { isSame } from '../../../../domain/change/same.ts';
import { outName, showMarked } from '../../../../domain/day/attendance.ts';
import type { PersonCoverage } from '../../../../domain/day/coverage.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { useNames } from '../../../parts/board/use-board.tsx';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import { useTimeZone } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { VisuallyHidden } from '../../../ui/page/page.tsx';
import { PersonChip } from './person-chip.tsx';
import { type DropTarget, useIsPickedUp, useMayAct } from './picked-up.ts';
import './floor-strip.css';

const t = words('day');

const fetchRecordedBy = withWords(() => import('../actions/recorded-by.tsx'));
// the members are asked for only once somebody is out
const RecordedBy = lazy(
  (): Promise<{ default: ComponentType<{ user: string; what: string }> }> =>
    fetchRecordedBy().then(
      ({ RecordedBy }) => ({ default: RecordedBy }),
      () => ({ default: ({ what }) => what }),
    ),
);

/** 'sick, from 10:12 AM by Lee'. Only who runs the day reads why: on a television or a viewer's phone it is 'from 10:12 AM'. */
const OutChip = memo(function OutChip({ shift }: { shift: Shift }) {
  const { id, out, teamMember } = shift;
  const acts = useMayAct();
  const isPickedUp = useIsPickedUp('person', id);
  const name = useNames()(shift).short;
  const timeZone = useTimeZone();
  if (!out) return null;
  const look = 'positions__person positions__person--away positions__person--out';
  const from = t('from', { time: showTime(out.from) });
  const facts = acts ? [outName(out.reason, t), from, showMarked(out, timeZone, t, formats.get())] : [from];
  const what = facts.filter(Boolean).join(', ');
  const face = (
    <>
      <span className="positions__short">{name}</span>
      <VisuallyHidden>{t('spoken-out')}</VisuallyHidden>
      <span className="positions__note">
        {acts && out.by !== null ? (
          <Suspense fallback={what}>
            <RecordedBy user={out.by} what={what} />
          </Suspense>
        ) : (
          what
        )}
      </span>
    </>
  );
  if (!acts) return <span className={look}>{face}</span>;
  return (
    <button
      type="button"
      className={`bare ${look} positions__person--acts`}
      data-stop
      data-shift={id}
      aria-pressed={isPickedUp}
      title={`${teamMember} · ${showRange(shift)}`}
    >
      {face}
    </button>
  );
});

type FloorStripProps = {
  unplaced: readonly PersonCoverage[];
  out: readonly Shift[];
  timerMinutes: number;
};

/** Who is here and stands nowhere, and who is out: two lines, then '+12', which opens them all. */
export const FloorStrip = memo(function FloorStrip({ unplaced, out, timerMinutes }: FloorStripProps) {
  const { ref, isDropTarget } = useDroppable<DropTarget, HTMLElement>({ data: { nowhere: true } });
  const flow = useRef<HTMLDivElement>(null);
  const count = unplaced.length + out.length;
  const folded = useFolded(flow, unplaced, out);
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? count : folded;
  const rendered = isOpen ? count : Math.max(folded, mostThatFit());
  return (
    <section
      ref={ref}
      className={isDropTarget ? 'floor-strip floor-strip--over screen-only' : 'floor-strip screen-only'}
      aria-label={t('without-position')}
    >
      <div className="floor-strip__flow" ref={flow}>
        {unplaced.length > 0 ? (
          <>
            <h2 className="hint floor-strip__title">{t('no-position')}</h2>
            <ul className="floor-strip__people">
              {unplaced.slice(0, rendered).map((person, index) => (
                <li key={person.shift.id} className="floor-strip__person" hidden={index >= shown}>
                  <PersonChip person={person} position={null} timerMinutes={timerMinutes} />
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="hint floor-strip__title">{t('everyone-placed')}</p>
        )}
        {out.length > 0 && (
          <ul className="floor-strip__people">
            {out.slice(0, Math.max(0, rendered - unplaced.length)).map((shift, index) => (
              <li key={shift.id} className="floor-strip__person" hidden={unplaced.length + index >= shown}>
                {/* beside the first of them, also where that one begins a line */}
                {index === 0 && <h2 className="hint floor-strip__title">{t('out')}</h2>}
                <OutChip shift={shift} />
              </li>
            ))}
          </ul>
        )}
        <button
          type="button"
          className="bare floor-strip__more"
          aria-expanded={isOpen}
          aria-label={isOpen ? undefined : t('more', { count: count - shown })}
          hidden={folded >= count}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('show-fewer') : `+${count - shown}`}
        </button>
      </div>
      {useMayAct() && <WalkInButton />}
    </section>
  );
}, isSame);

const mostLines = 2;
const narrowest = 48;
/** More don't fit on any two lines of this screen, and each would be measured. */
const mostThatFit = (): number => mostLines * Math.ceil(window.screen.width / narrowest);

type People = readonly unknown[];

function useFolded(flow: RefObject<HTMLElement | null>, unplaced: People, out: People): number {
  const [fits, setFits] = useState(unplaced.length + out.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other people take other room
  useLayoutEffect(() => {
    const element = flow.current;
    if (!element) return;
    const measure = () => setFits(fitting(element));
    measure();
    let isKnown = element.offsetWidth > 0;
    const observer = new ResizeObserver(() => {
      // the first report is of what was just measured, and measuring lays out the whole strip
      if (!isKnown) measure();
      isKnown = false;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [flow, unplaced, out]);
  return fits;
}

/** Measures with everybody shown, which nobody sees: it is put back before the next frame. */
function fitting(flow: HTMLElement): number {
  flow.dataset.measured = '';
  const all = [...flow.querySelectorAll('.floor-strip__flow > .floor-strip__title, .floor-strip__person')];
  const boxes = all.map((each) => each.getBoundingClientRect());
  const more = flow.querySelector('.floor-strip__more')?.getBoundingClientRect().width ?? 0;
  const edge = flow.getBoundingClientRect().right;
  delete flow.dataset.measured;
  let line = 1;
  const lines = boxes.map(({ left }, index) => {
    if (index > 0 && left < (boxes[index - 1]?.right ?? 0) - 1) line += 1;
    return line;
  });
  let end = lines.filter((each) => each <= mostLines).length;
  const isTight = () => (boxes[end - 1]?.right ?? 0) + more > edge;
  // one name of the second line stays, with the button below it
  if (end < all.length) while (lines[end - 2] === mostLines && isTight()) end -= 1;
  return all.slice(0, end).filter((each) => each.matches('.floor-strip__person')).length;
}

function WalkInButton() {
  const isPickedUp = useIsPickedUp('walk-in', '');
  return (
    <Button
      size="big"
      icon={<IconUserPlus />}
      className="floor-strip__walk-in"
      data-stop
      data-walk-in
      aria-pressed={isPickedUp}
      aria-label={t('walk-in')}
    >
      <span className="floor-strip__words">{t('walk-in')}</span>
    </Button>
  );
}
