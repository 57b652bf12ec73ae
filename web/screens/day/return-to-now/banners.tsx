import IconCalendarExclamation from '@tabler/icons-react/dist/esm/icons/IconCalendarExclamation.mjs';
import IconPinned from '@tabler/icons-react/dist/esm/icons/IconPinned.mjs';
import type { ReactNode } from 'react';
import { nameDay } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import { type Layout, layoutLike } from '../../../../domain/day/layout.ts';
import type { IsoDate } from '../../../../domain/time/date.ts';
import { useLayoutsOn } from '../../../parts/lists/document-lists.ts';
import { useClient, useTeamId } from '../../../parts/page/client-context.tsx';
import { Button, useNavigateTo } from '../../../ui/button/button.tsx';
import { urls, withDay } from '../../../urls.ts';
import { autoSwitch, useReturnWhenIdle, useShownSince } from './return-to-now.ts';
import './banners.css';

const t = words('day');

type OtherDayBannerProps = {
  layout: Layout;
  today: IsoDate;
  /** When the page began to show this layout, by `performance.now()`. */
  since: number;
};

/** Banner for another day; switches to today's layout once there is one and nobody is using the board. */
export function OtherDayBanner({ layout, today, since }: OtherDayBannerProps): ReactNode {
  const { choices } = useClient();
  const go = useNavigateTo();
  const team = useTeamId() ?? '';
  const { rows = [] } = useLayoutsOn(team, today);
  const next = layoutLike(rows, layout)?.id;
  const switchToToday =
    next === undefined
      ? undefined
      : () => {
          autoSwitch.set({ from: layout, to: next });
          choices.chooseLayout(next);
        };
  // a past day that was restored from an earlier visit
  const isStale = choices.isLayoutRemembered && layout.date < today;
  useReturnWhenIdle(since, switchToToday, isStale);
  const goBack = () => go(withDay(urls.day, { team, layout: next ?? null }));
  return (
    <ViewBanner icon={<IconCalendarExclamation aria-hidden="true" />} what={nameDay(layout.date, today)}>
      {next !== undefined && <Back onPress={goBack}>{t('back-to-today')}</Back>}
    </ViewBanner>
  );
}

/** Switches from another area's layout to one of the board's own area once there is one. */
export function FallbackLayout({ id, date }: { id: string; date: IsoDate }) {
  const { choices } = useClient();
  const { rows = [] } = useLayoutsOn(useTeamId() ?? '', date);
  const from = autoSwitch.get()?.from;
  const own = from && layoutLike(rows, from);
  const switchBack = own && own.area === from?.area ? () => choices.chooseLayout(own.id) : undefined;
  useReturnWhenIdle(useShownSince(id), switchBack, true);
  return null;
}

type PinnedRotationBannerProps = { name: string; returnToNow: () => void };

export function PinnedRotationBanner({ name, returnToNow }: PinnedRotationBannerProps): ReactNode {
  return (
    <ViewBanner icon={<IconPinned aria-hidden="true" />} what={t('viewing', { rotation: name })}>
      <Back onPress={returnToNow}>{t('back-to-now')}</Back>
    </ViewBanner>
  );
}

type ViewBannerProps = { icon: ReactNode; what: string; children: ReactNode };

function ViewBanner({ icon, what, children }: ViewBannerProps) {
  return (
    <div className="view-banner screen-only">
      <span className="view-banner__text" role="status">
        {icon}
        {what}
      </span>
      {children}
    </div>
  );
}

const Back = (props: { onPress: () => void; children: string }) => (
  <Button size="big" variant="quiet" {...props} />
);
