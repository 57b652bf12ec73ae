import { useEffect, useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { words } from '../../../client/words/words.ts';
import type { SecurityLogEntry, SecurityLogPage } from '../../../contract/security-log.ts';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import { describeSecurityEvent } from '../../../domain/team/security-event.ts';
import { useClient } from '../page/client-context.tsx';

const t = words('security');

type Person = NonNullable<SecurityLogEntry['person']>;

const nameOf = ({ id, name }: Person): string =>
  id === 'operator' ? t('lineup-administrator') : name || t('deleted-account');

/** Who an entry is about, or who did it if it is about nobody. */
export const eventAuthor = ({ person, by }: SecurityLogEntry): string => {
  const who = person ?? by;
  return who ? nameOf(who) : '';
};

export function eventText({ type, details, person, by }: SecurityLogEntry): string {
  const what = describeSecurityEvent(t, type, details);
  if (!person || !by) return what;
  return by.id === 'operator'
    ? t('event-by-administrator', { what })
    : t('event-by', { what, name: nameOf(by) });
}

type FetchPage = (client: Client, before?: string) => Promise<Outcome<SecurityLogPage>>;

/** A security log, page by page. */
export function useSecurityLog(fetchPage: FetchPage) {
  const client = useClient();
  const [rows, setRows] = useState<readonly SecurityLogEntry[]>();
  const [next, setNext] = useState<string>();
  const [error, setError] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);

  async function load() {
    setBusy(true);
    const page = await fetchPage(client, next);
    setBusy(false);
    setError(page.ok ? undefined : page.problem);
    if (!page.ok) return;
    setNext(page.value.next ?? undefined);
    setRows((shown = []) => [...shown, ...page.value.entries]);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it appears
  useEffect(() => void load(), []);

  return { rows, error, hasOlder: next !== undefined, isBusy, loadOlder: load, retry: load };
}
