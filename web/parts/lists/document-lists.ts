import { useCallback } from 'react';
import { lastLayoutsOn, layoutsIn, layoutsOn } from '../../../client/calls/layouts.ts';
import {
  type Listed,
  type ListedLayout,
  type ListedTemplate,
  layoutsAfter,
  templatesAfter,
} from '../../../client/calls/list-rows.ts';
import { lastTemplatesOf, templatesOf } from '../../../client/calls/templates.ts';
import type { MadeChange } from '../../../client/outbox/outbox-storage.ts';
import type { LayoutRow, TemplateRow } from '../../../contract/documents.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { useClient } from '../page/client-context.tsx';
import { type List, rowsOf, useList } from './use-list.ts';

/** The layouts of a date: by area, then by template. */
export function useLayoutsOn(team: string, date: IsoDate): List<LayoutRow> {
  const client = useClient();
  const after = useCallback(
    (rows: readonly ListedLayout[], made: readonly MadeChange[]) => layoutsAfter(rows, date, made),
    [date],
  );
  const list = useList<ListedLayout>({
    ...{ team, list: 'layouts', of: date, after },
    read: () => rowsOf(layoutsOn(client, team, date), ({ layouts }) => layouts),
    readKept: async () => (await lastLayoutsOn(client, team, date))?.layouts,
  });
  return { ...list, rows: inSight(list.rows, ({ area, template }) => [area, template]) };
}

/** The layouts of a range of dates, both included. */
export function useLayoutsIn(team: string, { from, to }: { from: IsoDate; to: IsoDate }): List<LayoutRow> {
  const client = useClient();
  return useList<LayoutRow>({
    ...{ team, list: 'layouts', of: `${from} ${to}` },
    read: () => rowsOf(layoutsIn(client, team, { from, to }), ({ layouts }) => layouts),
  });
}

/** The templates of a team by name. */
export function useTemplates(team: string): List<TemplateRow> {
  const client = useClient();
  const list = useList<ListedTemplate>({
    ...{ team, list: 'templates', after: templatesAfter },
    read: () => rowsOf(templatesOf(client, team), ({ templates }) => templates),
    readKept: async () => (await lastTemplatesOf(client, team))?.templates,
  });
  return { ...list, rows: inSight(list.rows, ({ name, area }) => [name, area]) };
}

function inSight<Row extends Listed<{ readonly id: string }>>(
  rows: readonly Row[] | undefined,
  words: (row: Row) => readonly string[],
): readonly Row[] | undefined {
  const said = (row: Row) => words(row).join('\n');
  return rows
    ?.filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => said(a).localeCompare(said(b), 'en', { numeric: true }) || (a.id < b.id ? -1 : 1));
}
