import { useMemo, useState } from 'react';
import { ObservableValue } from '../../../../client/observable.ts';
import { seatPlanner } from '../../../../client/planner/planner.ts';
import { showMinute } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import { headcountOf } from '../../../../domain/day/headcount.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { type DutyChange, dutyChanges, setUpMoves, sparedAmong } from '../../../../domain/day/set-up.ts';
import { certainSpan, hasSomebodyOut, isOutDuring } from '../../../../domain/day/who-is-there.ts';
import { byId } from '../../../../domain/list/list.ts';
import { dutiesFor } from '../../../../domain/plan/charts.ts';
import { positionsByShift, positionsOf, type Rotation } from '../../../../domain/plan/rotation.ts';
import {
  mendingMoves,
  movesTo,
  type ProposedMove,
  seatsAfter,
  takeOf,
} from '../../../../domain/planner/proposal.ts';
import { spanOf } from '../../../../domain/time/clock-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useLayoutChange } from '../../forms/change-toast.ts';
import { useClient, useObservable, useTimeZone } from '../../page/client-context.tsx';
import { useAnswer } from '../../planner/use-answer.ts';
import { usePlannerDay } from '../../planner/use-planner-day.ts';
import { recordOn } from '../record-on-day.ts';
import { useMinuteOf, useNames } from '../use-board.tsx';

const t = words('actions');
const page = words('page');

type Asked = Parameters<typeof seatPlanner.ask<'mend'>>[1];
const ask = (asked: Asked, signal: AbortSignal) => seatPlanner.ask('mend', asked, signal);

/** More isn't a mend but another plan. */
const mostMoves = 8;
/** Duties in one sentence; the board says the rest. Everybody who moves is named. */
const mostDuties = 5;

/** The offers that somebody closed, by what they say. */
const closed = new ObservableValue<readonly string[]>([]);
const mostClosed = 50;

type OfferProps = { layout: Layout; rotation: Rotation };

/**
 * '6 now: Drinks is covered from Register 2; Nikhil moves to Fryer 1', '2 moves fill 165 minutes of must-have positions again': what a call-out or another
 * number of people changes, done with one press and taken back with one Undo.
 */
export function Offer({ layout, rotation }: OfferProps) {
  const people = headcountOf(layout, rotation);
  const now = useMinuteOf(layout.date, useTimeZone());
  const [known, setSeen] = useState(people);
  const [taken, setTaken] = useState<{ seen: number; moves: readonly ProposedMove[] } | null>(null);
  // an undo brings back what was offered
  const seen = taken && isTakenBack(layout, taken.moves) ? taken.seen : known;
  const setUp = useMemo(
    () => setUpRows(layout, rotation, { isMore: people > seen, now }),
    [layout, rotation, people, seen, now],
  );
  const isChanged = rotation.charts !== undefined && (setUp.length > 0 || people !== seen);
  const mends = layout.rotations.some((each) => hasSomebodyOut(layout, each)) || isChanged;
  const props = {
    ...{ layout, rotation, people, seen, setUp },
    onSeen(moves: readonly ProposedMove[]) {
      setTaken({ seen, moves });
      setSeen(people);
    },
  };
  return mends ? <PlannedOffer {...props} isChanged={isChanged} /> : null;
}

type SaidProps = OfferProps & {
  people: number;
  seen: number;
  setUp: readonly ProposedMove[];
  /** With the moves that were made for it. */
  onSeen: (moves: readonly ProposedMove[]) => void;
};

const isTakenBack = ({ rotations }: Layout, moves: readonly ProposedMove[]): boolean =>
  moves.length > 0 &&
  moves.every(({ rotation, shift, was }) => {
    const there = byId(rotations, rotation);
    return there && (positionsByShift(there).get(shift)?.position.id ?? null) === was;
  });

/** Where the crew has skills, or there is no chart to go by, the planner decides who moves. */
function PlannedOffer({ isChanged, ...props }: SaidProps & { isChanged: boolean }) {
  const { layout, rotation, setUp } = props;
  const { known, minute, isFairnessAsked } = usePlannerDay(layout);
  const asked = useMemo(() => {
    if (known === null || isFairnessAsked) return null;
    const rotations = layout.rotations.filter(
      (each) =>
        spanOf(each, layout.dayStart).end > minute &&
        (!known.isUnskilled || !each.charts) &&
        (hasSomebodyOut(layout, each) || (isChanged && each.id === rotation.id)),
    );
    return rotations.length > 0
      ? { day: known.day, now: minute, rotations: rotations.map(({ id }) => id) }
      : null;
  }, [known, isFairnessAsked, layout, rotation.id, minute, isChanged]);
  const { outcome, isCurrent } = useAnswer(ask, asked);
  const mended = useMemo(() => {
    if (!asked || !outcome?.ok) return null;
    const moves = mendingMoves(layout, outcome.value.seats, new Set(asked.rotations));
    return moves.length <= mostMoves ? { ...outcome.value, moves } : null;
  }, [layout, asked, outcome]);
  // what is left of the answer before is shown meanwhile, as far as it still can be
  const isAsking = asked !== null && !isCurrent;
  const isPast = mended?.moves.some((move) => !stillFits(layout, move)) ?? true;
  if (known === null || isFairnessAsked || (isAsking && isPast)) return null;
  const isSetUp = !mended || !asked?.rotations.includes(rotation.id);
  return (
    <SaidOffer
      {...props}
      moves={[...(mended?.moves ?? []), ...(isSetUp ? setUp : [])]}
      regained={mended && mended.moves.length > 0 ? mended.regained : null}
      isAsking={isAsking}
    />
  );
}

