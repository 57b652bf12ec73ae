import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import { deleteLayout } from '../../../client/calls/layouts.ts';
import type { LayoutOutlook, LayoutRow } from '../../../contract/documents.ts';
import { outlookText } from '../../../domain/day/outlook.ts';
import { neighbourOf } from '../../../domain/list/list.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { Team } from '../../../domain/team/team.ts';
import { mayManage, mayRunTheDay } from '../../../domain/team/user.ts';
import { type IsoDate, showDate, weekday } from '../../../domain/time/date.ts';
import { useMinuteOf } from '../../parts/board/use-board.ts';
import { showChangeToast, showProblem } from '../../parts/forms/change-toast.ts';
import { useSearch } from '../../parts/lists/search.tsx';
import { useClient, useObservable, useRole, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { TemplateDialog } from '../../parts/page/template-dialog.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { MenuButton } from '../../ui/menu/menu.tsx';
import { Badge } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Table } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';
import { useOutlooks, type WeekRow } from './week-rows.ts';
import './layout-table.css';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { SelectField } from '../../ui/form/field.tsx';

type CoverageProps = { date: IsoDate; team: Team; outlook: LayoutOutlook };

/** How many work that day, and which positions are open: '3 open at Lunch'. */
function Coverage({ date, team, outlook }: CoverageProps) {
  const minute = useMinuteOf(date, team.timeZone);
  const said = outlookText(outlook, { minute, dayStart: team.dayStart });
  if (!said) return null;
  const { shifts } = outlook;
  const details = [
    ...(said.more > 0 ? [`${said.more} more`] : []),
    ...(shifts > 0 ? [`${shifts} ${shifts === 1 ? 'shift' : 'shifts'}`] : []),
  ];
  return (
    <span className="week__coverage">
      <span className={said.isComplete ? 'quiet' : undefined}>{said.text}</span>
      {details.length > 0 && <span className="hint">{details.join(' · ')}</span>}
    </span>
  );
}

export const newLayoutId = 'new-layout';

const menuOf = (id: string) => `more-${id}`;
const labelFor = (row: LayoutRow) => `${row.area}, ${row.template}`;

type LayoutTableProps = {
  rows: readonly WeekRow[];
  today: IsoDate;
  team: Team;
  from: string;
  newLayoutOn: (date: IsoDate) => string;
};

export function LayoutTable({ rows, today, team, from, newLayoutOn }: LayoutTableProps) {
  const client = useClient();
  const { choices } = client;
  const teamId = useTeamId() ?? '';
  const go = useNavigateTo();
  const board = useObservable(choices.board);
  const role = useRole();
  const outlooks = useOutlooks(teamId, { from: rows[0]?.date ?? today, today, timeZone: team.timeZone });
  const search = useSearch(rows, { label: 'Search layouts', what: 'No layout', textOf });
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
    showToast({ text: `${labelFor(row)} deleted`, action: { label: 'Undo', onPress: deleted.value } });
  }
  function close() {
    if (dialog) focusNext(menuOf(dialog.row.id));
    setDialog(null);
  }

  const actionsOf = (row: LayoutRow) => (
    <>
      <Button aria-label={`Select ${labelFor(row)}`} onPress={() => select(row.id)}>
        Select
      </Button>
      {mayRunTheDay(role) && (
        <Button aria-label={`Edit ${labelFor(row)}`} onPress={() => edit(row.id)}>
          Edit
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
          label="Layouts"
          rows={search.rows}
          rowKey={(row) => row.key}
          groupOf={(row) => row.date}
          isCurrent={(row) => row.layout !== null && row.layout.id === board}
          columns={[
            { label: 'Date', cell: (row) => <Day date={row.date} today={today} /> },
            {
              label: 'Area',
              cell: ({ layout, ...row }) =>
                layout ? (
                  <span className="actions week__area">
                    {layout.area}
                    {layout.id === board && (
                      <Badge tone="done" icon={<IconCheck />}>
                        Selected
                      </Badge>
                    )}
                  </span>
                ) : (
                  'area' in row && row.area
                ),
            },
            {
              label: 'Template',
              cell: (row) =>
                row.layout ? (
                  row.layout.template
                ) : (
                  <span className="week__missing quiet">{missingText(row, today)}</span>
                ),
            },
            {
              label: 'Coverage',
              cell: ({ date, layout }) => {
                const outlook = layout && outlooks.get(layout.id);
                return outlook && <Coverage {...{ date, team, outlook }} />;
              },
            },
            {
              label: 'Actions',
              isActions: true,
              cell: (row) =>
                row.layout
                  ? actionsOf(row.layout)
                  : mayRunTheDay(role) &&
                    row.date >= today && (
                      <ButtonLink
                        href={newLayoutOn(row.date)}
                        aria-label={`Create Layout, ${dayAndArea(row)}`}
                      >
                        Create Layout
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
  if (date < today) return 'No layout';
  return isAutomatic ? 'Made automatically the day before' : 'No layout yet';
}

function Day({ date, today }: { date: IsoDate; today: IsoDate }) {
  return (
    <span className="week__day">
      <span className="week__weekday">{date === today ? 'Today' : weekday(date)}</span>
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
    { id: 'area', label: 'Move to another area', icon: <IconArrowRight />, onAction: () => onAsk('area') },
    { id: 'copy', label: 'Copy to another day', icon: <IconCopy />, href: urls.copyLayout(row) },
    {
      id: 'template',
      label: 'Save as template',
      icon: <IconCalendarPlus />,
      onAction: () => onAsk('template'),
    },
  ];
  const end = [
    { id: 'delete', label: 'Delete', icon: <IconTrash />, tone: 'danger' as const, onAction: onDelete },
  ];
  return (
    <MenuButton
      id={menuOf(row.id)}
      className="layouts__more"
      label={`More for ${labelFor(row)}`}
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
      title="Move to Another Area"
      action="Move"
      form={form}
      work={() => (area === row.area ? done(null) : document.change({ type: 'layout.area', area }))}
      onDone={(moved) => moved && showChangeToast(moved, `Moved to ${area}`)}
      onClose={onClose}
    >
      <SelectField label="Area" {...form.field('area')} options={areas} />
    </FormDialog>
  );
}
