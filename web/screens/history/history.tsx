import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import {
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPage,
  type HistoryPlace,
  historyPage,
} from '../../../client/calls/history.ts';
import { nameDay, showDate, showMinute, showShortDay } from '../../../client/words/formats.ts';
import { language, words } from '../../../client/words/words.ts';
import { undoChange } from '../../../contract/history.ts';
import { timesOf } from '../../../domain/history/told-times.ts';
import { type Topic, topics } from '../../../domain/history/topics.ts';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import type { Team } from '../../../domain/team/team.ts';
import { businessDay, type IsoDate, isIsoDate, wallClock } from '../../../domain/time/date.ts';
import { showProblem } from '../../parts/forms/change-toast.ts';
import { ListProblem } from '../../parts/lists/use-list.tsx';
import { dayParameters, type Search, setSearch, useSearch } from '../../parts/page/address-search.ts';
import {
  useBackOnline,
  useClient,
  useLayout,
  useObservable,
  useTeam,
  useTeamId,
} from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button, Link } from '../../ui/button/button.tsx';
import { EmptyState, Loading } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { ExportHistory, HistoryFilters } from './history-filters.tsx';
import './history.css';

const t = words('history');

type Filter = HistoryFilter & { readonly document?: string | undefined };

type HistoryProps = Pick<ComponentProps<typeof HistoryView>, 'kinds' | 'pulse' | 'about'> & {
  document: string | undefined;
  windowTitle: string;
  filter: HistoryFilter;
  onFilter: (filter: Filter) => void;
  children?: ReactNode;
};

function History({ document, windowTitle, children, ...rest }: HistoryProps) {
  const team = useTeam();
  const place = { team: useTeamId() ?? '', document };
  if (team.state !== 'ready') return <NotReady title={t('title')} view={team} />;
  return (
    <Page
      title={t('title')}
      windowTitle={windowTitle}
      actions={<ExportHistory place={place} filter={rest.filter} />}
    >
      {children}
      <HistoryView key={`${place.team} ${document}`} place={place} team={team.body} {...rest} />
    </Page>
  );
}

export function LayoutHistoryRoute() {
  const search = useSearch();
  const layout = useLayout();
  const document = useObservable(useClient().choices.layout) ?? '';
  if (layout.state !== 'ready') return <NotReady title={t('title')} view={layout} />;
  return (
    <History
      document={document}
      windowTitle={t('title-of', { of: showDate(layout.body.date) })}
      filter={historyFilter(search)}
      onFilter={(filter) => setSearch(urls.layoutHistory, { ...dayParameters(search), ...filter })}
      kinds={['breaks', 'positions', 'shifts', 'notes', 'plan', 'documents']}
      pulse={layout.body}
    />
  );
}

/** In milliseconds. Nothing tells pages about changes of documents that they don't show. */
const lookEvery = 20_000;

export function TeamHistoryRoute() {
  const search = useSearch();
  const team = useTeam();
  const document = plainIdOf(search.document);
  const filter = historyFilter(search);
  const onFilter = (next: Filter) => setSearch(urls.teamHistory, { ...next });
  return (
    <History
      document={document}
      windowTitle={team.state === 'ready' ? t('title-of', { of: team.body.name }) : t('title')}
      filter={filter}
      onFilter={(next) => onFilter({ ...next, document })}
      kinds={topics}
      pulse={usePulse()}
      about={(entry) => <About entry={entry} isLink={document === undefined} />}
    >
      {document !== undefined && (
        <p className="actions history__only">
          {t('one-only')}
          <Button onPress={() => onFilter(filter)}>{t('show-all')}</Button>
        </p>
      )}
    </History>
  );
}

/** 'Weekday, Kitchen, 11/21/2026', as a link to the history of that layout alone. */
function About({ entry: { document, about }, isLink }: { entry: HistoryEntry; isLink: boolean }) {
  if (about.kind === 'team') return t('topic-team');
  const { area, date, deleted } = about;
  const name = about.kind === 'crew' ? t('topic-crew') : about.name;
  const said = [name, area, date && showDate(date)].filter(Boolean).join(', ');
  return (
    <>
      {isLink ? <Link href={urls.documentHistory(document)}>{said}</Link> : said}
      {deleted && ` ${t('is-deleted')}`}
    </>
  );
}

/** Another number every so often, while the page can be seen. */
function usePulse(): number {
  const [pulse, setPulse] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (window.document.visibilityState === 'visible') setPulse((count) => count + 1);
    }, lookEvery);
    return () => clearInterval(timer);
  }, []);
  return pulse;
}

const historyFilter = ({ person, topic, from, to }: Search) => ({
  person: plainIdOf(person),
  topic: topics.find((each) => each === topic),
  from: isIsoDate(from) ? from : undefined,
  to: isIsoDate(to) ? to : undefined,
});

