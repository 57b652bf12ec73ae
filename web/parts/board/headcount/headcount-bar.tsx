import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { words } from '../../../../client/words/words.ts';
import { headcountOf, peopleIn } from '../../../../domain/day/headcount.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { spanOf } from '../../../../domain/time/clock-time.ts';
import { MenuButton } from '../../../ui/menu/menu.tsx';
import { useLayoutChange } from '../../forms/change-toast.ts';
import { useClient, useTimeZone } from '../../page/client-context.tsx';
import { recordOn } from '../record-on-day.ts';
import { useMinuteOf } from '../use-board.tsx';
import { Offer } from './offer.tsx';

const t = words('actions');

type HeadcountBarProps = { layout: Layout; rotation: Rotation; acts: boolean };

/** For how many people a rotation with charts is run, and what a call-out or another number of them changes. Keyed by the rotation. */
export function HeadcountBar({ layout, rotation, acts }: HeadcountBarProps) {
  const minute = useMinuteOf(layout.date, useTimeZone());
  const isOver = minute >= spanOf(rotation, layout.dayStart).end;
  return (
    <div className={rotation.charts ? 'headcount headcount--said' : 'headcount'}>
      {rotation.charts && <SaidHeadcount {...{ layout, rotation, acts }} />}
      {acts && !isOver && <Offer layout={layout} rotation={rotation} />}
    </div>
  );
}

function SaidHeadcount({ layout, rotation, acts }: HeadcountBarProps) {
  const people = headcountOf(layout, rotation);
  const said =
    rotation.people === undefined ? t('people-count', { count: people }) : t('set-up-for', { people });
  return acts ? (
    <ChooseHeadcount layout={layout} rotation={rotation} said={said} />
  ) : (
    <span className="headcount__said">
      <IconUsers aria-hidden="true" />
      {said}
    </span>
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
