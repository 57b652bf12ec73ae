import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import {
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPlace,
  historyFile,
} from '../../../client/calls/history.ts';
import { mayRunTheDay } from '../../../domain/account/access.ts';
import { fullName } from '../../../domain/account/user.ts';
import { topicNames } from '../../../domain/history/topic-names.ts';
import { type Topic, topics } from '../../../domain/history/topics.ts';
import { isIsoDate } from '../../../domain/time/date.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useMembers } from '../lists/team-lists.ts';
import { useRole } from '../page/client-context.tsx';

type FiltersProps = {
  place: HistoryPlace;
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
  /** What can be filtered by. */
  kinds: readonly Topic[];
  /** For people who are not members anymore. */
  entries: readonly HistoryEntry[];
};

/** Whose changes are shown, of what and when. */
export function HistoryFilters({ place, filter, onFilter, kinds, entries }: FiltersProps) {
  const people = usePeople(place.team, filter.person, entries);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const change = (part: HistoryFilter) => onFilter({ ...filter, ...part });
  // An incomplete date is empty.
  const dateOf = (typed: string) => (isIsoDate(typed) ? typed : undefined);
  return (
    <div className="history__filters">
      <SelectField
        label="Person"
        value={filter.person ?? ''}
        onChange={(person) => change({ person: person || undefined })}
        options={[{ value: '', label: 'Everyone' }, ...people]}
      />
      <SelectField
        label="Changes to"
        value={filter.topic ?? ''}
        onChange={(topic) => change({ topic: topics.find((each) => each === topic) })}
        options={[
          { value: '', label: 'Everything' },
          ...kinds.map((topic) => ({ value: topic, label: topicNames[topic] })),
        ]}
      />
      <TextField
        label="From"
        type="date"
        value={filter.from ?? ''}
        max={filter.to}
        onChange={(typed) => change({ from: dateOf(typed) })}
      />
      <TextField
        label="To"
        type="date"
        value={filter.to ?? ''}
        min={filter.from}
        onChange={(typed) => change({ to: dateOf(typed) })}
      />
      {isFiltered && (
        <div className="history__clear">
          <Button variant="quiet" onPress={() => onFilter({})}>
            Clear Filters
          </Button>
        </div>
      )}
    </div>
  );
}

/** Downloads what the filters show; for leads and managers. */
export function ExportHistory({ place, filter }: Pick<FiltersProps, 'place' | 'filter'>) {
  if (!mayRunTheDay(useRole())) return null;
  return (
    <ButtonLink href={historyFile(place, filter)} download icon={<IconDownload />}>
      Export CSV
    </ButtonLink>
  );
}

/** Members, and whoever else is in the entries or the address. */
function usePeople(team: string, chosen: string | undefined, entries: readonly HistoryEntry[]) {
  const { rows = [] } = useMembers(team);
  const names = new Map(entries.map(({ by, who }) => [by ?? lineup, who]));
  for (const member of rows) names.set(member.user, fullName(member));
  names.set(lineup, 'Lineup');
  if (chosen !== undefined && !names.has(chosen)) names.set(chosen, 'Former member');
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en-US'));
}

/** As the server names it. */
const lineup = 'lineup';
