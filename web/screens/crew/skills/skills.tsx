import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { loadDocument } from '../../../../client/document/load-document.ts';
import { words } from '../../../../client/words/words.ts';
import { longestWorked } from '../../../../contract/crew.ts';
import type { Crew } from '../../../../domain/crew/crew.ts';
import { planningOf, skillRows } from '../../../../domain/crew/person-planning.ts';
import type { SkillRow } from '../../../../domain/crew/skill-changes.ts';
import { mayManage } from '../../../../domain/team/user.ts';
import { addDays, type IsoDate } from '../../../../domain/time/date.ts';
import { useToday } from '../../../parts/board/use-board.tsx';
import { useTemplates } from '../../../parts/lists/document-lists.ts';
import { ListState } from '../../../parts/lists/use-list.tsx';
import { useWorked } from '../../../parts/lists/worked-list.ts';
import { useClient, useCrew, useMe, useRole, useTeamId } from '../../../parts/page/client-context.tsx';
import { NotReady } from '../../../parts/page/not-ready.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/form.tsx';
import { EmptyState } from '../../../ui/message/message.tsx';
import { Page, Stack } from '../../../ui/page/page.tsx';
import { findPeople, listPeople, useCrewChange } from '../crew-list.ts';
import { type Column, columnsOf, type Place, placesOf } from './columns.ts';
import { Fairness } from './fairness.tsx';
import { PlanningSection } from './planning-section.tsx';
import { LevelIcon, type LevelOrNone, levelAfter, levelName, levelOrder, SkillGrid } from './skill-grid.tsx';
import { Fill, StationDialog } from './station-dialog.tsx';
import { SuggestDialog } from './suggest-dialog.tsx';
import './skills.css';

const t = words('skills');

export function SkillsScreen() {
  const crew = useCrew();
  const today = useToday();
  const isDevice = useMe()?.device !== undefined;
  if (isDevice)
    return (
      <Page title={t('skills')}>
        <EmptyState title={t('not-here')}>{t('not-here-why')}</EmptyState>
      </Page>
    );
  if (crew.state !== 'ready' || today === undefined) return <NotReady title={t('skills')} view={crew} />;
  return <Skills crew={crew.body} until={addDays(today, -1)} />;
}

const narrow = '(max-width: 639px)';
function subscribe(listener: () => void) {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
const useIsNarrow = () => useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches);

/** More rows take long to draw; a search finds the others. */
const mostRows = 150;
/** Of a team's templates: each is loaded for the names of its positions. */
const mostTemplates = 12;

