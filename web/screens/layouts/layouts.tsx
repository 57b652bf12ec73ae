import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import { deleteLayout } from '../../../client/calls/layouts.ts';
import { showDate, weekday, weekdayInside } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { LayoutOutlook, LayoutRow, TemplateRow } from '../../../contract/documents.ts';
import { outlookText } from '../../../domain/day/outlook.ts';
import { neighbourOf } from '../../../domain/list/list.ts';
import { done } from '../../../domain/problem/problem.ts';
import { type Team, templateOn } from '../../../domain/team/team.ts';
import { mayManage, mayRunTheDay } from '../../../domain/team/user.ts';
import { addDays, type IsoDate, isIsoDate } from '../../../domain/time/date.ts';
import { useMinuteOf } from '../../parts/board/use-board.tsx';
import { showChangeToast, showProblem } from '../../parts/forms/change-toast.ts';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { Guide } from '../../parts/guide/guide.tsx';
import { useTemplates } from '../../parts/lists/document-lists.ts';
import { useSearch } from '../../parts/lists/search.tsx';
import { ListProblem } from '../../parts/lists/use-list.tsx';
import { useTodayOfTeam } from '../../parts/mine/use-my-layouts.ts';
import {
  fromPage,
  setSearch,
  useSearch as useAddressSearch,
  withReturnPath,
} from '../../parts/page/address-search.ts';
import { useClient, useObservable, useRole, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { TemplateDialog } from '../../parts/page/template-dialog.tsx';
import { Button, ButtonLink, IconButton, useNavigateTo } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';
import { MenuButton } from '../../ui/menu/menu.tsx';
import { Alert, Badge, Loading } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { Table } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';
import { daysShown, firstMissing, useOutlooks, useWeek, type WeekRow, weekRows } from './week-rows.ts';
import './layout-table.css';

const ofPage = words('page');
const t = words('layouts');

export function LayoutsRoute() {
  const team = useTeam();
  return team.state === 'ready' ? (
    <Layouts team={team.body} />
  ) : (
    <NotReady title={t('layouts')} view={team} />
  );
}

function Layouts({ team }: { team: Team }) {
  const search = useAddressSearch();
  const { from = urls.day } = fromPage(search);
  const id = useTeamId() ?? '';
  const role = useRole();
  const { today } = useTodayOfTeam(id, team);
  const shown = isIsoDate(search.date) ? search.date : today;
  const list = useWeek(id, shown);
  const templates = useTemplates(id);
  const isKnown = list.rows !== undefined && (templates.rows !== undefined || templates.error !== undefined);
  const rows = isKnown
    ? weekRows({ from: shown, today, team, layouts: list.rows ?? [], templates: templates.rows ?? [] })
    : undefined;
  const newLayoutOn = (day: IsoDate) => withReturnPath(`${urls.newLayout}?date=${day}`, from);
  return (
    <Page
      title={t('layouts')}
      actions={
        mayRunTheDay(role) && (
          <>
            {mayManage(role) && <ButtonLink href={urls.templates}>{t('edit-templates')}</ButtonLink>}
            <ButtonLink
              variant="primary"
              href={newLayoutOn((rows && firstMissing(rows, today)) ?? shown)}
              id={newLayoutId}
              icon={<IconPlus />}
            >
              {t('new-layout')}
            </ButtonLink>
          </>
        )
      }
    >
      <Stack>
        <Guide />
        <DateStepper
          date={shown}
          today={today}
          onDate={(day) => setSearch(urls.layouts, { ...fromPage(search), date: day })}
        />
        <ListProblem list={list} />
        {rows && templates.rows && team.laysTomorrow && mayRunTheDay(role) && (
          <MissingTemplates team={team} today={today} rows={rows} templates={templates.rows} />
        )}
        {!rows && !list.error && <Loading />}
        {rows && <LayoutTable key={shown} {...{ rows, today, team, from, newLayoutOn }} />}
      </Stack>
    </Page>
  );
}

type MissingTemplatesProps = {
  team: Team;
  today: IsoDate;
  rows: readonly WeekRow[];
  templates: readonly TemplateRow[];
};

/** Areas whose layout isn't made automatically, because the template of the weekday is gone. */
function MissingTemplates({ team, today, rows, templates }: MissingTemplatesProps) {
  const mayChoose = mayManage(useRole());
  const dates = [...new Set(rows.map(({ date }) => date))].filter((date) => date >= today);
  return dates.map((date) => {
    const areas = team.areas.filter((area) => {
      const template = templateOn(team.weekdays ?? [], date, area);
      const isThere = templates.some((row) => row.id === template && row.area === area);
      const isLaid = rows.some((row) => row.date === date && row.layout?.area === area);
      return template !== undefined && !isThere && !isLaid;
    });
    if (areas.length === 0) return null;
    return (
      <Alert
        key={date}
        tone="warning"
        action={mayChoose && <ButtonLink href={urls.templates}>{t('choose-template')}</ButtonLink>}
      >
        {t('template-of-weekday-gone', { weekday: weekdayInside(date), areas: areas.join(', ') })}
      </Alert>
    );
  });
}

type DateStepperProps = { date: IsoDate; today: IsoDate; onDate: (date: IsoDate) => void };

function DateStepper({ date, today, onDate }: DateStepperProps) {
  return (
    <Actions>
      <IconButton
        label={t('previous-week')}
        icon={<IconChevronLeft />}
        onPress={() => onDate(addDays(date, -daysShown))}
      />
      <TextField
        label={t('date')}
        isLabelHidden
        type="date"
        value={date}
        // an incomplete date is empty: keep the current day
        onChange={(typed) => isIsoDate(typed) && onDate(typed)}
      />
      <IconButton
        label={t('next-week')}
        icon={<IconChevronRight />}
        onPress={() => onDate(addDays(date, daysShown))}
      />
      <Button isDisabled={date === today} onPress={() => onDate(today)}>
        {t('today')}
      </Button>
    </Actions>
  );
}

type CoverageProps = { date: IsoDate; team: Team; outlook: LayoutOutlook };

/** How many work that day, and which positions are open: '3 open at Lunch'. */
function Coverage({ date, team, outlook }: CoverageProps) {
  const minute = useMinuteOf(date, team.timeZone);
  const said = outlookText(outlook, { minute, dayStart: team.dayStart, t });
  if (!said) return null;
  const { shifts } = outlook;
  const details = [
    ...(said.more > 0 ? [t('more-open', { count: said.more })] : []),
    ...(shifts > 0 ? [t('shifts-count', { count: shifts })] : []),
  ];
  return (
    <span className="week__coverage">
      <span className={said.isComplete ? 'quiet' : undefined}>{said.text}</span>
      {details.length > 0 && <span className="hint">{details.join(' · ')}</span>}
    </span>
  );
}

const newLayoutId = 'new-layout';

const menuOf = (id: string) => `more-${id}`;
const labelFor = ({ area, template }: LayoutRow) => t('area-and-template', { area, template });

type LayoutTableProps = {
  rows: readonly WeekRow[];
  today: IsoDate;
  team: Team;
  from: string;
  newLayoutOn: (date: IsoDate) => string;
};

function LayoutTable({ rows, today, team, from, newLayoutOn }: LayoutTableProps) {
  const client = useClient();
  const { choices } = client;
  const teamId = useTeamId() ?? '';
  const go = useNavigateTo();
  const board = useObservable(choices.board);
  const role = useRole();
  const outlooks = useOutlooks(teamId, { from: rows[0]?.date ?? today, today, timeZone: team.timeZone });
  const search = useSearch(rows, {
    label: t('search-layouts'),
    noneText: (typed) => t('no-layout-matches', { typed }),
    textOf,
  });
  const [dialog, setDialog] = useState<{ row: LayoutRow; for: 'area' | 'template' } | null>(null);

  function select(layout: string) {
    choices.chooseLayout(layout);
    go(from);
  }
  function edit(layout: string) {
    choices.openLayout(layout);
    go(urls.overview);
  }
  /** Focus moves to the neighbor, or to New Layout. */
  function remove(row: LayoutRow) {
    const deleted = deleteLayout(client, teamId, row.id);
    if (!deleted.ok) return void showProblem(deleted.problem);
    const layouts = rows.flatMap(({ layout }) => layout ?? []);
    const next = neighbourOf(layouts, row.id);
    focusNext(next ? menuOf(next) : newLayoutId);
    showToast({
      text: t('layout-was-deleted', { layout: labelFor(row) }),
      action: { label: ofPage('undo'), does: 'undo', onPress: deleted.value },
    });
  }
  function close() {
    if (dialog) focusNext(menuOf(dialog.row.id));
    setDialog(null);
  }

  const actionsOf = (row: LayoutRow) => (
    <>
      <Button aria-label={t('select-layout', { layout: labelFor(row) })} onPress={() => select(row.id)}>
        {t('select')}
      </Button>
      {mayRunTheDay(role) && (
        <Button aria-label={t('edit-named', { name: labelFor(row) })} onPress={() => edit(row.id)}>
          {ofPage('edit')}
        </Button>
      )}
      {mayManage(role) && (
        <RowMenu row={row} onAsk={(what) => setDialog({ row, for: what })} onDelete={() => remove(row)} />
      )}
    </>
  );

  return (
    <>
      {search.field}
      {search.none ?? (
        <Table
          key={search.key}
          isLean
          className="week"
          label={t('layouts')}
          rows={search.rows}
          rowKey={(row) => row.key}
          groupOf={(row) => row.date}
          isCurrent={(row) => row.layout !== null && row.layout.id === board}
          columns={[
            { label: t('date'), cell: (row) => <Day date={row.date} today={today} /> },
            {
              label: t('area'),
              cell: ({ layout, ...row }) =>
                layout ? (
                  <span className="actions week__area">
                    {layout.area}
                    {layout.id === board && (
                      <Badge tone="done" icon={<IconCheck />}>
                        {t('selected')}
                      </Badge>
                    )}
                  </span>
                ) : (
                  'area' in row && row.area
                ),
            },
            {
              label: t('template'),
              cell: (row) =>
                row.layout ? (
                  row.layout.template
                ) : (
                  <span className="week__missing quiet">{missingText(row, today)}</span>
                ),
            },
            {
              label: t('coverage'),
              cell: ({ date, layout }) => {
                const outlook = layout && outlooks.get(layout.id);
                return outlook && <Coverage {...{ date, team, outlook }} />;
              },
            },
            {
              label: t('actions'),
              isActions: true,
              cell: (row) =>
                row.layout
                  ? actionsOf(row.layout)
                  : mayRunTheDay(role) &&
                    row.date >= today && (
                      <ButtonLink
                        href={newLayoutOn(row.date)}
                        aria-label={t('create-layout-for', { day: dayAndArea(row) })}
                      >
                        {t('create-layout')}
                      </ButtonLink>
                    ),
            },
          ]}
        />
      )}
      {dialog?.for === 'area' && <AreaDialog row={dialog.row} onClose={close} />}
      {dialog?.for === 'template' && (
        <TemplateDialog layout={dialog.row.id} template={dialog.row.template} onClose={close} />
      )}
    </>
  );
}

type MissingRow = Extract<WeekRow, { layout: null }>;

const textOf = (row: WeekRow): string =>
  [
    weekday(row.date),
    showDate(row.date),
    ...(row.layout ? [row.layout.area, row.layout.template] : [row.area ?? '']),
  ].join(' ');

const dayAndArea = ({ date, area }: MissingRow): string =>
  [weekday(date), showDate(date), area].filter(Boolean).join(', ');

function missingText({ date, isAutomatic }: MissingRow, today: IsoDate): string {
  if (date < today) return t('no-layout');
  return t(isAutomatic ? 'made-automatically' : 'no-layout-yet');
}

function Day({ date, today }: { date: IsoDate; today: IsoDate }) {
  return (
    <span className="week__day">
      <span className="week__weekday">{date === today ? t('today') : weekday(date)}</span>
      <span className="hint">{showDate(date)}</span>
    </span>
  );
}

type RowMenuProps = {
  row: LayoutRow;
  onAsk: (what: 'area' | 'template') => void;
  onDelete: () => void;
};

function RowMenu({ row, onAsk, onDelete }: RowMenuProps) {
  const change = [
    { id: 'area', label: t('move-to-area'), icon: <IconArrowRight />, onAction: () => onAsk('area') },
    { id: 'copy', label: t('copy-to-day'), icon: <IconCopy />, href: urls.copyLayout(row) },
    {
      id: 'template',
      label: t('save-as-template'),
      icon: <IconCalendarPlus />,
      onAction: () => onAsk('template'),
    },
  ];
  const end = [
    { id: 'delete', label: t('delete'), icon: <IconTrash />, tone: 'danger' as const, onAction: onDelete },
  ];
  return (
    <MenuButton
      id={menuOf(row.id)}
      className="layouts__more"
      label={t('more-for', { layout: labelFor(row) })}
      sections={[{ items: change }, { items: end }]}
    >
      <IconDots aria-hidden="true" />
    </MenuButton>
  );
}

/** Waits until the removed element is gone. */
const focusNext = (id: string) =>
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));

function AreaDialog({ row, onClose }: { row: LayoutRow; onClose: () => void }) {
  const client = useClient();
  const teamId = useTeamId() ?? '';
  const team = useTeam();
  const form = useForm({ area: row.area });
  const { area } = form.values;
  // a layout keeps the name its area had when it was created, even if the team renamed the area
  const areas = [...new Set([...(team.state === 'ready' ? team.body.areas : []), row.area])];
  const document = client.open('layout', teamId, row.id);

  return (
    <FormDialog
      title={t('move-to-another-area')}
      action={t('move')}
      form={form}
      work={() => (area === row.area ? done(null) : document.change({ type: 'layout.area', area }))}
      onDone={(moved) => moved && showChangeToast(moved, t('moved-to', { area }))}
      onClose={onClose}
    >
      <SelectField label={t('area')} {...form.field('area')} options={areas} />
    </FormDialog>
  );
}
