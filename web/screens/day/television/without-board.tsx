import { sentence } from '../../../../domain/problem/sentence.ts';
import { showDate, weekday } from '../../../../domain/time/date.ts';
import { Clock, Logo } from '../../../parts/frame/header.tsx';
import { useTimeZone } from '../../../parts/page/client-context.tsx';
import { EmptyState } from '../../../ui/message/message.tsx';
import { OpenLayout } from '../open-today.tsx';
import { LeaveTelevision } from './leave-television.tsx';
import './television.css';

/** Opens today's layout by itself, since nobody can press anything here; says so until there is one. */
export function TelevisionWithoutBoard() {
  const timeZone = useTimeZone();
  return (
    <OpenLayout
      pick={(rows, area) => rows.find((row) => row.area === area) ?? rows[0]}
      otherwise={(date, error) => (
        <div className="tv">
          <title>Television · Lineup</title>
          <header className="tv__header">
            <Logo />
            <h1>{`${weekday(date)}, ${showDate(date)}`}</h1>
            <span className="tv__about" />
            <Clock timeZone={timeZone} />
          </header>
          <main className="tv__empty">
            <EmptyState title={error ? sentence(error) : 'There is no layout for today yet.'} />
          </main>
          <LeaveTelevision />
        </div>
      )}
    />
  );
}
