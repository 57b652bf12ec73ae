import { QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { layoutsOn, templatesOf } from '../../client/layouts.ts';
import { invitationsOf, membersOf } from '../../client/teams.ts';
import type { IsoDate } from '../../domain/date.ts';
import { type Outcome, type Problem, sentence } from '../../domain/problem.ts';
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

/** A list of a team, read anew whenever the server says that it may have changed. */
function useList<Answer, Row>(
  key: readonly [team: string, ...rest: string[]],
  read: () => Promise<Outcome<Answer>>,
  rowsOf: (answer: Answer) => readonly Row[],
): List<Row> {
  const client = useClient();
  const [team] = key;
  const query = useQuery(
    {
      queryKey: key,
      queryFn: async () => {
        const outcome = await read();
        if (!outcome.ok) throw new Refused(outcome.problem);
        return rowsOf(outcome.value);
      },
    },
    queries,
  );
  useEffect(
    () =>
      client.onListed((changed) => {
        if (changed === team) void queries.invalidateQueries({ queryKey: [team] });
      }),
    [client, team],
  );
  return { rows: query.data, error: query.error?.message, retry: () => query.refetch() };
}

export function useLayoutsOn(team: string, date: IsoDate) {
  const client = useClient();
  return useList(
    [team, 'layouts', date],
    () => layoutsOn(client, team, date),
    (answer) => answer.layouts,
  );
}

export function useTemplates(team: string) {
  const client = useClient();
  return useList(
    [team, 'templates'],
    () => templatesOf(client, team),
    (answer) => answer.templates,
  );
}

export function useMembers(team: string) {
  const client = useClient();
  return useList(
    [team, 'members'],
    () => membersOf(client, team),
    (answer) => answer.members,
  );
}

/** The invite links of a team that still work; for its managers. */
export function useInvitations(team: string) {
  const client = useClient();
  return useList(
    [team, 'invitations'],
    () => invitationsOf(client, team),
    (answer) => answer.invitations,
  );
}
