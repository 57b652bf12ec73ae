import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type ComponentProps, useState } from 'react';
import type { HistoryEntry, HistoryFilter, HistoryPlace } from '../../../client/calls/history.ts';
import { language, words } from '../../../client/words/words.ts';
import { exportHistory } from '../../../contract/history.ts';
import { type Topic, topics } from '../../../domain/history/topics.ts';
import { fullName, mayRunTheDay } from '../../../domain/team/user.ts';
import { isIsoDate } from '../../../domain/time/date.ts';
import { showProblem } from '../../parts/forms/change-toast.ts';
import { useMembers } from '../../parts/lists/document-lists.ts';
import { useClient, useRole } from '../../parts/page/client-context.tsx';
import { Button, QuietButton } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';

const t = words('history');

/** What spreadsheets recognize UTF-8 by, which reading a response removes. */
const byteOrderMark = '\uFEFF';
/** In milliseconds: some browsers begin a download after the press is over. */
const beginsWithin = 60_000;

function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([byteOrderMark, text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), beginsWithin);
}

type FiltersProps = {
  place: HistoryPlace;
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
  kinds: readonly Topic[];
  /** For people who are not members anymore. */
  entries: readonly HistoryEntry[];
};

export function HistoryFilters({ place, filter, onFilter, kinds, entries }: FiltersProps) {
  const people = usePeople(place.team, filter.person, entries);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const change = (part: HistoryFilter) => onFilter({ ...filter, ...part });
  return (
    <div className="history__filters screen-only">
      <SelectField
        label={t('person')}
        value={filter.person ?? ''}
        onChange={(person) => change({ person: person || undefined })}
        options={[{ value: '', label: t('everyone') }, ...people]}
      />
      <SelectField
        label={t('changes-to')}
        value={filter.topic ?? ''}
        onChange={(topic) => change({ topic: topics.find((each) => each === topic) })}
        options={[
          { value: '', label: t('everything') },
          ...kinds.map((topic) => ({ value: topic, label: t(`topic-${topic}`) })),
        ]}
      />
      <DateFilter
        label={t('from-day')}
        date={filter.from}
        max={filter.to}
        onDate={(from) => change({ from })}
      />
      <DateFilter label={t('to-day')} date={filter.to} min={filter.from} onDate={(to) => change({ to })} />
      {isFiltered && (
        <div className="history__clear">
          <QuietButton onPress={() => onFilter({})}>{t('clear-filters')}</QuietButton>
        </div>
      )}
    </div>
  );
}

type DateFilterProps = Pick<ComponentProps<typeof TextField>, 'label' | 'min' | 'max'> & {
  date: string | undefined;
  onDate: (date: string | undefined) => void;
};

/** Keeps what is typed until it is a date: the first digit of a year is the year 2. */
function DateFilter({ date = '', onDate, ...field }: DateFilterProps) {
  const [typed, setTyped] = useState(date);
  const [shown, setShown] = useState(date);
  if (date !== shown) {
    setShown(date);
    setTyped(date);
  }
  const change = (next: string) => {
    setTyped(next);
    if (isIsoDate(next)) onDate(next);
    else if (next === '' && date !== '') onDate(undefined);
  };
  return <TextField {...field} type="date" value={typed} onChange={change} />;
}

export function ExportHistory({ place, filter }: Pick<FiltersProps, 'place' | 'filter'>) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  if (!mayRunTheDay(useRole())) return null;

  async function save() {
    if (isBusy) return;
    setBusy(true);
    const { team, document } = place;
    const csv = await client.call(exportHistory, { params: { team }, query: { ...filter, document } });
    setBusy(false);
    if (csv.ok) saveCsv('history.csv', csv.value);
    else showProblem(csv.problem);
  }

  return (
    <Button icon={<IconDownload />} onPress={save}>
      {isBusy ? t('exporting') : t('export-csv')}
    </Button>
  );
}

/** Members, and whoever else is in the entries or the address. */
function usePeople(team: string, chosen: string | undefined, entries: readonly HistoryEntry[]) {
  const { rows = [] } = useMembers(team);
  const names = new Map(entries.map(({ by, who }) => [by ?? lineup, who]));
  for (const member of rows) names.set(member.user, fullName(member));
  names.set(lineup, 'Lineup');
  if (chosen !== undefined && !names.has(chosen)) names.set(chosen, t('former-member'));
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, language.get()));
}

const lineup = 'lineup';
