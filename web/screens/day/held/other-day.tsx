import IconCalendarExclamation from '@tabler/icons-react/dist/esm/icons/IconCalendarExclamation.mjs';
import type { ReactNode } from 'react';
import { type Layout, layoutLike } from '../../../../domain/layout/layout.ts';
import { type IsoDate, nameDay } from '../../../../domain/time/date.ts';
import { useLayoutsOn } from '../../../parts/lists/lists.ts';
import { useClient, useTeamId } from '../../../parts/page/client-context.tsx';
import { useNavigateTo } from '../../../ui/button/link.tsx';
import { urls, withDay } from '../../../urls.ts';
import { Held } from './held-view.tsx';
import { useLettingGo, useShownSince, wentOn } from './use-held.ts';

type OtherDayProps = {
  layout: Layout;
  today: IsoDate;
  /** When the page began to show this layout: long before it was of another day, as a rule. */
  since: number;
};

/** Another day, which gives way to today's layout as soon as there is one and the board was left alone. */
export function OtherDay({ layout, today, since }: OtherDayProps): ReactNode {
  const { choices } = useClient();
  const go = useNavigateTo();
  const team = useTeamId() ?? '';
  const { rows = [] } = useLayoutsOn(team, today);
  const next = layoutLike(rows, layout)?.id;
  const goByItself =
    next === undefined
      ? undefined
      : () => {
          wentOn.set({ from: layout, to: next });
          choices.chooseLayout(next);
        };
  // a day of before that nobody asked for in this visit
  const isStale = choices.isLayoutRemembered && layout.date < today;
  useLettingGo(since, goByItself, isStale);
  const back = {
    label: 'Back to today',
    onPress: () => go(withDay(urls.day, { team, layout: next ?? null })),
  };
  return (
    <Held
      icon={<IconCalendarExclamation aria-hidden="true" />}
      what={nameDay(layout.date, today)}
      back={next === undefined ? undefined : back}
    />
  );
}

/** Goes on to the layout of the page's own area once there is one. */
export function StandIn({ id, date }: { id: string; date: IsoDate }) {
  const { choices } = useClient();
  const { rows = [] } = useLayoutsOn(useTeamId() ?? '', date);
  const from = wentOn.get()?.from;
  const own = from && layoutLike(rows, from);
  const goOn = own && own.area === from?.area ? () => choices.chooseLayout(own.id) : undefined;
  useLettingGo(useShownSince(id), goOn, true);
  return null;
}