const plainIdOf = (value = ''): string | undefined => (/^[\w-]{1,64}$/.test(value) ? value : undefined);

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
  const date = showDate(kept(others));
  if (breaksAndSeats === null) return t('kept-with-all-breaks', { date });
  return t('kept', { date, breaks: showDate(kept(Math.max(breaksAndSeats, others))) });
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

function HistoryView({ place, team, filter, onFilter, kinds, pulse, about }: HistoryViewProps) {
  const client = useClient();
  const list = useHistory(place, filter, pulse);
  const [undoing, setUndoing] = useState<string>();
  const { entries, newer } = list;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  async function undo(entry: HistoryEntry) {
    setUndoing(keyOf(entry));
    const undone = await list.undo(entry);
    setUndoing(undefined);
    if (undone.ok) showToast({ text: t('change-undone') });
    else showProblem(undone.problem);
  }

  return (
    <div className="history">
      <HistoryFilters {...{ place, filter, onFilter, kinds }} entries={list.known} />
      <div className="history__newer screen-only" role="status">
        {newer > 0 && (
          <Button variant="primary" icon={<IconArrowUp />} onPress={list.showNewer}>
            {t('show-newer', { count: newer })}
          </Button>
        )}
      </div>
      <ListProblem list={list} />
      {!entries && !list.error && <Loading />}
      {entries?.length === 0 && (
        <EmptyState title={isFiltered ? t('none-match') : t('none-yet')}>
          {isFiltered ? t('choose-another') : t('show-here')}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <HistoryEntries
          entries={entries}
          team={team}
          today={businessDay(client.now(), team.timeZone, team.dayStart)}
          about={about}
          onUndo={undo}
          undoing={undoing}
        />
      )}
      {list.hasMore && (
        <div className="history__more screen-only">
          <Button isDisabled={list.isLoadingMore} onPress={list.loadMore}>
            {t('show-earlier')}
          </Button>
        </div>
      )}
      {entries && entries.length > 0 && !list.hasMore && (
        <p className="hint history__end">
          {isFiltered ? t('no-earlier') : t('begins')}{' '}
          {keptText({ entries, keptDays: list.keptDays }, client.now(), team.timeZone)}
        </p>
      )}
    </div>
  );
}

type DaysOfTeam = Pick<Team, 'timeZone' | 'dayStart'>;

type EntriesProps = {
  entries: readonly HistoryEntry[];
  team: DaysOfTeam;
  today: IsoDate;
  about?: (entry: HistoryEntry) => ReactNode;
  onUndo: (entry: HistoryEntry) => void;
  undoing: string | undefined;
};

