import { useMemo, useState } from 'react';
import { seatPlanner } from '../../../client/planner/planner.ts';
import { words } from '../../../client/words/words.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { isOutDuring, overlapping } from '../../../domain/day/who-is-there.ts';
import { dayFromDocuments, noToughMinutes } from '../../../domain/planner/from-documents.ts';
import { movesTo, takeOf } from '../../../domain/planner/proposal.ts';
import { useMinuteOf } from '../../parts/board/use-board.tsx';
import { useLayoutChange } from '../../parts/forms/change-toast.ts';
import { asSomeone } from '../../parts/kiosk/unlock-first.ts';
import { useClient, useKnownCrew, useTeam, useTimeZone } from '../../parts/page/client-context.tsx';
import { useAnswer } from '../../parts/planner/use-answer.ts';
import { Button } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Actions } from '../../ui/page/page.tsx';

const t = words('planner');
const page = words('page');

type Asked = Parameters<typeof seatPlanner.ask<'mend'>>[1];
const ask = (asked: Asked) => seatPlanner.ask('mend', asked);

/** In minutes, so that a mend isn't sought anew each minute. */
const step = 5;
/** More isn't a mend but another plan. */
const mostMoves = 8;

/** Where somebody is out, the fewest moves that regain what they would have done, in one press. */
export function MendOffer({ layout }: { layout: Layout }) {
  const client = useClient();
  const change = useLayoutChange();
  const crew = useKnownCrew();
  const teamView = useTeam();
  const team = teamView.state === 'ready' ? teamView.body : null;
  const timeZone = useTimeZone();
  const minute = Math.floor(useMinuteOf(layout.date, timeZone) / step) * step;
  const out = layout.shifts.filter((shift) => shift.out).map(({ id }) => id);
  const [closed, close] = useState('');
  const isWanted = out.length > 0 && closed !== out.join();
  const asked = useMemo(() => {
    if (!isWanted || team === null) return null;
    const { day } = dayFromDocuments({ layout, crew, team, tough: noToughMinutes });
    const ended = new Set(day.rotations.filter(({ end }) => end <= minute).map(({ id }) => id));
    const rotations = layout.rotations
      .filter((rotation) => !ended.has(rotation.id) && hasSomebodyOut(layout, rotation))
      .map(({ id }) => id);
    return rotations.length > 0 ? { day, now: minute, rotations } : null;
  }, [isWanted, layout, crew, team, minute]);
  const { outcome, isCurrent } = useAnswer(ask, asked);
  if (!asked || !isCurrent || !outcome?.ok) return null;
  const { seats, regained } = outcome.value;
  const within = new Set(asked.rotations);
  const moves = movesTo(layout, seats, { keeps: false }).filter(({ rotation }) => within.has(rotation));
  const plan = takeOf(moves, []);
  if (!plan || moves.length > mostMoves) return null;
  return (
    <Alert
      action={
        <Actions>
          <Button size="big" onPress={() => asSomeone(client, () => change(plan))}>
            {t('mend')}
          </Button>
          <Button size="big" variant="quiet" onPress={() => close(out.join())}>
            {page('close')}
          </Button>
        </Actions>
      }
    >
      {regained > 0
        ? t('mend-offer', { moves: moves.length, minutes: regained })
        : t('mend-open', { moves: moves.length })}
    </Alert>
  );
}

const hasSomebodyOut = (layout: Layout, rotation: Layout['rotations'][number]): boolean =>
  overlapping(layout.shifts, rotation, layout.dayStart).some((shift) =>
    isOutDuring(shift, rotation, layout.dayStart),
  );
