import {
  type MouseEvent,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { words } from '../../../../client/words/words.ts';
import { isSame } from '../../../../domain/change/same.ts';
import {
  isPresent,
  nextOn,
  type PositionCoverage,
  type RotationCoverage,
  seatNote,
  showCovered,
} from '../../../../domain/day/coverage.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { mayRunTheDay, type Role } from '../../../../domain/team/user.ts';
import { overlaps } from '../../../../domain/time/clock-time.ts';
import { arrowMove } from '../../../parts/board/arrow-keys.ts';
import { type BoardTarget, boardTarget } from '../../../parts/board/board-target.ts';
import { Headcount } from '../../../parts/board/headcount/headcount.tsx';
import { NothingYet } from '../../../parts/board/no-rotations.tsx';
import { sparedText } from '../../../parts/board/spared.ts';
import { useCoverage, useNames } from '../../../parts/board/use-board.tsx';
import { DragArea } from '../../../parts/drag/drag-area.tsx';
import { useDroppable } from '../../../parts/drag/drag-items.ts';
import { useObservable } from '../../../parts/page/client-context.tsx';
import { lazyPart, loadWhenIdle } from '../../../parts/page/lazy-screen.tsx';
import { currentAddress, navigate } from '../../../parts/page/navigation.ts';
import { richWords } from '../../../parts/page/rich-words.tsx';
import { watchTicks } from '../../../parts/page/ticker.ts';
import { untouchedFor } from '../../../parts/page/user-activity.ts';
import { EditedBy, useHold } from '../../../parts/presence/use-presence.tsx';
import { useListener } from '../../../ui/page/events.ts';
import { Card, VisuallyHidden } from '../../../ui/page/page.tsx';
import { Columns } from '../../../ui/table/columns.tsx';
import { withoutPerson } from '../../../urls.ts';
import { FloorStrip } from './floor-strip.tsx';
import { ArrivingPerson, PersonChip } from './person-chip.tsx';
import {
  type Dragged,
  type DropTarget,
  Hand,
  HandContext,
  type PickedUp,
  type Places,
  useIsPickedUp,
  useMayAct,
  usePlaces,
} from './picked-up.ts';
import './floor.css';
import '../../../parts/board/positions.css';
import './subarea-cards.css';

const t = words('day');

const ActionSheet = lazyPart(() => import('../actions/action-sheet.tsx'), 'ActionSheet');
void loadWhenIdle(ActionSheet.load);

/** On a shared screen, whoever picked it up has gone then. */
const forgottenMilliseconds = 60_000;

function thingAt(target: Element): PickedUp | null {
  const { shift, position, walkIn } = target.closest<HTMLElement>('[data-stop]')?.dataset ?? {};
  if (shift !== undefined) return { kind: 'person', id: shift };
  if (position !== undefined) return { kind: 'position', id: position };
  return walkIn === undefined ? null : { kind: 'walk-in', id: '', shift: null };
}

/** What is picked up meets what is pressed: whether it was done, or null when that is to be picked up instead. */
function act(pickedUp: PickedUp, pressed: PickedUp, places: Places): boolean | null {
  const { positionOf } = places;
  if (pickedUp.kind === 'walk-in' && pickedUp.shift !== null && pressed.kind === 'position') {
    return places.walkIn(pickedUp.shift, pressed.id);
  }
  if (pickedUp.kind === 'position' && pressed.kind === 'person') {
    return positionOf(pressed.id) === pickedUp.id ? null : places.move(pressed.id, pickedUp.id);
  }
  // who is out is looked at, not moved
  if (pickedUp.kind !== 'person' || places.isOut(pickedUp.id)) return null;
  if (pressed.kind === 'position') {
    return positionOf(pickedUp.id) === pressed.id ? null : places.move(pickedUp.id, pressed.id);
  }
  // two who stand together, or nowhere, have nothing to swap
  const canSwap = pressed.kind === 'person' && positionOf(pickedUp.id) !== positionOf(pressed.id);
  return canSwap ? places.swap(pickedUp.id, pressed.id) : null;
}

type FloorProps = { layout: Layout; rotation: Rotation; role: Role };

export const Floor = memo(function Floor({ layout, rotation, role }: FloorProps) {
  const coverage = useCoverage(layout, rotation);
  const { breakTimerMinutes } = layout;
  const board = (
    <>
      <Headcount layout={layout} rotation={rotation} acts={mayRunTheDay(role)} />
      <FloorStrip unplaced={coverage.unplaced} out={coverage.out} timerMinutes={breakTimerMinutes} />
      <SubareaCards
        rotation={rotation}
        coverage={coverage}
        locks={layout.locks?.filter((lock) => lock.rotation === rotation.id) ?? none}
        timerMinutes={breakTimerMinutes}
      />
    </>
  );
  if (!mayRunTheDay(role)) return <ShownFloor rotation={rotation.id}>{board}</ShownFloor>;
  return (
    // what was picked up belongs to one rotation
    <ActingFloor key={rotation.id} layout={layout} rotation={rotation}>
      {board}
    </ActingFloor>
  );
});

function ShownFloor({ rotation, children }: { rotation: string; children: ReactNode }) {
  useShowOnBoard(rotation, null);
  return <div className="floor">{children}</div>;
}

type ActingFloorProps = { layout: Layout; rotation: Rotation; children: ReactNode };

function ActingFloor({ layout, rotation, children }: ActingFloorProps) {
  const [hand] = useState(() => new Hand(null));
  const pickedUp = useObservable(hand);
  const nameOf = useNames();
  const places = usePlaces(rotation.id);
  const board = useRef<HTMLDivElement>(null);
  useShowOnBoard(rotation.id, hand);
  useHold(
    pickedUp &&
      (pickedUp.kind === 'walk-in'
        ? {}
        : { [pickedUp.kind === 'person' ? 'shift' : 'position']: pickedUp.id }),
  );

  useListener('keydown', ({ key }) => {
    if (key === 'Escape' && !document.querySelector('dialog[open]')) hand.letGo();
  });
  useEffect(() => watchTicks(() => untouchedFor() >= forgottenMilliseconds && hand.set(null)), [hand]);

  function press(event: MouseEvent) {
    const pressed = thingAt(event.target as Element);
    // a drag has ended here
    if (!pressed || event.defaultPrevented) return;
    const before = hand.get();
    const isDone = before && act(before, pressed, places);
    if (isDone) hand.letGo();
    if (isDone !== null) return;
    if (before?.kind === pressed.kind && before.id === pressed.id) return hand.letGo();
    hand.isByKey = event.detail === 0;
    hand.set(pressed);
  }

  const isWaiting = pickedUp?.kind === 'walk-in' && pickedUp.shift === null;
  const isOut = pickedUp?.kind === 'person' && places.isOut(pickedUp.id);
  // for style sheets, which show what can be pressed; what was pressed shows first: this styles a few hundred things
  const shown = useDeferredValue(isWaiting || isOut ? undefined : pickedUp?.kind);
  return (
    <HandContext value={hand}>
      <DragArea
        onDragStart={() => hand.set(null)}
        onDrop={(dragged: Dragged, place: DropTarget) => places.drop(dragged.shift, place)}
        ghost={({ shift }) => {
          const found = byId(layout.shifts, shift);
          return found ? nameOf(found).short : '';
        }}
      >
        <div className="floor" data-held={shown}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed */}
          <div
            ref={board}
            onClick={press}
            onKeyDown={(event) => {
              if (board.current && arrowMove(board.current, event.key)) event.preventDefault();
            }}
          >
            {children}
          </div>
          <div className="floor__foot" data-lifted />
          {pickedUp && (
            <ActionSheet
              key={`${pickedUp.kind} ${pickedUp.id}`}
              {...{ pickedUp, hand, layout, rotation, places }}
              onClose={() => hand.set(null)}
            />
          )}
        </div>
      </DragArea>
    </HandContext>
  );
}

