import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type ReactNode, useEffect, useState } from 'react';
import type {
  HistoryEntry,
  HistoryFilter,
  HistoryPage,
  HistoryPlace,
} from '../../../client/calls/history.ts';
import type { Topic } from '../../../domain/history/topics.ts';
import type { Team } from '../../../domain/team/team.ts';
import { showDate, wallClock } from '../../../domain/time/date.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState, Loading } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { showProblem } from '../forms/problem-toast.ts';
import { ListProblem } from '../lists/list-problem.tsx';
import { useClient } from '../page/client-context.tsx';
import { HistoryEntries } from './history-entries.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { keyOf, useHistory } from './use-history.ts';
import './history.css';

type KeptDays = HistoryPage['keptDays'];

/** From when on everything is kept, where entries are older than that. */
export function keptText(
  { entries, keptDays }: { entries: readonly { readonly at: number }[]; keptDays: KeptDays | undefined },
  now: number,
  timeZone: string,
): string {
  const { others = null, breaksAndSeats = null } = keptDays ?? {};
  const kept = (days: number) => wallClock(now - days * 86_400_000, timeZone).date;
  const oldest = wallClock(entries[entries.length - 1]?.at ?? now, timeZone).date;
  if (others === null || oldest > kept(others)) return '';
  const breaks =
    breaksAndSeats === null ? 'all' : `those since ${showDate(kept(Math.max(breaksAndSeats, others)))}`;
  return `Changes are kept since ${showDate(kept(others))}; of breaks and assignments, ${breaks}.`;
}

type HistoryViewProps = {
  place: HistoryPlace;
  team: Team;
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
  kinds: readonly Topic[];
  /** Changes when there may be newer entries. */
  pulse: unknown;
  about?: (entry: HistoryEntry) => ReactNode;
};

export function HistoryView({ place, filter, onFilter, kinds, ...rest }: HistoryViewProps) {
  const [entries, setEntries] = useState<readonly HistoryEntry[]>([]);
  // Other filters start a new list; the fields stay, and with them the focus.
  return (
    <div className="history">
      <HistoryFilters {...{ place, filter, onFilter, kinds, entries }} />
      <HistoryList key={JSON.stringify(filter)} {...{ place, filter, ...rest }} onLoaded={setEntries} />
    </div>
  );
}

type HistoryListProps = Omit<HistoryViewProps, 'onFilter' | 'kinds'> & {
  onLoaded: (entries: readonly HistoryEntry[]) => void;
};

function HistoryList({ place, team, filter, pulse, about, onLoaded }: HistoryListProps) {
  const client = useClient();
  const list = useHistory(place, filter, pulse);
  const [undoing, setUndoing] = useState<string>();
  const { entries, newer } = list;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  useEffect(() => {
    if (entries) onLoaded(entries);
  }, [entries, onLoaded]);

  async function undo(entry: HistoryEntry) {
    setUndoing(keyOf(entry));
    const undone = await list.undo(entry);
    setUndoing(undefined);
    if (undone.ok) showToast({ text: 'Change undone' });
    else showProblem(undone.problem);
  }

  return (
    <>
      <div className="history__newer screen-only" role="status">
        {newer > 0 && (
          <Button variant="primary" icon={<IconArrowUp />} onPress={list.showNewer}>
            {newer === 1 ? 'Show 1 New Change' : `Show ${newer} New Changes`}
          </Button>
        )}
      </div>
      <ListProblem list={list} />
      {!entries && !list.error && <Loading />}
      {entries?.length === 0 && (
        <EmptyState title={isFiltered ? 'No changes match' : 'No changes yet'}>
          {isFiltered
            ? 'Choose another person, kind of change, or date.'
            : 'Changes show here as people make them.'}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <HistoryEntries
          entries={entries}
          timeZone={team.timeZone}
          today={wallClock(client.now(), team.timeZone).date}
          about={about}
          onUndo={undo}
          undoing={undoing}
        />
      )}
      {list.hasMore && (
        <div className="history__more screen-only">
          <Button isDisabled={list.isLoadingMore} onPress={list.loadMore}>
            Show Earlier Changes
          </Button>
        </div>
      )}
      {entries && entries.length > 0 && !list.hasMore && (
        <p className="hint history__end">
          {isFiltered ? 'No earlier changes match.' : 'This is where history begins.'}{' '}
          {keptText({ entries, keptDays: list.keptDays }, client.now(), team.timeZone)}
        </p>
      )}
    </>
  );
}
