import { bareTime, showDate, showMinute, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { momentOf } from '../../../domain/day/coverage.ts';
import { type Handover, handoverOf, type OpenSoon } from '../../../domain/day/handover.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { grouped } from '../../../domain/list/list.ts';
import { useNames } from '../../parts/board/use-board.tsx';
import { useClient, useTimeZone } from '../../parts/page/client-context.tsx';
import { useTicking } from '../../parts/page/ticker.ts';
import { Paper, PaperHead, TickBox, WriteIn } from '../../parts/paper/paper.tsx';
import { PaperNotes } from '../../parts/paper/paper-notes.tsx';
import './handover-sheet.css';

const t = words('paper');

/** From one lead to the next: what is open, who comes and goes, which breaks run and are still to give. */
export function HandoverSheet({ layout, team }: { layout: Layout; team: string }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const now = useTicking(() => Math.floor(client.now() / 60_000)) * 60_000;
  const nameOf = useNames();
  const { date, area, notes } = layout;
  const handover = handoverOf(layout, momentOf(layout, now, timeZone), timeZone);
  const { open, coming, going, running, owed, due } = handover;
  const passing = (each: Handover['coming'][number]): LineProps => ({
    time: each.minute === null ? t('late') : showMinute(each.minute),
    what: nameOf(each.shift).full,
    about: each.position,
  });
  const opening = ({ subarea, position, from, isNow, next }: OpenSoon): LineProps => ({
    time: isNow ? t('now') : showMinute(from),
    what: position,
    about: [
      subarea,
      next && `${nameOf(next.shift).short} ${next.from === null ? t('late') : bareTime(next.from)}`,
    ]
      .filter(Boolean)
      .join(' · '),
    isOpen: true,
  });
  return (
    <Paper label={t('handover')} orientation="portrait">
      <PaperHead
        title={t('handover')}
        about={`${weekday(date)} ${showDate(date)} · ${area} · ${team}`}
        date={date}
      />
      <p className="handover__people">
        <WriteIn label={t('from')} />
        <WriteIn label={t('to')} />
      </p>
      {open.length === 0 && <Part title={t('open-next')} lines={[]} none={t('nothing-open')} />}
      {[...grouped(open, ({ rotation }) => rotation)].map(([rotation, spots]) => (
        <Part key={rotation} title={t('open-in', { rotation })} lines={spots.map(opening)} isWide />
      ))}
      <div className="handover__pair">
        <Part title={t('comes-soon')} lines={coming.map(passing)} />
        <Part title={t('goes-soon')} lines={going.map(passing)} />
      </div>
      <div className="handover__pair">
        <Part
          title={t('on-break')}
          lines={running.map(({ shift, minute, isLate }) => ({
            time: showMinute(minute),
            what: nameOf(shift).full,
            about: isLate ? t('late-back') : '',
          }))}
        />
        <Part
          title={t('breaks-owed')}
          lines={owed.map(({ shift, minute }) => ({
            time: showMinute(minute),
            what: nameOf(shift).full,
          }))}
        />
      </div>
      {due.length > 0 && (
        <Part
          title={t('breaks-to-come')}
          lines={due.map(({ shift, minute }) => ({ time: showMinute(minute), what: nameOf(shift).full }))}
          isWide
        />
      )}
      <PaperNotes notes={notes} lines={5} />
    </Paper>
  );
}

type LineProps = { time: string; what: string; about?: string; isOpen?: boolean };

type PartProps = { title: string; lines: readonly LineProps[]; none?: string; isWide?: boolean };

function Part({ title, lines, none = t('nobody'), isWide }: PartProps) {
  return (
    <section className="handover__part">
      <h3>{title}</h3>
      {lines.length === 0 && <p className="handover__none">{none}</p>}
      <ul className={isWide ? 'handover__lines handover__lines--wide' : 'handover__lines'}>
        {lines.map(({ time, what, about, isOpen }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is drawn as a whole
          <li key={index} className="paper__task">
            {!isOpen && <TickBox />}
            <span className="handover__time">{time}</span>{' '}
            <span className="handover__what">
              <b>{what}</b> {about}
            </span>
            {isOpen && <WriteIn />}
          </li>
        ))}
      </ul>
    </section>
  );
}
