import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs';
import IconQuestionMark from '@tabler/icons-react/dist/esm/icons/IconQuestionMark.mjs';
import { useState } from 'react';
import { bareTime, showDate, showMinute } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { isLockedSeat } from '../../../../domain/day/locks.ts';
import { jobOf, type Shift } from '../../../../domain/day/shift.ts';
import { certainSpan } from '../../../../domain/day/who-is-there.ts';
import { byId } from '../../../../domain/list/list.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from '../../../../domain/plan/rotation.ts';
import { type ProposedBreaks, type ProposedMove, takeOf } from '../../../../domain/planner/proposal.ts';
import {
  type YoungProblem,
  youngFrom,
  youngHours,
  youngHoursReadOn,
  youngUntil,
} from '../../../../domain/planner/young-hours.ts';
import { showLength, spanOf } from '../../../../domain/time/clock-time.ts';
import { useNamesIn } from '../../../parts/board/use-board.tsx';
import { useLayoutChange } from '../../../parts/forms/change-toast.ts';
import { asSomeone } from '../../../parts/kiosk/unlock-first.ts';
import { useClient, useTeam } from '../../../parts/page/client-context.tsx';
import { lazyPart } from '../../../parts/page/lazy-screen.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../../ui/button/button.tsx';
import { Checkbox } from '../../../ui/form/form.tsx';
import { Alert } from '../../../ui/message/message.tsx';
import { Card } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { BreakRow } from './break-row.tsx';
import { reasonText, selector } from './reason-text.ts';
import type { Proposal } from './use-proposal.ts';

const t = words('planner');
const page = words('page');
const day = words('day');

type ReviewProps = { layout: Layout; proposal: Proposal };

/** What a plan would change, row by row. It comes with the first plan. */
export function ProposedPlan({ layout, proposal }: ReviewProps) {
  const client = useClient();
  const change = useLayoutChange();
  const go = useNavigateTo();
  const { moves, choice, breaks, breakRows, seats, over } = proposal;
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const chosen = moves.filter(({ id }) => choice.chosen.has(id));
  const chosenBreaks = breakRows.filter(({ shift }) => !dropped.has(shift));
  const all = moves.length + breakRows.length;
  const count = chosen.length + chosenBreaks.length;

  function take(taken: readonly ProposedMove[], plannedBreaks: readonly ProposedBreaks[], isAll: boolean) {
    const plan = takeOf(taken, plannedBreaks);
    if (plan) asSomeone(client, () => change(plan) && isAll && go(urls.rotations));
  }

  return (
    <>
      <div className="actions planner__take" aria-busy={!seats.isCurrent || !breaks.isCurrent}>
        <Button
          variant="primary"
          isDisabled={count === 0 || !seats.isCurrent || !breaks.isCurrent}
          onPress={() => take(chosen, chosenBreaks, true)}
        >
          {t('take')}
        </Button>
        <ButtonLink href={urls.rotations}>{page('cancel')}</ButtonLink>
        <span role="status">{all === 0 ? t('complete') : t('selected', { count, all })}</span>
      </div>
      <Problems layout={layout} proposal={proposal} />
      {layout.rotations
        .filter(({ id }) => !over.has(id))
        .map((rotation) => (
          <ProposedRotation
            key={rotation.id}
            {...{ layout, rotation, proposal }}
            onTake={(taken) => take(taken, [], false)}
          />
        ))}
      {breakRows.length > 0 && (
        <Card
          title={t('breaks')}
          aside={t('selected', { count: chosenBreaks.length, all: breakRows.length })}
        >
          <div className="planner__rows">
            <AllOrNone
              of={t('breaks')}
              onSet={(isChosen) =>
                setDropped(isChosen ? new Set() : new Set(breakRows.map(({ shift }) => shift)))
              }
            />
            <ul className="planner__list">
              {breakRows.map((row) => (
                <BreakRow
                  key={row.shift}
                  {...{ layout, row }}
                  isChosen={!dropped.has(row.shift)}
                  onChoose={(isChosen) =>
                    setDropped((before) => {
                      const next = new Set(before);
                      if (isChosen) next.delete(row.shift);
                      else next.add(row.shift);
                      return next;
                    })
                  }
                />
              ))}
            </ul>
          </div>
        </Card>
      )}
    </>
  );
}

