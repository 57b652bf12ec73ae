import { type HistoryEntry, historyPage } from '../../../client/calls/history.ts';
import type { Client } from '../../../client/client.ts';
import type { NotUndone, Overruled } from '../../../client/undo/undo-stack.ts';
import { showMinute } from '../../../client/words/formats.ts';
import { language, words } from '../../../client/words/words.ts';
import { timesOf } from '../../../domain/history/told-times.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { showProblem } from '../forms/change-toast.ts';

const t = words('history');

/** Says why nothing was undone: 'Dana Lee moved Ana Price from Grill to Fries in Lunch since then. …' */
export async function sayNotUndone(client: Client, why: NotUndone): Promise<void> {
  if (why.type === 'refused') return void showProblem(why.problem);
  const told = await toldBy(client, why);
  showProblem({ code: 'undo-overtaken', details: saidBy(told) });
}

/** 'Sam Lee moved Ana Price from Grill to Fries in Lunch at 11:04 AM, after you.' */
export async function problemOfOverruled(client: Client, by: Overruled): Promise<Problem> {
  const told = await toldBy(client, by);
  const time = timeOf(client, by.team, told ? timesOf(told).at : by.at);
  return { code: 'change-overruled', details: { ...saidBy(told), time } };
}

function saidBy(told: HistoryEntry | null): Record<string, string> {
  if (!told) return { who: 'other_person' };
  // the server tells history in English
  return { did: language.get() === 'en' ? told.sentence : t('who-changed', { who: told.who }) };
}

async function toldBy(
  client: Client,
  {
    team,
    document,
    version,
  }: Pick<Extract<NotUndone, { type: 'overtaken' }>, 'team' | 'document' | 'version'>,
): Promise<HistoryEntry | null> {
  if (version === null) return null;
  const page = await historyPage(client, { team, document }, {});
  return (page.ok && page.value.entries.find((each) => each.version === version)) || null;
}

export function timeOf(client: Client, team: string, at: number): string {
  const body = client.open('team', team, team).get();
  const zone = body.state === 'ready' ? body.body.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
  return showMinute(wallClock(at, zone).minutes);
}