function HistoryEntries({ entries, team, today, ...rest }: EntriesProps) {
  const undoneBy = findUndone(entries);
  const devices = devicesOf(entries);
  const days = new Map<IsoDate, HistoryEntry[]>();
  for (const entry of entries) {
    const date = businessDay(timesOf(entry).at, team.timeZone, team.dayStart);
    days.set(date, [...(days.get(date) ?? []), entry]);
  }
  return [...days].map(([date, ofDay]) => (
    <Day key={date} title={date === today ? t('today', { day: showShortDay(date) }) : nameDay(date, today)}>
      {ofDay.map((entry) => (
        <Entry
          key={keyOf(entry)}
          {...{ entry, team, ...rest }}
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

type EntryProps = Pick<EntriesProps, 'team' | 'about' | 'onUndo' | 'undoing'> & {
  entry: HistoryEntry;
  undoneBy: string | undefined;
  hasSeveral: boolean;
};

function Entry({ entry, undoneBy, hasSeveral, team, about, onUndo, undoing }: EntryProps) {
  const { who, sentence, device, undo } = entry;
  const { at, pressed } = timesOf(entry);
  const timeOf = (instant: number) => showMinute(wallClock(instant, team.timeZone).minutes);
  const facts = [
    about?.(entry),
    (hasSeveral || !isBrowser(device)) && device,
    pressed !== null && t('pressed-at', { time: `${dayOf(pressed, at, team)}${timeOf(pressed)}` }),
    undoneBy
      ? t('undone-by', { name: undoneBy })
      : undo?.changedBy && t('changed-since-by', { name: undo.changedBy }),
  ].filter((fact) => fact);
  return (
    <li className="row history__entry">
      <time className="hint history__time" dateTime={new Date(at).toISOString()}>
        {timeOf(at)}
      </time>
      <div className="history__text">
        {/* what people did is stored, and told, in English */}
        <p lang={language.get() === 'en' ? undefined : 'en'}>
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
          aria-label={t('undo-change', { change: sentence })}
          isDisabled={undoing === keyOf(entry)}
          onPress={() => onUndo(entry)}
        >
          {t('undo')}
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
function dayOf(instant: number, at: number, { timeZone, dayStart }: DaysOfTeam): string {
  const [one, other] = [instant, at].map((each) => businessDay(each, timeZone, dayStart));
  return one === other || one === undefined ? '' : `${showDate(one)}, `;
}

type Loaded = Omit<HistoryPage, 'entries'> & { readonly entries: readonly HistoryEntry[] };

const keyOf = ({ document, version }: HistoryEntry): string => `${document} ${version}`;

/** Who undid which entries, by key. An undo that was undone itself doesn't count. The newest entries come first. */
function findUndone(entries: readonly HistoryEntry[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries) {
    const { undid, who } = entry;
    if (undid !== null && !found.has(keyOf(entry))) found.set(keyOf({ ...entry, version: undid }), who);
  }
  return found;
}

/** In milliseconds: how often at most the server is asked for newer changes. */
const atMostEvery = 5_000;
/** A search over a long history takes several requests. */
const longestSearch = 30;

/** The entries of a history, anew for another filter. `pulse` changes when there may be newer ones. */
function useHistory(place: HistoryPlace, filter: HistoryFilter, pulse: unknown) {
  const client = useClient();
  const [shown, show] = useState<{ readonly of: unknown; readonly page: Loaded }>();
  const [waiting, setWaiting] = useState<Loaded>();
  const [error, setError] = useState<Problem>();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const { team, document } = place;
  const { person, topic, from, to } = filter;

  /** The next entries, however many requests it takes to find some. */
  const fetchPage = useCallback(
    async (before?: string): Promise<Outcome<Loaded>> => {
      let next = before;
      for (let request = 1; ; request++) {
        const page = await historyPage(client, { team, document }, { person, topic, from, to, before: next });
        const isEnd = !page.ok || page.value.entries.length > 0 || page.value.next === null;
        if (isEnd || request === longestSearch) return page;
        next = page.value.next ?? undefined;
      }
    },
    [client, team, document, person, topic, from, to],
  );
  const loaded = shown?.of === fetchPage ? shown.page : undefined;

  const latestRequest = useRef(0);
  /** Shows a page with those before it. One that a later request has overtaken, such as with another filter, is not shown. */
  const load = useCallback(
    async (merge: (page: Loaded, shown: Loaded | undefined) => Loaded, before?: string) => {
      const request = ++latestRequest.current;
      const page = await fetchPage(before);
      if (request !== latestRequest.current) return;
      if (before === undefined) setWaiting(undefined);
      setLoadingMore(false);
      setError(page.ok ? undefined : page.problem);
      if (!page.ok) return;
      show((last) => ({
        of: fetchPage,
        page: merge(page.value, last?.of === fetchPage ? last.page : undefined),
      }));
    },
    [fetchPage],
  );
  const retry = useCallback(() => load(onTop), [load]);
  useEffect(() => {
    setError(undefined);
    setWaiting(undefined);
    void retry();
  }, [retry]);
  useBackOnline(() => error !== undefined && void retry());

  const lastCheck = useRef(0);
  const lastPulse = useRef(pulse);
  useEffect(() => {
    if (pulse === lastPulse.current) return;
    const wait = Math.max(500, lastCheck.current + atMostEvery - performance.now());
    const timer = setTimeout(async () => {
      lastPulse.current = pulse;
      lastCheck.current = performance.now();
      const request = latestRequest.current;
      const page = await fetchPage();
      if (page.ok && request === latestRequest.current) setWaiting(page.value);
    }, wait);
    return () => clearTimeout(timer);
  }, [pulse, fetchPage]);

  return {
    entries: loaded?.entries,
    /** Those before another filter, too, until its own are there. */
    known: shown?.page.entries ?? [],
    keptDays: loaded?.keptDays,
    hasMore: loaded?.next != null,
    isLoadingMore,
    error,
    newer: waiting && loaded ? countNewer(waiting, loaded) : 0,
    retry,

    async loadMore() {
      if (loaded?.next == null) return;
      setLoadingMore(true);
      await load(atEnd, loaded.next);
    },

    showNewer() {
      if (waiting && loaded) show({ of: fetchPage, page: onTop(waiting, loaded) });
      setWaiting(undefined);
    },

    async undo(entry: HistoryEntry) {
      const { document, version } = entry;
      const undone = await client.call(undoChange, { params: { team, document, version: String(version) } });
      await retry();
      return undone;
    },
  };
}

function countNewer(page: Loaded, { entries }: Loaded): number {
  const known = new Set(entries.map(keyOf));
  return page.entries.filter((entry) => !known.has(keyOf(entry))).length;
}

/** The newest page over what is shown. Where changes between the two are missing, only the newest page. */
function onTop(page: Loaded, shown: Loaded | undefined): Loaded {
  const fresh = new Set(page.entries.map(keyOf));
  const older = shown?.entries.filter((entry) => !fresh.has(keyOf(entry))) ?? [];
  const isConnected = older.length > 0 && older.length < (shown?.entries.length ?? 0);
  return isConnected ? { ...page, entries: [...page.entries, ...older], next: shown?.next ?? null } : page;
}

const atEnd = (page: Loaded, shown: Loaded | undefined): Loaded => ({
  ...page,
  entries: [...(shown?.entries ?? []), ...page.entries],
});