type Locks = NonNullable<Layout['locks']>;
const none: Locks = [];

type PositionRowProps = { covered: PositionCoverage; locks: Locks; timerMinutes: number };

/** All of it can be pressed and dropped on by who may act, except for the people on it. */
const PositionRow = memo(function PositionRow({ covered, locks, timerMinutes }: PositionRowProps) {
  const { position, people, isOpen, spared } = covered;
  const { id, name, breaker } = position;
  const nameOf = useNames();
  const acts = useMayAct();
  const isHeld = useIsPickedUp('position', id);
  const { ref, isDropTarget } = useDroppable<DropTarget, HTMLLIElement>({ data: { position: id } });
  const present = people.filter(isPresent);
  const next = isOpen ? nextOn(covered) : null;
  const looks = [
    isOpen && 'positions__row--open',
    spared && 'positions__row--spared',
    acts && 'positions__row--acts',
  ];
  return (
    <li
      ref={ref}
      className={['positions__row', ...looks, isDropTarget && 'positions__row--over']
        .filter(Boolean)
        .join(' ')}
      data-row={id}
    >
      {acts ? (
        <>
          <button
            type="button"
            className="bare positions__name positions__place"
            data-stop
            data-position={id}
            aria-pressed={isHeld}
            title={name}
          >
            {name}
            <VisuallyHidden>{spoken(covered)}</VisuallyHidden>
            {breaker && <Breaker />}
          </button>
          <EditedBy what="position" id={id} />
        </>
      ) : (
        <span className="positions__name" title={name}>
          {name}
          {breaker && <Breaker />}
        </span>
      )}
      <span
        className={present.length > 1 ? 'positions__people positions__people--several' : 'positions__people'}
      >
        {present.map((person) => (
          <PersonChip
            key={person.shift.id}
            person={person}
            position={name}
            note={seatNote(person, covered)}
            isLocked={locks.some((lock) => lock.position === id && lock.shift === person.shift.id)}
            timerMinutes={timerMinutes}
          />
        ))}
        {spared && <span className="positions__spared">{sparedText(spared, nameOf)}</span>}
        {isOpen && (
          <span className="positions__open">
            {next
              ? richWords((gaps) => t('open-next', gaps), { person: <ArrivingPerson person={next} /> })
              : t('open')}
          </span>
        )}
      </span>
    </li>
  );
}, isSame);

