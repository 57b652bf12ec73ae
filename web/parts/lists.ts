import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { layoutsOn } from '../../client/layouts.ts';
import {
  type Listed,
  type ListedLayout,
  type ListedTemplate,
  layoutsAfter,
  templatesAfter,
} from '../../client/list-rows.ts';
import type { MadeChange } from '../../client/storage.ts';
import { invitationsOf, membersOf } from '../../client/teams.ts';
import { templatesOf } from '../../client/templates.ts';
import type { LayoutRow, TemplateRow } from '../../contract/documents.ts';
import type { IsoDate } from '../../domain/date.ts';
import { done, type Outcome } from '../../domain/problem.ts';
import { useClient } from './client-context.tsx';
import { keptList, type Shown } from './kept-list.ts';

export interface List<Row> extends Shown<Row> {
  readonly retry: () => Promise<void>;
}

interface Asked<Row> {
  readonly team: string;
  readonly list: string;
  readonly of?: string;
  readonly read: () => Promise<Outcome<readonly Row[]>>;
  /** The rows with changes of this page that the answer does not know yet. The same function between renders. */
  readonly after?: (rows: readonly Row[], made: readonly MadeChange[]) => readonly Row[];
}

/** A list of a team, read anew whenever the server says that it may have changed; this page's own changes show at once. */
export function useList<Row>({ team, list, of = '', read, after = same }: Asked<Row>): List<Row> {
  const client = useClient();
  const kept = keptList<Row>([team, list, of].join('\n'));
  const shown = useSyncExternalStore(kept.watch, kept.shown);
  const ask = async () => {
    const outcome = await read();
    return outcome.ok ? done(after(outcome.value, client.unanswered(team))) : outcome;
  };
  const latest = useRef(ask);
  latest.current = ask;

  useEffect(() => {
    const readAnew = () => void kept.read(() => latest.current());
    const show = (made: readonly MadeChange[]) => kept.change((rows) => after(rows, made));
    show(client.unanswered(team));
    readAnew();
    const ends = [
      client.onMade((made) => made.team === team && show([made])),
      client.onListed((changed) => changed === team && readAnew()),
      client.onRefused((refused) => refused.team === team && readAnew()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, kept, team, after]);
  return { ...shown, retry: () => kept.read(() => latest.current()) };
}

const same = <Row>(rows: readonly Row[]): readonly Row[] => rows;

/** The rows of an answer. */
export async function rowsOf<Answer, Row>(
  answer: Promise<Outcome<Answer>>,
  pick: (answer: Answer) => readonly Row[],
): Promise<Outcome<readonly Row[]>> {
  const outcome = await answer;
  return outcome.ok ? done(pick(outcome.value)) : outcome;
}

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
  });
  return { ...list, rows: inSight(list.rows, ({ area, template }) => [area, template]) };
}

/** The templates of a team by name. */
export function useTemplates(team: string): List<TemplateRow> {
  const client = useClient();
  const list = useList<ListedTemplate>({
    ...{ team, list: 'templates', after: templatesAfter },
    read: () => rowsOf(templatesOf(client, team), ({ templates }) => templates),
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

export function useMembers(team: string) {
  const client = useClient();
  return useList({
    ...{ team, list: 'members' },
    read: () => rowsOf(membersOf(client, team), ({ members }) => members),
  });
}

/** The invite links of a team that still work; for its managers. */
export function useInvitations(team: string) {
  const client = useClient();
  return useList({
    ...{ team, list: 'invitations' },
    read: () => rowsOf(invitationsOf(client, team), ({ invitations }) => invitations),
  });
}