function stillFits({ shifts, rotations, dayStart }: Layout, move: ProposedMove): boolean {
  if (move.position === null) return true;
  const [shift, rotation] = [byId(shifts, move.shift), byId(rotations, move.rotation)];
  return shift !== undefined && rotation !== undefined && !isOutDuring(shift, rotation, dayStart);
}

type SaidOfferProps = SaidProps & {
  moves: readonly ProposedMove[];
  regained: number | null;
  /** The planner may answer something else in a moment. */
  isAsking: boolean;
};

function SaidOffer({ layout, rotation, people, seen, moves, regained, isAsking, onSeen }: SaidOfferProps) {
  const client = useClient();
  const change = useLayoutChange();
  const sayMove = useMoves(layout.date);
  const closedOnes = useObservable(closed);
  const plan = takeOf(moves, []);
  const positions = positionsOf(rotation);
  const here = moves.filter((move) => move.rotation === rotation.id);
  const left = here.flatMap(({ was }) => byId(positions, was ?? '') ?? []);
  const changed = dutyChanges(dutiesFor(rotation, seen), dutiesFor(rotation, people), rotation);
  const duties = changed.length > 0 ? changed : sparedAmong(layout, rotation, left);
  const about = JSON.stringify([
    ...[layout.date, layout.area, moves.map(({ id, position }) => [id, position])],
    ...(rotation.charts ? [rotation.id, people, duties.map(sayDuty)] : []),
  ]);
  if (closedOnes.includes(about) || (duties.length === 0 && plan === null)) return null;
  const more = duties.length - mostDuties;
  const sayMovesIn = (ofMoves: Rotation) =>
    moves.flatMap((move) => (move.rotation === ofMoves.id ? (sayMove(layout, ofMoves, move) ?? []) : []));
  const parts = [
    ...duties.slice(0, mostDuties).map(sayDuty),
    ...(more > 0 ? [`+${more}`] : []),
    ...sayMovesIn(rotation),
  ];
  const changes = parts.join('; ');
  const elsewhere = layout.rotations.flatMap((other) => {
    const said = other.id === rotation.id ? [] : sayMovesIn(other);
    return said.length > 0 ? [t('moves-in', { rotation: other.name, changes: said.join('; ') })] : [];
  });
  const count = moves.filter(({ position }) => position !== null).length;
  const take = () =>
    recordOn(client, () => {
      const said = rotation.charts && t('was-set-up', { rotation: rotation.name, people });
      const isDone = plan !== null && change(plan, said);
      if (isDone) onSeen(moves);
      return isDone;
    });
  return (
    <>
      <p className="headcount__changes" role="status">
        {rotation.charts && parts.length > 0 ? t('now-so-many', { people, changes }) : changes}
        {elsewhere.map((said) => (
          <span key={said} className="headcount__more">
            {said}
          </span>
        ))}
        {regained !== null && (
          <span className="headcount__more">
            {regained > 0
              ? t('mend-offer', { moves: count, minutes: regained })
              : t('mend-open', { moves: count })}
          </span>
        )}
      </p>
      {plan && (
        // no button that means something else by the time it is pressed
        <Button
          size="big"
          variant="primary"
          aria-disabled={isAsking}
          onPress={() => {
            if (!isAsking) take();
          }}
        >
          {rotation.charts ? t('set-up') : t('mend')}
        </Button>
      )}
      {plan ? (
        <Button
          size="big"
          variant="quiet"
          onPress={() => closed.set([...closedOnes, about].slice(-mostClosed))}
        >
          {page('close')}
        </Button>
      ) : (
        <Button size="big" variant="quiet" onPress={() => onSeen([])}>
          {t('seen')}
        </Button>
      )}
    </>
  );
}

/** 'Nikhil moves to Fryer 1'; a time is said for who is there later only, so that two can be named for one position. */
function useMoves(date: string) {
  const nameOf = useNames();
  const now = useMinuteOf(date, useTimeZone());
  return ({ shifts, dayStart }: Layout, rotation: Rotation, move: ProposedMove): string | null => {
    const positions = positionsOf(rotation);
    const shift = byId(shifts, move.shift);
    if (!shift) return null;
    const name = nameOf(shift).short;
    const from = byId(positions, move.was ?? '');
    const to = byId(positions, move.position ?? '');
    if (!to) return from ? t('moves-off', { name, position: from.name }) : null;
    const start = certainSpan(shift, dayStart)?.start ?? 0;
    return start > Math.max(spanOf(rotation, dayStart).start, now)
      ? t('moves-to-at', { name, position: to.name, time: showMinute(start) })
      : t('moves-to', { name, position: to.name });
  };
}

function sayDuty({ position, duty, by }: DutyChange): string {
  if (duty.kind === 'covered' && by) return t('is-covered', { position: position.name, by: by.name });
  return t(duty.kind === 'closed' ? 'is-closed' : 'is-seat', { position: position.name });
}

/** As rows of a plan, which have no effect where somebody overtakes them. */
function setUpRows(
  layout: Layout,
  rotation: Rotation,
  more: { isMore: boolean; now: number },
): readonly ProposedMove[] {
  const rows = setUpMoves(layout, rotation, more).map(({ shift, from, to }) => ({
    ...{ rotation: rotation.id, shift: shift.id, position: to.id },
    ...{ was: from?.id ?? null, there: to.seats },
  }));
  return rows.length === 0 ? [] : movesTo(layout, seatsAfter(layout, rows), { keeps: false });
}