function spoken({ isOpen, spared }: PositionCoverage): string {
  if (spared) return t(`spoken-${spared.kind}`);
  return isOpen ? t('spoken-open') : t('spoken-position');
}

const Breaker = () => <span className="positions__note">{t('relieves-breaks')}</span>;

type SubareaCardsProps = {
  rotation: Rotation;
  coverage: RotationCoverage;
  locks: Locks;
  timerMinutes: number;
};

function SubareaCards({ rotation, coverage, locks, timerMinutes }: SubareaCardsProps) {
  const { subareas } = rotation;
  if (subareas.length === 0) return <NothingYet title={t('no-subareas')} />;
  return (
    <Columns minWidth={280} sizes={subareas.map(({ positions }) => 1 + Math.max(1, positions.length))}>
      {subareas.map(({ id, name, positions }) => (
        <SubareaCard
          key={id}
          name={name}
          count={showCovered(coverage.subareas.get(id), t)}
          covered={positions.flatMap((position) => coverage.positions.get(position.id) ?? [])}
          locks={locks}
          timerMinutes={timerMinutes}
        />
      ))}
    </Columns>
  );
}

type SubareaCardProps = {
  name: string;
  count: string;
  covered: readonly PositionCoverage[];
  locks: Locks;
  timerMinutes: number;
};

const SubareaCard = memo(function SubareaCard({ name, count, covered, ...rest }: SubareaCardProps) {
  return (
    <Card title={name} aside={count}>
      {covered.length === 0 ? (
        <p className="positions__none">{t('no-positions')}</p>
      ) : (
        <ul className="positions divided">
          {covered.map((each) => (
            <PositionRow key={each.position.id} covered={each} {...rest} />
          ))}
        </ul>
      )}
    </Card>
  );
}, isSame);

const isAboutRotation = ({ shift, position, walkIn }: BoardTarget): boolean =>
  shift === undefined && position === undefined && walkIn === undefined;

const shows = ({ rotations }: BoardTarget, rotation: string): boolean =>
  rotations.length === 0 || rotations.includes(rotation);

/** Shows the person in the address, who is opened once: not again when the page is reloaded. */
export function useShowPerson(person: string | undefined, { shifts, rotations, dayStart }: Layout): void {
  useEffect(() => {
    if (person === undefined) return;
    const shift = byId(shifts, person);
    if (shift) {
      const theirs = rotations.filter((each) => overlaps(shift, each, dayStart)).map(({ id }) => id);
      boardTarget.set({ shift: person, rotations: theirs });
    }
    navigate(withoutPerson(currentAddress()), { replace: true, keepScroll: true });
  }, [person, shifts, rotations, dayStart]);
}

export function useShowRotation(
  { rotations }: Layout,
  shown: string | undefined,
  choose: (rotation: string) => void,
): void {
  const wanted = useObservable(boardTarget);
  const show = useEffectEvent((target: BoardTarget, current: string) => {
    const [best] = target.rotations;
    const isElsewhere = best !== undefined && !shows(target, current);
    if (isElsewhere && byId(rotations, best)) choose(best);
    // or it was deleted meanwhile
    else if (isElsewhere || isAboutRotation(target)) boardTarget.set(null);
  });
  useEffect(() => {
    if (wanted !== null && shown !== undefined) show(wanted, shown);
  }, [wanted, shown]);
}

/** Picks up the person or position to show; where nothing can be picked up, it is marked for a moment. */
function useShowOnBoard(rotation: string, hand: Hand | null): void {
  const wanted = useObservable(boardTarget);
  useEffect(() => {
    if (wanted === null || !shows(wanted, rotation) || isAboutRotation(wanted)) return;
    const { shift, position = '', walkIn } = wanted;
    boardTarget.set(null);
    if (!hand) {
      const [attribute, id] = shift === undefined ? ['data-row', position] : ['data-person', shift];
      return mark(`[${attribute}="${CSS.escape(id)}"]`);
    }
    hand.isByKey = true;
    if (walkIn) hand.set({ kind: 'walk-in', id: '', shift: walkIn });
    else if (shift !== undefined) hand.set({ kind: 'person', id: shift });
    else hand.set({ kind: 'position', id: position });
  }, [wanted, rotation, hand]);
}

const markedFor = 3_000;

function mark(selector: string): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) return;
  found.scrollIntoView({ block: 'center' });
  found.classList.add('positions__found');
  setTimeout(() => found.classList.remove('positions__found'), markedFor);
}
