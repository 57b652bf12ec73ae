import { type ReactNode, useId } from 'react';
import type { HistoryEntry } from '../../../client/calls/history.ts';
import { timesOf } from '../../../domain/history/told-times.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { type IsoDate, nameDay, showDate, showShortDay, wallClock } from '../../../domain/time/date.ts';
import { Button } from '../../ui/button/button.tsx';
import { findUndone, keyOf } from './use-history.ts';

type EntriesProps = {
  entries: readonly HistoryEntry[];
  timeZone: string;
  today: IsoDate;
  about?: (entry: HistoryEntry) => ReactNode;
  onUndo: (entry: HistoryEntry) => void;
  undoing: string | undefined;
};

export function HistoryEntries({ entries, timeZone, today, ...rest }: EntriesProps) {
  const undoneBy = findUndone(entries);
  const devices = devicesOf(entries);
  const days = new Map<IsoDate, HistoryEntry[]>();
  for (const entry of entries) {
    const { date } = wallClock(timesOf(entry).at, timeZone);
    days.set(date, [...(days.get(date) ?? []), entry]);
  }
  return [...days].map(([date, ofDay]) => (
    <Day key={date} title={date === today ? `Today, ${showShortDay(date)}` : nameDay(date, today)}>
      {ofDay.map((entry) => (
        <Entry
          key={keyOf(entry)}
          {...{ entry, timeZone, ...rest }}
          undoneBy={undoneBy.get(keyOf(entry))}
          hasSeveral={(devices.get(entry.who)?.size ?? 0) > 1}
        />
      ))}
    </Day>
  ));
}

function Day({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className="hint history__day" id={id}>
        {title}
      </h2>
      <ol className="history__entries">{children}</ol>
    </section>
  );
}

type EntryProps = Pick<EntriesProps, 'timeZone' | 'about' | 'onUndo' | 'undoing'> & {
  entry: HistoryEntry;
  undoneBy: string | undefined;
  hasSeveral: boolean;
};

function Entry({ entry, undoneBy, hasSeveral, timeZone, about, onUndo, undoing }: EntryProps) {
  const { who, sentence, device, undo } = entry;
  const { at, pressed } = timesOf(entry);
  const timeOf = (instant: number) => fromMinutes(wallClock(instant, timeZone).minutes);
  const facts = [
    about?.(entry),
    (hasSeveral || !isBrowser(device)) && device,
    pressed !== null && `Pressed at ${dayOf(pressed, at, timeZone)}${timeOf(pressed)}`,
    undoneBy ? `Undone by ${undoneBy}` : undo?.changedBy && `Changed since by ${undo.changedBy}`,
  ].filter((fact) => fact);
  return (
    <li className="history__entry">
      <time className="hint history__time" dateTime={new Date(at).toISOString()}>
        {timeOf(at)}
      </time>
      <div className="history__text">
        <p>
          <strong>{who}</strong>
          {sentence.slice(who.length)}
        </p>
        {facts.length > 0 && (
          <p className="hint history__facts">
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an entry keep their order
              <span key={index}>{fact}</span>
            ))}
          </p>
        )}
      </div>
      {undo && undo.changedBy === null && (
        <Button
          aria-label={`Undo: ${sentence}`}
          isDisabled={undoing === keyOf(entry)}
          onPress={() => onUndo(entry)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

function devicesOf(entries: readonly HistoryEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const devices = new Map<string, Set<string>>();
  for (const { who, device } of entries) {
    if (device !== null) devices.set(who, (devices.get(who) ?? new Set()).add(device));
  }
  return devices;
}

/** 'Chrome on Linux', and not an API token or an import. */
const isBrowser = (device: string | null): boolean => device?.includes(' on ') === true;

/** '11/20/2026, ' where it was another day. */
function dayOf(instant: number, at: number, timeZone: string): string {
  const [one, other] = [instant, at].map((each) => wallClock(each, timeZone).date);
  return one === other || one === undefined ? '' : `${showDate(one)}, `;
}
