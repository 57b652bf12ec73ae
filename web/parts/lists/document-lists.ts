import { useCallback } from 'react';
import {
  type DateRange,
  type Listed,
  type ListedLayout,
  type ListedTemplate,
  lastLayoutsIn,
  lastLayoutsOn,
  lastOutlooksIn,
  layoutsAfter,
  layoutsIn,
  outlooksIn,
  templatesAfter,
} from '../../../client/calls/layouts.ts';
import { lastTemplatesOf } from '../../../client/calls/templates.ts';
import type { MadeChange } from '../../../client/outbox/outbox-storage.ts';
import {
  type LayoutOutlook,
  type LayoutRow,
  listLayouts,
  listTemplates,
  type TemplateRow,
} from '../../../contract/documents.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { useClient } from '../page/client-context.tsx';
import { type List, rowsOf, useList } from './use-list.ts';

/** The layouts of a date: by area, then by template. */
export function useLayoutsOn(team: string, date: IsoDate): List<LayoutRow> {
  const client = useClient();
  return useLayoutList(team, { from: date, to: date }, date, {
    read: () => client.call(listLayouts, { params: { team }, query: { date } }),
    readKept: () => lastLayoutsOn(client, team, date),
  });
}

/** The layouts of a range of dates: by date, area and template. */
export function useLayoutsIn(team: string, range: DateRange): List<LayoutRow> {
  const client = useClient();
  return useLayoutList(team, range, `${range.from} ${range.to}`, {
    read: () => layoutsIn(client, team, range),
    readKept: () => lastLayoutsIn(client, team, range),
  });
}

type Answer = { readonly layouts: readonly LayoutRow[] };
type Reads = {
  readonly read: () => Promise<Outcome<Answer>>;
  readonly readKept: () => Promise<Answer | null>;
};

function useLayoutList(
  team: string,
  { from, to }: DateRange,
  of: string,
  { read, readKept }: Reads,
): List<LayoutRow> {
  const after = useCallback(
    (rows: readonly ListedLayout[], made: readonly MadeChange[]) => layoutsAfter(rows, { from, to }, made),
    [from, to],
  );
  const list = useList<ListedLayout>({
    ...{ team, list: 'layouts', of, after },
    read: () => rowsOf(read(), ({ layouts }) => layouts),
    readKept: async () => (await readKept())?.layouts,
  });
  return { ...list, rows: inSight(list.rows, ({ date, area, template }) => [date, area, template]) };
}

export function useOutlooksIn(team: string, range: DateRange): List<LayoutOutlook> {
  const client = useClient();
  return useList<LayoutOutlook>({
    ...{ team, list: 'outlooks', of: `${range.from} ${range.to}` },
    read: () => rowsOf(outlooksIn(client, team, range), ({ layouts }) => layouts),
    readKept: async () => (await lastOutlooksIn(client, team, range))?.layouts,
  });
}

export function useTemplates(team: string): List<TemplateRow> {
  const client = useClient();
  const list = useList<ListedTemplate>({
    ...{ team, list: 'templates', after: templatesAfter },
    read: () => rowsOf(client.call(listTemplates, { params: { team } }), ({ templates }) => templates),
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
