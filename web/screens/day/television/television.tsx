import { useMemo } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import { overlapping, type Rotation } from '../../../../domain/plan/rotation.ts';
import { showDate, weekday } from '../../../../domain/time/date.ts';
import { StayAwake } from '../../../parts/awake/stay-awake.ts';
import { BoardNames, useNamesIn } from '../../../parts/board/board-names.tsx';
import { useRememberArea } from '../../../parts/board/use-remember-area.ts';
import { useRotationNow } from '../../../parts/board/use-rotation.ts';
import { useToday } from '../../../parts/board/use-today.ts';
import { Clock } from '../../../parts/frame/clock.tsx';
import { ConnectionNotice, ReloadNotice } from '../../../parts/frame/connection-notice.tsx';
import { Logo } from '../../../parts/frame/header.tsx';
import { NotesView } from '../../../parts/notes/notes-view.tsx';
import { useClient, useLayout, useObservable, useTimeZone } from '../../../parts/page/client-context.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { Loading } from '../../../ui/message/loading.tsx';
import { FallbackLayout, OtherDayBanner } from '../return-to-now/banners.tsx';
import { isFallbackLayout, useShownSince } from '../return-to-now/use-shown-rotation.ts';
import { LeaveTelevision } from './leave-television.tsx';
import { PagedCard } from './paged-card.tsx';
import { TelevisionBoard } from './television-board.tsx';
import { TelevisionBreaks } from './television-breaks.tsx';
import './television.css';

/** The board as a television shows it: for reading from seven meters, with nothing to press. */
export function TelevisionScreen() {
  const layout = useLayout();
  const id = useObservable(useClient().choices.layout) ?? '';
  return (
    <div className="tv">
      {layout.state === 'ready' ? <TelevisionDay id={id} layout={layout.body} /> : <Loading />}
      <StayAwake />
      <LeaveTelevision />
    </div>
  );
}

function TelevisionDay({ id, layout }: { id: string; layout: Layout }) {
  const nameOf = useNamesIn(layout.shifts);
  const timeZone = useTimeZone();
  const today = useToday(layout) ?? layout.date;
  const since = useShownSince(id);
  useRememberArea(layout.area);
  const { suggested: rotation, now } = useRotationNow(layout);
  const { shifts, dayStart } = layout;
  const working = useMemo(
    () => (rotation ? overlapping(shifts, rotation, dayStart) : shifts),
    [shifts, rotation, dayStart],
  );
  return (
    <BoardNames nameOf={nameOf}>
      <title>Television · Lineup</title>
      <header className="tv__header">
        <ReloadNotice />
        <Logo />
        <h1>{rotation?.name ?? layout.area}</h1>
        {rotation && <span>{showWhen(rotation, now === rotation.id)}</span>}
        <span className="tv__about">{`${weekday(layout.date)}, ${showDate(layout.date)} · ${layout.area}`}</span>
        <ConnectionNotice />
        <Clock timeZone={timeZone} />
      </header>
      {layout.date === today ? (
        isFallbackLayout(id, layout) && <FallbackLayout id={id} date={today} />
      ) : (
        <OtherDayBanner layout={layout} today={today} since={since} />
      )}
      <main className="tv__day">
        {rotation ? (
          <TelevisionBoard key={rotation.id} layout={layout} rotation={rotation} />
        ) : (
          <EmptyState title="No rotations added yet" />
        )}
        <div className="tv__rail">
          <TelevisionBreaks key={rotation?.id} shifts={working} layout={layout} />
          {layout.notes.length > 0 && (
            <PagedCard title="Notes" className="tv__notes" line={38}>
              <NotesView notes={layout.notes} />
            </PagedCard>
          )}
        </div>
      </main>
    </BoardNames>
  );
}

const showWhen = ({ startTime, endTime }: Rotation, isNow: boolean): string =>
  isNow ? `until ${endTime}` : `${startTime} – ${endTime}`;
