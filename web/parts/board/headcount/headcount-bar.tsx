import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useState } from 'react';
import { words } from '../../../../client/words/words.ts';
import { headcountOf, peopleIn } from '../../../../domain/day/headcount.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import {
  type DutyChange,
  dutyChanges,
  type SetUpMove,
  setUpMoves,
  sparedByMoves,
} from '../../../../domain/day/set-up.ts';
import { dutiesFor } from '../../../../domain/plan/charts.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { spanOf } from '../../../../domain/time/clock-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { MenuButton } from '../../../ui/menu/menu.tsx';
import { useLayoutChange } from '../../forms/change-toast.ts';
import { useClient, useTimeZone } from '../../page/client-context.tsx';
import { recordOn } from '../record-on-day.ts';
import { useMinuteOf, useNames } from '../use-board.tsx';

const t = words('actions');

type HeadcountBarProps = { layout: Layout; rotation: Rotation; acts: boolean };

/** For how many people a rotation with charts is run, and what another number of them changes. Keyed by the rotation. */
export function HeadcountBar({ layout, rotation, acts }: HeadcountBarProps) {
  const minute = useMinuteOf(layout.date, useTimeZone());
  const people = headcountOf(layout, rotation);
  const said =
    rotation.people === undefined ? t('people-count', { count: people }) : t('set-up-for', { people });
  const isOver = minute >= spanOf(rotation, layout.dayStart).end;
  return (
    <div className="headcount">
      {acts ? (
        <ChooseHeadcount layout={layout} rotation={rotation} said={said} />
      ) : (
        <span className="headcount__said">
          <IconUsers aria-hidden="true" />
          {said}
        </span>
      )}
      {acts && !isOver && <WhatChanges layout={layout} rotation={rotation} people={people} />}
    </div>
  );
}

function ChooseHeadcount({ layout, rotation, said }: { layout: Layout; rotation: Rotation; said: string }) {
  const client = useClient();
  const change = useLayoutChange();
  const numbers = (rotation.charts ?? []).map(({ people }) => people);
  const there = peopleIn(layout, rotation);
  const choose = (people: number | null) =>
    recordOn(client, () => change({ type: 'rotation.headcount', rotation: rotation.id, people }));
  const items = [
    {
      id: 'there',
      label: t('whoever-is-there'),
      note: t('people-count', { count: there }),
      isCurrent: rotation.people === undefined,
      onAction: () => choose(null),
    },
    // above the highest chart, all positions are seats
    ...[...numbers, Math.max(0, ...numbers) + 1].map((people) => ({
      id: String(people),
      label: t('set-up-for', { people }),
      isCurrent: rotation.people === people,
      onAction: () => choose(people),
    })),
  ];
  return (
    <MenuButton
      size="big"
      icon={<IconUsers />}
      label={t('how-many', { rotation: rotation.name })}
      sections={[{ items }]}
    >
      {`${said} `}
    </MenuButton>
  );
}

/** Parts of one sentence; the board says the rest. */
const mostSaid = 5;

/** '6 now: Drinks is covered from Register 2; Nikhil moves to Fryer 1', done with one press and taken back with one Undo. */
function WhatChanges({ layout, rotation, people }: { layout: Layout; rotation: Rotation; people: number }) {
  const client = useClient();
  const change = useLayoutChange();
  const nameOf = useNames();
  const [seen, setSeen] = useState(people);
  const moves = setUpMoves(layout, rotation);
  const changed = dutyChanges(dutiesFor(rotation, seen), dutiesFor(rotation, people), rotation);
  const duties = changed.length > 0 ? changed : sparedByMoves(layout, rotation, moves);
  if (duties.length === 0) return null;
  const parts = [
    ...duties.map(sayDuty),
    ...moves.map(({ shift, to }) => t('moves-to', { name: nameOf(shift).short, position: to.name })),
  ];
  const left = parts.length - mostSaid;
  const shown = [...parts.slice(0, mostSaid), ...(left > 0 ? [`+${left}`] : [])].join('; ');
  const setUp = () =>
    recordOn(client, () => {
      const isDone = change(batchOf(rotation, moves), t('was-set-up', { rotation: rotation.name, people }));
      if (isDone) setSeen(people);
      return isDone;
    });
  return (
    <>
      <p className="headcount__changes" role="status">
        {t('now-so-many', { people, changes: shown })}
      </p>
      {moves.length > 0 ? (
        <Button size="big" variant="primary" onPress={setUp}>
          {t('set-up')}
        </Button>
      ) : (
        <Button size="big" variant="quiet" onPress={() => setSeen(people)}>
          {t('seen')}
        </Button>
      )}
    </>
  );
}

function sayDuty({ position, duty, by }: DutyChange): string {
  if (duty.kind === 'covered' && by) return t('is-covered', { position: position.name, by: by.name });
  return t(duty.kind === 'closed' ? 'is-closed' : 'is-seat', { position: position.name });
}

const batchOf = (rotation: Rotation, moves: readonly SetUpMove[]) =>
  ({
    type: 'batch',
    changes: moves.map(({ shift, to }) => ({
      ...({ type: 'shift.seat', before: null } as const),
      ...{ shift: shift.id, rotation: rotation.id, position: to.id },
    })),
  }) as const;
