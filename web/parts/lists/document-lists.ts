import { useCallback } from 'react';
import {
  type DateRange,
  type Listed,
  type ListedLayout,
  type ListedTemplate,
  layoutsAfter,
  templatesAfter,
} from '../../../client/calls/layouts.ts';
import type { MadeChange } from '../../../client/outbox/outbox-storage.ts';
import { compareNames } from '../../../client/words/lists.ts';
import { type LayoutRow, listLayouts, listOutlooks, listTemplates } from '../../../contract/documents.ts';
import { listInvitations, listMembers } from '../../../contract/teams.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { type List, useListOf } from './use-list.tsx';

/** The layouts of a date: by area, then by template. */
export const useLayoutsOn = (team: string, date: IsoDate): List<LayoutRow> =>
  useLayoutsIn(team, { from: date, to: date });

/** The layouts of a range of dates, at most `longestRange` days: by date, area and template. */
export function useLayoutsIn(team: string, { from, to }: DateRange): List<LayoutRow> {
  const after = useCallback(
    (rows: readonly ListedLayout[], made: readonly MadeChange[]) => layoutsAfter(rows, { from, to }, made),
    [from, to],
  );
  const list = useListOf<typeof listLayouts, ListedLayout>(
    listLayouts,
    { params: { team }, query: { from, to } },
    ({ layouts }) => layouts,
    after,
  );
  return { ...list, rows: inSight(list.rows, ({ date, area, template }) => [date, area, template]) };
}

/** At most `longestOutlook` days. */
export const useOutlooksIn = (team: string, { from, to }: DateRange) =>
  useListOf(listOutlooks, { params: { team }, query: { from, to } }, ({ layouts }) => layouts);

export function useTemplates(team: string) {
  const list = useListOf<typeof listTemplates, ListedTemplate>(
    listTemplates,
    { params: { team } },
    ({ templates }) => templates,
    templatesAfter,
  );
  return { ...list, rows: inSight(list.rows, ({ name, area }) => [name, area]) };
}

function inSight<Row extends Listed<{ readonly id: string }>>(
  rows: readonly Row[] | undefined,
  words: (row: Row) => readonly string[],
): readonly Row[] | undefined {
  const said = (row: Row) => words(row).join('\n');
  return rows
    ?.filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => compareNames(said(a), said(b)) || (a.id < b.id ? -1 : 1));
}

export const useMembers = (team: string) =>
  useListOf(listMembers, { params: { team } }, ({ members }) => members);

export const useInvitations = (team: string) =>
  useListOf(listInvitations, { params: { team } }, ({ invitations }) => invitations);
