import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimeline.mjs';
import { lazy, memo, Suspense, useCallback } from 'react';
import { withWords, words } from '../../../client/words/words.ts';
import { overlapping } from '../../../domain/day/who-is-there.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import type { PressBreak } from '../../parts/board/break-slot.tsx';
import { NoRotations } from '../../parts/board/no-rotations.tsx';
import { pressBreak } from '../../parts/board/record-on-day.ts';
import { RotationPills } from '../../parts/board/rotation-pills.tsx';
import { BoardNames, useRememberArea, useToday } from '../../parts/board/use-board.tsx';
import { NotesCard } from '../../parts/notes/notes-view.tsx';
import { useClient, useObservable, useReadyLayout, useRole } from '../../parts/page/client-context.tsx';
import { lazyWhenIdle, pageIdle } from '../../parts/page/lazy-screen.tsx';
import { BoardMessages } from '../../parts/undo/undo-buttons.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';
import { BreakRail } from './breaks/break-rail.tsx';
import { Floor, useShowPerson, useShowRotation } from './floor/floor.tsx';
import {
  isFallbackLayout,
  useReturnWhenIdle,
  useShownRotation,
  useShownSince,
} from './return-to-now/return-to-now.ts';
import './day.css';

const t = words('day');

/** Doesn't render again with every change, unlike the pills beside it. */
const MessagesAndTimeline = memo(() => (
  <>
    <BoardMessages />
    <ButtonLink size="big" href={urls.timeline} icon={<IconTimeline />} aria-label={t('timeline')}>
      <span className="rotation-pills__words">{t('timeline')}</span>
    </ButtonLink>
  </>
));

const ChooseLayout = () => (
  <ButtonLink size="big" href={urls.layouts}>
    {t('choose-another-layout')}
  </ButtonLink>
);

// usually the layout is today's and the rotation the current one, so the code for others loads after the board
const fallback: typeof import('./return-to-now/banners.tsx') = {
  OtherDayBanner: () => null,
  PinnedRotationBanner: () => null,
  FallbackLayout: () => null,
};
const fetchBanners = withWords(() => import('./return-to-now/banners.tsx'));
const banners = () => fetchBanners().catch(() => fallback);
void pageIdle.then(banners);
const OtherDayBanner = lazy(async () => ({ default: (await banners()).OtherDayBanner }));
const PinnedRotationBanner = lazy(async () => ({ default: (await banners()).PinnedRotationBanner }));
const FallbackLayout = lazy(async () => ({ default: (await banners()).FallbackLayout }));

const BoardAlerts = lazyWhenIdle(() => import('../../parts/alerts/break-alerts.tsx'), 'BoardAlerts');
const StayAwake = lazyWhenIdle(() => import('../../parts/page/stay-awake.tsx'), 'StayAwake');
const PrintedDay = lazyWhenIdle(() => import('./printed-day.tsx'), 'PrintedDay');

export function DayScreen({ person }: { person?: string }) {
  const layout = useReadyLayout();
  const client = useClient();
  const id = useObservable(client.choices.layout) ?? '';
  const role = useRole();
  const press = useCallback<PressBreak>((...pressed) => pressBreak(client, ...pressed), [client]);
  const today = useToday(layout) ?? layout.date;
  const isToday = layout.date === today;
  const since = useShownSince(id);
  const { rotation, now, isPinned, choose, returnToNow } = useShownRotation(layout, isToday);
  useReturnWhenIdle(useShownSince(rotation?.id ?? ''), isPinned ? returnToNow : undefined);
  useShowPerson(person, layout);
  useShowRotation(layout, rotation?.id, choose);
  useRememberArea(layout.area);
  const { shifts, dayStart, date, breakMinMinutes, breakTimerMinutes } = layout;
  return (
    <Suspense fallback={<Loading />}>
      <BoardNames shifts={layout.shifts}>
        <main className="day" data-watched>
          <title>{`${t('title')} · Lineup`}</title>
          <PrintedDay layout={layout} />
          <StayAwake />
          {rotation && (
            <RotationPills rotations={layout.rotations} current={rotation.id} now={now} onChoose={choose}>
              <MessagesAndTimeline />
            </RotationPills>
          )}
          {/* the board waits for it: one that came later would move what a finger is on its way to */}
          {!isToday && <OtherDayBanner layout={layout} today={today} since={since} />}
          <Suspense>
            {isToday && mayRunTheDay(role) && <BoardAlerts id={id} layout={layout} />}
            {isToday && isFallbackLayout(id, layout) && <FallbackLayout id={id} date={today} />}
            {isPinned && rotation && <PinnedRotationBanner name={rotation.name} returnToNow={returnToNow} />}
          </Suspense>
          <div className="day__board">
            <BreakRail
              key={rotation?.id}
              shifts={rotation ? overlapping(shifts, rotation, dayStart) : shifts}
              everyone={shifts}
              day={{ date, dayStart, breakMinMinutes, breakTimerMinutes }}
              hasRotation={rotation !== undefined}
              onPress={mayRunTheDay(role) ? press : undefined}
            />
            <NotesCard notes={layout.notes} className="day__notes" />
            {rotation ? (
              <Floor layout={layout} rotation={rotation} role={role} />
            ) : (
              <NoRotations actions={<ChooseLayout />} />
            )}
          </div>
        </main>
      </BoardNames>
    </Suspense>
  );
}