/** The stations of the crew, of templates and of the last days. */
export function useStations(crew: Crew, recent: readonly Place[]): readonly Column[] {
  const client = useClient();
  const team = useTeamId() ?? '';
  const rows = useTemplates(team).rows;
  const [planned, setPlanned] = useState<readonly Place[]>([]);
  const ids = (rows ?? []).slice(0, mostTemplates).map(({ id }) => id);
  const load = useEffectEvent(async (isWanted: () => boolean) => {
    const places: Place[] = [];
    for (const id of ids) {
      const template = await loadDocument(client, ['template', team, id], 'template-missing');
      if (template.ok) places.push(...placesOf(template.value.rotations));
    }
    if (isWanted()) setPlanned(places);
  });
  const names = ids.join();
  useEffect(() => {
    let isWanted = names !== '';
    void load(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [names]);
  return useMemo(
    () => columnsOf(crew.stations ?? [], [...planned, ...recent]),
    [crew.stations, planned, recent],
  );
}

type Open = { readonly person: string } | { readonly column: number } | 'suggest' | null;

function Skills({ crew, until }: { crew: Crew; until: IsoDate }) {
  const isManager = mayManage(useRole());
  const team = useTeamId() ?? '';
  const change = useCrewChange();
  const isNarrow = useIsNarrow();
  const worked = useWorked(team, until, longestWorked);
  const recent = useMemo(() => worked.rows?.flatMap((day) => day.worked) ?? [], [worked.rows]);
  const fortnight = useMemo(
    () => worked.rows?.filter(({ date }) => date > addDays(until, -14)) ?? [],
    [worked.rows, until],
  );
  const all = useStations(crew, recent);
  const [search, setSearch] = useState('');
  const [subarea, setSubarea] = useState('');
  const [station, setStation] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const wanted = useDeferredValue(search);

  const subareas = [...new Set(all.map((column) => column.station.subarea))];
  const inSubarea = useMemo(
    () => all.filter((column) => subarea === '' || column.station.subarea === subarea),
    [all, subarea],
  );
  const chosen = inSubarea.find((column) => column.station.id === station) ?? inSubarea[0];
  const columns = useMemo(
    () => (isNarrow ? (chosen ? [chosen] : []) : inSubarea),
    [isNarrow, chosen, inSubarea],
  );
  const people = useMemo(() => listPeople(crew), [crew]);
  const found = useMemo(() => findPeople(people, { search: wanted, shown: 'active' }), [people, wanted]);
  const rows = useMemo(
    () =>
      found.slice(0, mostRows).map(({ person }) => {
        const { skills } = planningOf(crew, person.id);
        const levels = columns.map((column) => skills.get(column.station.id) ?? 0).join('');
        return { person: person.id, name: person.name, levels };
      }),
    [found, columns, crew],
  );

  function setLevels(cells: readonly { person: string; column: Column }[], level: LevelOrNone): void {
    const skills: SkillRow[] = cells.flatMap(({ person, column }) => [
      ...skillRows(crew, person, column.station.id, level === 0 ? null : level),
    ]);
    if (skills.length === 0) return;
    const stations = [...new Set(cells.flatMap(({ column }) => (column.isMade ? [] : [column.station])))];
    change({ type: 'person.skills', skills, ...(stations.length > 0 && { stations }) });
  }

  function cycle(person: string, at: number) {
    const column = columns[at];
    if (!column) return;
    const level = planningOf(crew, person).skills.get(column.station.id) ?? 0;
    setLevels([{ person, column }], levelAfter(level));
  }

  const opened = typeof open === 'object' && open !== null ? open : null;
  const openColumn = opened && 'column' in opened ? columns[opened.column] : undefined;
  const openPerson =
    opened && 'person' in opened ? people.find(({ person }) => person.id === opened.person) : undefined;

  return (
    <Page
      title={t('skills')}
      width="wide"
      actions={
        isManager && (
          <Button
            icon={<IconSparkles />}
            isDisabled={worked.rows === undefined}
            onPress={() => setOpen('suggest')}
          >
            {t('suggest')}
          </Button>
        )
      }
    >
      <Stack>
        {people.length === 0 || all.length === 0 ? (
          <EmptyState title={people.length === 0 ? t('nobody-yet') : t('no-stations-yet')}>
            {people.length === 0 ? t('how-people') : t('how-stations')}
          </EmptyState>
        ) : (
          <>
            <search className="skills__filters">
              <TextField label={t('search')} type="search" value={search} onChange={setSearch} />
              <SelectField
                label={t('subarea')}
                value={subarea}
                onChange={setSubarea}
                options={[
                  { value: '', label: t('all-subareas') },
                  ...subareas.map((each) => ({ value: each, label: each })),
                ]}
              />
              {isNarrow && (
                <SelectField
                  label={t('station')}
                  value={chosen?.station.id ?? ''}
                  onChange={setStation}
                  options={inSubarea.map(({ station: { id, name, subarea: group } }) => ({
                    value: id,
                    label: name,
                    group,
                  }))}
                />
              )}
            </search>
            <Legend isManager={isManager} />
            <p role="status">{t('people-count', { count: found.length })}</p>
            <SkillGrid
              rows={rows}
              columns={columns}
              onCycle={isManager ? cycle : undefined}
              onPerson={(person) => setOpen({ person })}
              onStation={(column) => setOpen({ column })}
            />
            {rows.length < found.length && <p>{t('more-people', { count: found.length - rows.length })}</p>}
          </>
        )}
        <ListState list={worked} />
        {worked.rows && <Fairness crew={crew} days={fortnight} />}
      </Stack>
      {open === 'suggest' && (
        <SuggestDialog crew={crew} days={worked.rows ?? []} onClose={() => setOpen(null)} />
      )}
      {openColumn && (
        <StationDialog
          column={openColumn}
          people={rows.length}
          isManager={isManager}
          onFill={(level) => {
            setLevels(
              rows.map(({ person }) => ({ person, column: openColumn })),
              level,
            );
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {openPerson && (
        <Dialog title={openPerson.person.name} onClose={() => setOpen(null)}>
          {isManager ? (
            <Stack>
              <Fill
                label={t('fill-row', { count: inSubarea.length })}
                onFill={(level) => {
                  setLevels(
                    inSubarea.map((column) => ({ person: openPerson.person.id, column })),
                    level,
                  );
                  setOpen(null);
                }}
              />
              <PlanningSection
                crew={crew}
                person={openPerson.person.id}
                name={openPerson.person.name}
                columns={all}
              />
            </Stack>
          ) : (
            <PersonFacts crew={crew} person={openPerson.person.id} columns={all} />
          )}
        </Dialog>
      )}
    </Page>
  );
}

/** What a tap gives next, in its order. */
function Legend({ isManager }: { isManager: boolean }) {
  return (
    <div className="skills__legend">
      {isManager && <span>{t('tap-for')}</span>}
      <ol className="skills__levels">
        {levelOrder.map((level) => (
          <li key={level}>
            <LevelIcon level={level} /> {levelName(level)}
          </li>
        ))}
      </ol>
    </div>
  );
}

function PersonFacts({ crew, person, columns }: { crew: Crew; person: string; columns: readonly Column[] }) {
  const { skills } = planningOf(crew, person);
  const known = columns.filter(({ station }) => skills.has(station.id));
  if (known.length === 0) return <p>{t('no-levels')}</p>;
  return (
    <ul className="stack stack--close">
      {known.map(({ station }) => (
        <li key={station.id}>
          {t('level-at', { station: station.name, level: levelName(skills.get(station.id) ?? 0) })}
        </li>
      ))}
    </ul>
  );
}
