import { showDate } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { crewIndex, personOfCrew } from '../../../domain/crew/crew-index.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { addDays, type IsoDate, isIsoDate } from '../../../domain/time/date.ts';
import { useToday } from '../../parts/board/use-board.tsx';
import { useLayoutsIn } from '../../parts/lists/document-lists.ts';
import { ListState } from '../../parts/lists/use-list.tsx';
import { useViews } from '../../parts/mine/use-my-layouts.ts';
import { useSearch } from '../../parts/page/address-search.ts';
import { useKnownCrew, useMembership, useRole, useTeamId } from '../../parts/page/client-context.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState, Loading } from '../../ui/message/message.tsx';
import { urls } from '../../urls.ts';
import { Preview } from './print.tsx';
import { daysOfWeek, WeekSheet } from './week-sheet.tsx';

const t = words('paper');

/** As many layouts as a page can watch beside the ones that it has open. */
const mostWatched = 40;

type Whose = { readonly name: string; readonly isTheirs: (shift: Shift) => boolean };

export function PrintWeek() {
  const search = useSearch();
  const today = useToday();
  const whose = useWhose(search.person);
  const from = search.from !== undefined && isIsoDate(search.from) ? search.from : today;
  if (!from) return <Loading />;
  if (!whose) {
    return (
      <main className="page page--narrow">
        <title>{`${t('week')} · Lineup`}</title>
        <EmptyState
          title={t('who-are-you')}
          actions={<ButtonLink href={urls.mine}>{t('my-day')}</ButtonLink>}
        >
          {t('say-who-you-are')}
        </EmptyState>
      </main>
    );
  }
  return <Week whose={whose} person={search.person} from={from} />;
}

/** Leads print the week of anybody, everyone else their own. */
function useWhose(asked: string | undefined): Whose | undefined {
  const crew = useKnownCrew();
  const membership = useMembership();
  const mayAsk = mayRunTheDay(useRole());
  if (asked !== undefined && mayAsk) {
    const idOf = personOfCrew(crew);
    return {
      name: crewIndex(crew).personOf(asked)?.name ?? '',
      isTheirs: ({ person }) => person !== undefined && idOf(person) === idOf(asked),
    };
  }
  const own = membership?.person;
  return own && { name: own.name, isTheirs: ({ person = '' }) => own.ids.includes(person) };
}

function Week({ whose, person, from }: { whose: Whose; person: string | undefined; from: IsoDate }) {
  const team = useTeamId() ?? '';
  const membership = useMembership();
  const list = useLayoutsIn(team, { from, to: addDays(from, daysOfWeek - 1) });
  const views = useViews('layout', team, list.rows?.slice(0, mostWatched).map(({ id }) => id) ?? []);
  const layouts = views.flatMap(([, view]): Layout[] => (view.state === 'ready' ? [view.body] : []));
  const isLoading = views.some(([, view]) => view.state === 'loading') && layouts.length === 0;
  const at = (days: number) => urls.weekToPrint(addDays(from, days), person);
  const isReady = list.rows !== undefined && !isLoading;
  return (
    <Preview
      title={`${whose.name} ${showDate(from)}`}
      bar={
        <div className="actions">
          <h1 className="page__title">{t('week')}</h1>
          <ButtonLink size="big" href={at(-daysOfWeek)}>
            {t('previous')}
          </ButtonLink>
          <ButtonLink size="big" href={at(daysOfWeek)}>
            {t('next')}
          </ButtonLink>
        </div>
      }
      isEmpty={!isReady}
    >
      {isReady ? (
        <WeekSheet
          name={whose.name}
          team={membership?.name ?? ''}
          from={from}
          layouts={layouts}
          isTheirs={whose.isTheirs}
        />
      ) : (
        <ListState list={list} />
      )}
    </Preview>
  );
}
