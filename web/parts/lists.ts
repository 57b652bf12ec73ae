import { QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
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
import { done, type Outcome, type Problem, sentence } from '../../domain/problem.ts';
import { useClient } from './client-context.tsx';

/** Outside the tree, so that pages without lists load without it. */
const queries = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always', retry: 1 } },
});

export interface List<Row> {
  /** Undefined until known. */
  readonly rows: readonly Row[] | undefined;
  /** Why the rows are not known, or could not be read anew. */
  readonly error: string | undefined;
  readonly retry: () => Promise<unknown>;
}

class Refused extends Error {
  constructor(problem: Problem) {
    super(sentence(problem));
  }
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
  const query = useQuery(
    {
      queryKey: [team, list, of],
      queryFn: async () => {
        const outcome = await read();
        if (!outcome.ok) throw new Refused(outcome.problem);
        return after(outcome.value, client.unanswered(team));
      },
    },
    queries,
  );
  useEffect(() => {
    const show = (made: readonly MadeChange[]) =>
      queries.setQueryData<readonly Row[]>([team, list, of], (rows) => rows && after(rows, made));
    const readAnew = (changed: string) => {
      if (changed === team) void queries.invalidateQueries({ queryKey: [team, list, of] });
    };
    show(client.unanswered(team));
    const ends = [
      client.onMade((made) => made.team === team && show([made])),
      client.onListed(readAnew),
      client.onRefused((refused) => readAnew(refused.team)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, team, list, of, after]);
  return { rows: query.data, error: query.error?.message, retry: () => query.refetch() };
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
