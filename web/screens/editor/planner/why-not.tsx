import { useMemo, useState } from 'react';
import { seatPlanner } from '../../../../client/planner/planner.ts';
import type { ReasonedPlan } from '../../../../client/planner/seat-work.ts';
import { compareNames } from '../../../../client/words/lists.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { overlapping } from '../../../../domain/day/who-is-there.ts';
import { byId } from '../../../../domain/list/list.ts';
import type { Position, Rotation } from '../../../../domain/plan/rotation.ts';
import type { WhyNot } from '../../../../domain/planner/reasons.ts';
import { useNamesIn } from '../../../parts/board/use-board.tsx';
import { useAnswer } from '../../../parts/planner/use-answer.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SelectField } from '../../../ui/form/form.tsx';
import { Alert, Loading } from '../../../ui/message/message.tsx';
import { Stack } from '../../../ui/page/page.tsx';
import { selector } from './reason-text.ts';
import type { Proposal } from './use-proposal.ts';

const t = words('planner');

type Asked = Parameters<typeof seatPlanner.ask<'whyNot'>>[1];
const ask = (asked: Asked, signal: AbortSignal) => seatPlanner.ask('whyNot', asked, signal);

type WhyNotProps = {
  layout: Layout;
  rotation: Rotation;
  position: Position;
  proposal: Proposal;
  onUse: (plan: ReasonedPlan) => void;
  onClose: () => void;
};

/** Somebody is picked, and the answer says what it would cost to have them there. */
export function WhyNotDialog({ layout, rotation, position, proposal, onUse, onClose }: WhyNotProps) {
  const nameOf = useNamesIn(layout.shifts);
  const [shift, choose] = useState('');
  const { asked: planned, plan } = proposal;
  const asked = useMemo(() => {
    if (shift === '' || !planned || !plan) return null;
    const seats = plan.seats.map(({ reasons: _, ...seat }) => seat);
    const seat = { rotation: rotation.id, position: position.id, shift };
    return { ...planned, plan: { seats, points: plan.points }, seat };
  }, [shift, planned, plan, rotation.id, position.id]);
  const { outcome, isCurrent } = useAnswer(ask, asked);
  const people = overlapping(layout.shifts, rotation, layout.dayStart)
    .map((each) => ({ value: each.id, label: nameOf(each).full }))
    .sort((one, other) => compareNames(one.label, other.label));
  const named = (id: string) => {
    const found = byId(layout.shifts, id);
    return found ? nameOf(found).full : '';
  };
  const { instead } = (outcome?.ok && isCurrent && outcome.value) || { instead: null };
  return (
    <Dialog
      title={t('why-not-at', { position: position.name, rotation: rotation.name })}
      onClose={onClose}
      actions={
        instead && (
          <Button variant="primary" onPress={() => onUse(instead)}>
            {t('use-instead')}
          </Button>
        )
      }
    >
      <Stack>
        <SelectField
          label={t('why-not-person')}
          placeholder={t('choose-person')}
          value={shift}
          onChange={choose}
          options={people}
        />
        <div role="status">
          {asked && !isCurrent && <Loading label={t('planning')} />}
          {asked && isCurrent && outcome && (
            <Alert tone={outcome.ok ? 'info' : 'problem'}>
              {outcome.ok ? answerText(outcome.value.why, named(shift), named) : sentence(outcome.problem)}
            </Alert>
          )}
        </div>
      </Stack>
    </Dialog>
  );
}

function answerText(why: WhyNot, name: string, named: (shift: string) => string): string {
  if (why.kind === 'sits-there') return t('is-there', { name });
  if (why.kind === 'cannot') return t('cannot', { name, bar: selector(why.bar) });
  const loser = why.loser ? ` ${t('loses-most', { name: named(why.loser.shift) })}` : '';
  return (
    t('would-change', { name, kind: selector(why.kind), points: why.points, moves: why.moves.length }) + loser
  );
}