/** What cannot be, besides the positions that stay open, which say it themselves. */
function Problems({ layout, proposal }: ReviewProps) {
  const nameOf = useNamesIn(layout.shifts);
  const rotationName = (id: string) => byId(layout.rotations, id)?.name ?? '';
  const texts = (proposal.plan?.problems ?? []).flatMap((problem) => {
    switch (problem.kind) {
      case 'too-many-people':
        return [t('too-many-people', { rotation: rotationName(problem.rotation), count: problem.people })];
      case 'same-name':
        return [t('same-name', { name: problem.name })];
      case 'overlapping': {
        const [one, other] = problem.rotations;
        return [t('overlapping', { one: rotationName(one), other: rotationName(other) })];
      }
      case 'lock': {
        const shift = byId(layout.shifts, problem.lock.shift);
        const rotation = byId(layout.rotations, problem.lock.rotation);
        const position = rotation && byId(positionsOf(rotation), problem.lock.position);
        return shift && position
          ? [
              t('lock-fault', {
                name: nameOf(shift).full,
                position: position.name,
                fault: selector(problem.fault),
              }),
            ]
          : [];
      }
      default:
        return [];
    }
  });
  texts.push(...youngTexts(useYoungHours(layout, proposal)));
  if (texts.length === 0) return null;
  return (
    <Alert tone="warning">
      {texts.map((text) => (
        <span key={text} className="planner__was">
          {text}
        </span>
      ))}
    </Alert>
  );
}

function useYoungHours({ date }: Layout, { known }: Proposal): readonly YoungProblem[] {
  const team = useTeam();
  if (known === null || team.state !== 'ready') return [];
  return youngHours(known.day, date, team.body.planning?.jurisdiction);
}

/** What is said of the hours of minors, and what of them is looked at. */
function youngTexts(problems: readonly YoungProblem[]): readonly string[] {
  if (problems.length === 0) return [];
  const textOf = ({ shift: { name, start, end }, why }: YoungProblem): string => {
    switch (why) {
      case 'early':
        return t('young-early', { name, from: showMinute(youngFrom), start: showMinute(start) });
      case 'late': {
        const [until, summer] = [showMinute(youngUntil.usual), showMinute(youngUntil.summer)];
        return t('young-late', { name, until, summer, end: showMinute(end) });
      }
      case 'long':
        return t('young-long', { name, length: showLength(end - start) });
    }
  };
  return [...new Set(problems.map(textOf)), t('young-checked', { date: showDate(youngHoursReadOn) })];
}

function AllOrNone({ of, onSet }: { of: string; onSet: (isChosen: boolean) => void }) {
  return (
    <>
      <Button variant="quiet" aria-label={t('all-of', { of })} onPress={() => onSet(true)}>
        {t('all')}
      </Button>
      <Button variant="quiet" aria-label={t('none-of', { of })} onPress={() => onSet(false)}>
        {t('none')}
      </Button>
    </>
  );
}

type RotationProps = ReviewProps & { rotation: Rotation; onTake: (moves: readonly ProposedMove[]) => void };

