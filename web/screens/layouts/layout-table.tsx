import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import { deleteLayout } from '../../../client/calls/layouts.ts';
import type { LayoutRow } from '../../../contract/documents.ts';
import { mayManage, mayRunTheDay } from '../../../domain/account/access.ts';
import { neighbourOf } from '../../../domain/list/list.ts';
import { showDate } from '../../../domain/time/date.ts';
import { showProblem } from '../../parts/forms/problem-toast.ts';
import { useSearch } from '../../parts/lists/search.tsx';
import { useClient, useObservable, useRole, useTeamId } from '../../parts/page/client-context.tsx';
import { TemplateDialog } from '../../parts/page/template-dialog.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { MenuButton } from '../../ui/menu/menu.tsx';
import { Badge } from '../../ui/message/badge.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Table } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';
import { AreaDialog } from './area-dialog.tsx';
import './layouts.css';

/** Element id of the New Layout link. */
export const newLayoutId = 'new-layout';

const menuOf = (id: string) => `more-${id}`;
const labelFor = (row: LayoutRow) => `${row.area}, ${row.template}`;

/** The layouts of a day; `from` is the page that Select goes to. */
export function LayoutTable({ rows, from }: { rows: readonly LayoutRow[]; from: string }) {
  const { choices } = useClient();
  const go = useNavigateTo();
  const chosen = useObservable(choices.layout);
  const role = useRole();
  const remove = useRemoval(rows);
  const search = useSearch(rows, {
    label: 'Search layouts',
    what: 'No layout',
    textOf: ({ area, template }) => `${area} ${template}`,
  });
  const [dialog, setDialog] = useState<{ row: LayoutRow; for: 'area' | 'template' } | null>(null);

  function choose(layout: string, next: string) {
    choices.chooseLayout(layout);
    go(next);
  }
  function close() {
    if (dialog) focusNext(menuOf(dialog.row.id));
    setDialog(null);
  }

  return (
    <>
      {search.field}
      {search.none ?? (
        <Table
          // a new table for each day
          key={`${rows[0]?.date} ${search.key}`}
          label="Layouts"
          rows={search.rows}
          rowKey={(row) => row.id}
          isCurrent={(row) => row.id === chosen}
          columns={[
            {
              label: 'Date',
              cell: (row) => (
                <span className="layouts__date">
                  {showDate(row.date)}
                  {row.id === chosen && (
                    <Badge tone="done" icon={<IconCheck />}>
                      Selected
                    </Badge>
                  )}
                </span>
              ),
            },
            { label: 'Area', cell: (row) => row.area },
            { label: 'Template', cell: (row) => row.template },
            {
              label: 'Actions',
              isActions: true,
              cell: (row) => (
                <>
                  <Button aria-label={`Select ${labelFor(row)}`} onPress={() => choose(row.id, from)}>
                    Select
                  </Button>
                  {mayRunTheDay(role) && (
                    <Button
                      aria-label={`Edit ${labelFor(row)}`}
                      onPress={() => choose(row.id, urls.overview)}
                    >
                      Edit
                    </Button>
                  )}
                  {mayManage(role) && (
                    <RowMenu
                      row={row}
                      onAsk={(what) => setDialog({ row, for: what })}
                      onDelete={() => remove(row)}
                    />
                  )}
                </>
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

type RowMenuProps = {
  row: LayoutRow;
  onAsk: (what: 'area' | 'template') => void;
  onDelete: () => void;
};

function RowMenu({ row, onAsk, onDelete }: RowMenuProps) {
  const change = [
    { id: 'area', label: 'Rename area', icon: <IconPencil />, onAction: () => onAsk('area') },
    {
      id: 'copy',
      label: 'Copy to another day',
      icon: <IconCopy />,
      href: urls.copyLayout(row),
    },
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

/** Deletes a row with Undo and moves focus to its neighbor, or to New Layout. */
function useRemoval(rows: readonly LayoutRow[]): (row: LayoutRow) => void {
  const client = useClient();
  const team = useTeamId() ?? '';
  return (row) => {
    const deleted = deleteLayout(client, team, row.id);
    if (!deleted.ok) return void showProblem(deleted.problem);
    const next = neighbourOf(rows, row.id);
    focusNext(next ? menuOf(next) : newLayoutId);
    showToast({ text: `${labelFor(row)} deleted`, action: { label: 'Undo', onPress: deleted.value } });
  };
}

/** Waits until the removed element is gone. */
const focusNext = (id: string) =>
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