function ProposedRotation({ layout, rotation, proposal, onTake }: RotationProps) {
  const { moves, choice, seats } = proposal;
  const ofIt = moves.filter((move) => move.rotation === rotation.id);
  const chosen = ofIt.filter(({ id }) => choice.chosen.has(id));
  const leaving = ofIt.filter(({ position }) => position === null);
  return (
    <Card
      title={rotation.name}
      aside={ofIt.length > 0 && t('selected', { count: chosen.length, all: ofIt.length })}
    >
      <div className="planner__rows">
        {ofIt.length > 0 && (
          <div className="actions">
            <AllOrNone
              of={rotation.name}
              onSet={(isChosen) =>
                choice.set(
                  ofIt.map(({ id }) => id),
                  isChosen,
                )
              }
            />
            <Button isDisabled={chosen.length === 0 || !seats.isCurrent} onPress={() => onTake(chosen)}>
              {t('take-of', { rotation: rotation.name })}
            </Button>
          </div>
        )}
        {rotation.subareas.map((subarea) => (
          <ProposedSubarea key={subarea.id} {...{ layout, rotation, subarea, proposal }} />
        ))}
        {leaving.length > 0 && (
          <ul className="planner__list">
            {leaving.map((move) => (
              <MoveRow key={move.id} {...{ layout, rotation, proposal, move }} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

type SubareaProps = ReviewProps & { rotation: Rotation; subarea: Subarea };

function ProposedSubarea({ layout, rotation, subarea, proposal }: SubareaProps) {
  const { moves, choice, known, plan } = proposal;
  const wanted = new Set(
    known?.day.rotations.find(({ id }) => id === rotation.id)?.seats.map(({ id }) => id),
  );
  const filled = new Set(
    plan?.seats.flatMap((seat) => (seat.rotation === rotation.id ? [seat.position] : [])),
  );
  const causeOf = (position: Position) =>
    plan?.problems.flatMap((problem) =>
      problem.kind === 'open' && problem.rotation === rotation.id && problem.positions.includes(position.id)
        ? [problem.cause]
        : [],
    )[0] ?? 'other';
  const movesTo = (position: Position) =>
    moves.filter((move) => move.rotation === rotation.id && move.position === position.id);
  const ids = subarea.positions.flatMap((position) => movesTo(position).map(({ id }) => id));
  const gone = new Set(moves.filter((move) => move.rotation === rotation.id).map(({ shift }) => shift));
  const rows = subarea.positions.flatMap((position) => {
    const coming = movesTo(position);
    const staying = position.seats.filter((shift) => !gone.has(shift));
    const isOpen =
      wanted.has(position.id) && !filled.has(position.id) && staying.length + coming.length === 0;
    return [
      ...staying.map((shift) => (
        <StayingRow key={`stays ${shift}`} {...{ layout, rotation, position, shift, proposal }} />
      )),
      ...coming.map((move) => <MoveRow key={move.id} {...{ layout, rotation, proposal, move }} />),
      ...(isOpen
        ? [
            <li key={`open ${position.id}`} className="planner__row planner__row--open">
              <span className="planner__text">
                {t('stays-open', { position: position.name, cause: selector(causeOf(position)) })}
              </span>
              <WhyNot {...{ layout, rotation, position, proposal }} />
            </li>,
          ]
        : []),
    ];
  });
  if (rows.length === 0) return null;
  const of = t('subarea-in', { subarea: subarea.name, rotation: rotation.name });
  return (
    <section aria-label={of}>
      <div className="actions planner__subarea">
        <h3>{subarea.name}</h3>
        {ids.length > 0 && <AllOrNone of={of} onSet={(isChosen) => choice.set(ids, isChosen)} />}
      </div>
      <ul className="planner__list">{rows}</ul>
    </section>
  );
}

type MoveProps = ReviewProps & { rotation: Rotation; move: ProposedMove };

/** 'Register 1: Ana Price', with who had it, where Ana was, and why. */
function MoveRow({ layout, rotation, proposal, move }: MoveProps) {
  const nameOf = useNamesIn(layout.shifts);
  const shift = byId(layout.shifts, move.shift);
  if (!shift) return null;
  const { choice, plan, known } = proposal;
  const positions = positionsOf(rotation);
  const position = byId(positions, move.position ?? '');
  const name = nameOf(shift).full;
  const names = move.there.flatMap((id) => {
    const other = byId(layout.shifts, id);
    return other ? [nameOf(other).full] : [];
  });
  const from = byId(positions, move.was ?? '');
  const was = [
    ...(position && names.length > 0 ? [t('was', { names: names.join(', ') })] : []),
    ...(from ? [t('comes-from', { name, position: from.name })] : []),
  ];
  const seat = plan?.seats.find((each) => each.rotation === rotation.id && each.shift === move.shift);
  const inPlan = known?.day.rotations
    .find(({ id }) => id === rotation.id)
    ?.seats.find(({ id }) => id === move.position);
  const reason =
    seat && inPlan
      ? reasonText(seat.reasons, {
          station: inPlan.station?.slice(inPlan.station.indexOf('/') + 1) ?? inPlan.name,
          priority: inPlan.priority,
          job: jobOf(shift),
          nameOfPosition: (id) => byId(positions, id)?.name ?? '',
        })
      : '';
  return (
    <li className="planner__row">
      <Checkbox
        label={position ? t('would-be', { position: position.name, name }) : t('without', { name })}
        description={
          <>
            {position && <Hours {...{ layout, rotation, shift }} />}
            {was.length > 0 && <span className="planner__was">{was.join(' ')}</span>}
            {reason && <span className="planner__why">{reason}</span>}
          </>
        }
        isSelected={choice.chosen.has(move.id)}
        onChange={(isChosen) => choice.set([move.id], isChosen)}
      />
      {position && <WhyNot {...{ layout, rotation, position, proposal }} />}
    </li>
  );
}

type HoursProps = { layout: Layout; rotation: Rotation; shift: Shift };

/** 'until 12:00', for who isn't there all the time: a position can be handed on. */
function Hours({ layout: { dayStart }, rotation, shift }: HoursProps) {
  const [hours, whole] = [certainSpan(shift, dayStart), spanOf(rotation, dayStart)];
  if (!hours) return null;
  const [from, until] = [bareTime(hours.start), bareTime(hours.end)];
  const [isLater, isShorter] = [hours.start > whole.start, hours.end < whole.end];
  if (!isLater && !isShorter) return null;
  return (
    <span className="planner__hours">
      {isLater && isShorter
        ? day('from-until', { from, until })
        : isLater
          ? day('from', { time: from })
          : day('until', { time: until })}
    </span>
  );
}

const WhyNotDialog = lazyPart(() => import('./why-not.tsx'), 'WhyNotDialog');

type WhyNotProps = ReviewProps & { rotation: Rotation; position: Position };

function WhyNot({ layout, rotation, position, proposal }: WhyNotProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('why-not-at', { position: position.name, rotation: rotation.name })}
        onPress={() => setOpen(true)}
      >
        <span className="planner__word">{t('why-not')}</span>
        <IconQuestionMark className="planner__sign" aria-hidden="true" />
      </Button>
      {isOpen && (
        <WhyNotDialog
          {...{ layout, rotation, position, proposal }}
          onUse={(plan) => {
            proposal.use(plan);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

type StayingProps = ReviewProps & { rotation: Rotation; position: Position; shift: string };

function StayingRow({ layout, rotation, position, shift: id, proposal }: StayingProps) {
  const client = useClient();
  const change = useLayoutChange();
  const nameOf = useNamesIn(layout.shifts);
  const shift = byId(layout.shifts, id);
  if (!shift) return null;
  const seat = { shift: id, rotation: rotation.id, position: position.id };
  const isLocked = isLockedSeat(layout, seat);
  const gaps = { name: nameOf(shift).full, position: position.name };
  return (
    <li className="planner__row">
      <span className="planner__text">
        {t('stays', gaps)}
        <Hours {...{ layout, rotation, shift }} />
      </span>
      <Button
        variant="quiet"
        icon={isLocked ? <IconLock /> : <IconLockOpen />}
        aria-pressed={isLocked}
        aria-label={t('lock-person', gaps)}
        onPress={() => asSomeone(client, () => change({ type: 'seat.lock', ...seat, locked: !isLocked }))}
      >
        <span className="planner__word">{t('lock')}</span>
      </Button>
      <WhyNot {...{ layout, rotation, position, proposal }} />
    </li>
  );
}
